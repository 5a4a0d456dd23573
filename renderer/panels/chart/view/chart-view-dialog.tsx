import { X } from 'lucide-react'
import { useState } from 'react'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { CHART_ZONES } from '../../../chart/axis-time.js'
import {
  lengthOfSpan,
  MAX_AMOUNTS,
  SPAN_UNITS,
  spanFor,
  spanOfLength,
  type ChartSpan,
  type SpanUnit,
} from '../../../chart/spans/chart-span.js'
import { instrumentName, symbolInstrument } from '../../../format/instrument-name.js'
import { useText } from '../../../language/window-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { Segments } from '../../../ui/segments.js'
import { SymbolSearch } from '../../../ui/symbol-search.js'
import { MAX_COMPARED, type ChartViewSettings } from './chart-view-settings.js'
import './chart-view.css'

export interface ChartViewDialogProps {
  readonly symbol: Symbol
  readonly span: ChartSpan
  readonly onSpan: (span: ChartSpan) => void
  readonly shown: ChartViewSettings
  readonly onChange: (part: Partial<ChartViewSettings>) => void
  /** False for what has no sessions outside of the regular one. */
  readonly hasExtendedHours: boolean
  readonly onClose: () => void
}

/** Chooses what a chart shows beside its bars. Each change shows at once. */
export function ChartViewDialog(props: ChartViewDialogProps) {
  const { chartView: text, table } = useText()
  const { shown, onChange, onClose, hasExtendedHours } = props
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          {table.done}
        </Button>
      }
    >
      <div className="chart-view-form" data-testid="chart-view">
        <fieldset>
          <legend>{text.interval}</legend>
          <IntervalFields symbol={props.symbol} span={props.span} onSpan={props.onSpan} />
        </fieldset>
        {hasExtendedHours && (
          <fieldset>
            <legend>{text.hours}</legend>
            <Choice
              label={text.extendedHours}
              checked={shown.extendedHours}
              onChange={(extendedHours) => onChange({ extendedHours })}
            />
          </fieldset>
        )}
        <fieldset>
          <legend>{text.zone}</legend>
          <Segments
            label={text.zone}
            value={shown.zone}
            options={CHART_ZONES.map((value) => ({ value, label: text.zones[value] }))}
            onValue={(zone) => onChange({ zone })}
          />
        </fieldset>
        <fieldset>
          <legend>{text.lines}</legend>
          <Choice
            label={text.previousClose}
            checked={shown.previousClose}
            onChange={(previousClose) => onChange({ previousClose })}
          />
          <Choice
            label={text.quote}
            checked={shown.quote}
            onChange={(quote) => onChange({ quote })}
          />
          <Choice
            label={text.marks.shown}
            checked={shown.marks}
            onChange={(marks) => onChange({ marks })}
          />
        </fieldset>
        <ComparedFields {...props} />
      </div>
    </Dialog>
  )
}

function Choice({
  label,
  checked,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <label className="choice flush">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

/** The length of a bar in any unit. */
function IntervalFields({
  symbol,
  span,
  onSpan,
}: Pick<ChartViewDialogProps, 'symbol' | 'span' | 'onSpan'>) {
  const { chartView: text, instruments } = useText()
  const [typed, setTyped] = useState(() => {
    const { amount, unit } = lengthOfSpan(span)
    return { amount: String(amount), unit }
  })
  const { unit } = typed
  const made = spanOfLength({ amount: Number(typed.amount), unit })
  const isThere = made !== null && spanFor(made, symbolClass(symbol)) === made
  const next = isThere ? made : null
  const impossible = unit === 'second' ? text.noSeconds : text.noSpan(MAX_AMOUNTS[unit])
  const missing =
    made === null ? impossible : text.noBars(instrumentName(symbolInstrument(symbol), instruments))
  const problem = isThere ? null : missing
  const use = (): void => {
    if (next !== null) onSpan(next)
  }
  return (
    <form
      className="chart-view-interval"
      onSubmit={(event) => {
        event.preventDefault()
        use()
      }}
    >
      <Field label={text.amount} problem={problem}>
        {(wiring) => (
          <TextInput
            {...wiring}
            data-testid="interval-amount"
            inputMode="numeric"
            value={typed.amount}
            maxLength={3}
            onChange={(event) => setTyped({ ...typed, amount: event.target.value })}
          />
        )}
      </Field>
      <Field label={text.unit}>
        {(wiring) => (
          <Select<SpanUnit>
            {...wiring}
            value={unit}
            onValue={(value) => setTyped({ ...typed, unit: value })}
            options={SPAN_UNITS.map((value) => ({ value, label: text.unitNames[value] }))}
          />
        )}
      </Field>
      <Button type="submit" aria-disabled={next === null}>
        {text.use}
      </Button>
    </form>
  )
}

function ComparedFields({ symbol, shown: { compared }, onChange }: ChartViewDialogProps) {
  const { chartView: text, instruments } = useText()
  const isFull = compared.length >= MAX_COMPARED
  const add = (added: Symbol): void => {
    if (added !== symbol && !compared.includes(added)) {
      onChange({ compared: [...compared, added] })
    }
  }
  return (
    <fieldset>
      <legend>{text.compare}</legend>
      <p className="dim">{isFull ? text.compareFull(MAX_COMPARED) : text.compareHint}</p>
      {!isFull && <SymbolSearch label={text.addCompared} onPick={(found) => add(found.symbol)} />}
      <ul className="chart-view-compared" data-testid="compared-symbols">
        {compared.map((other) => (
          <li key={other}>
            {instrumentName(symbolInstrument(other), instruments)}
            <IconButton
              icon={X}
              size="small"
              label={text.removeCompared(other)}
              onClick={() =>
                onChange({ compared: compared.filter((symbolShown) => symbolShown !== other) })
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
