import { Plus, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { CHART_STYLES, PRICE_SCALES, type ChartAppearance } from '../../../chart/appearance.js'
import { INDICATOR_KINDS, specOf, type Parameter } from '../../../chart/indicators/catalogue.js'
import {
  MAX_INDICATORS,
  initialSettings,
  isAllowed,
  type IndicatorSettings,
} from '../../../chart/indicators/settings.js'
import { useText } from '../../../language/window-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { TextInput } from '../../../ui/field.js'
import { Segments } from '../../../ui/segments.js'
import { IndicatorTemplates } from './indicator-templates.js'
import { indicatorName } from './indicator-legend.js'
import './chart-settings.css'

export interface ChartSettingsProps {
  readonly appearance: ChartAppearance
  readonly onAppearance: (appearance: ChartAppearance) => void
  readonly indicators: readonly IndicatorSettings[]
  readonly onIndicators: (indicators: readonly IndicatorSettings[]) => void
  readonly onClose: () => void
}

/** Chooses type, scale and indicators of the chart. Each change shows at once and is saved. */
export function ChartSettings({
  appearance,
  onAppearance,
  indicators,
  onIndicators,
  onClose,
}: ChartSettingsProps) {
  const text = useText()
  const messages = text.indicators
  return (
    <Dialog
      title={messages.title}
      size="large"
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          {text.table.done}
        </Button>
      }
    >
      <div className="chart-settings">
        <Segments
          label={messages.style}
          value={appearance.style}
          options={CHART_STYLES.map((value) => ({ value, label: messages.styles[value] }))}
          onValue={(style) => onAppearance({ ...appearance, style })}
        />
        <Segments
          label={messages.scale}
          value={appearance.scale}
          options={PRICE_SCALES.map((value) => ({ value, label: messages.scales[value] }))}
          onValue={(scale) => onAppearance({ ...appearance, scale })}
        />
        <IndicatorTemplates indicators={indicators} onIndicators={onIndicators} />
        <section className="chart-settings-lists">
          <ShownIndicators indicators={indicators} onIndicators={onIndicators} />
          <AddIndicator
            isFull={indicators.length >= MAX_INDICATORS}
            onAdd={(added) => onIndicators([...indicators, added])}
          />
        </section>
      </div>
    </Dialog>
  )
}

function ShownIndicators({
  indicators,
  onIndicators,
}: Pick<ChartSettingsProps, 'indicators' | 'onIndicators'>) {
  const text = useText().indicators
  const change = (index: number, next: readonly IndicatorSettings[]): void =>
    onIndicators(indicators.toSpliced(index, 1, ...next))
  return (
    <div>
      <h3>{text.shown}</h3>
      {indicators.length === 0 && <p className="dim">{text.none}</p>}
      <ul className="indicator-list" data-testid="shown-indicators">
        {indicators.map((settings, index) => (
          <IndicatorRow
            key={`${index}/${settings.kind}`}
            settings={settings}
            onChange={(next) => change(index, [next])}
            onRemove={() => change(index, [])}
          />
        ))}
      </ul>
    </div>
  )
}

function IndicatorRow({
  settings,
  onChange,
  onRemove,
}: {
  readonly settings: IndicatorSettings
  readonly onChange: (settings: IndicatorSettings) => void
  readonly onRemove: () => void
}) {
  const text = useText().indicators
  const { kind, parameters } = settings
  const spec = specOf(kind)
  const name = indicatorName(settings, text)
  return (
    <li className="indicator-row" data-indicator={kind}>
      <strong>{text.names[kind]}</strong>
      <span className="indicator-tools">
        {spec.parameters.length > 0 && (
          <IconButton
            icon={RotateCcw}
            size="small"
            label={text.reset(name)}
            onClick={() => onChange(initialSettings(kind))}
          />
        )}
        <IconButton icon={X} size="small" label={text.remove(name)} onClick={onRemove} />
      </span>
      <span className="indicator-parameters">
        {spec.parameters.map((parameter, index) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={parameters[index] ?? parameter.initial}
            onValue={(value) =>
              onChange({ kind, parameters: parameters.toSpliced(index, 1, value) })
            }
          />
        ))}
      </span>
    </li>
  )
}

/** A day of the exchange as the number yyyymmdd, and back to a text of the date field. */
const dateText = (value: number): string =>
  value === 0
    ? ''
    : String(value).replace(
        /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
        '$<year>-$<month>-$<day>',
      )
const dateNumber = (text: string): number => Number(text.replaceAll('-', ''))

/** One parameter: what is typed takes effect while it is allowed. */
function ParameterField({
  parameter,
  value,
  onValue,
}: {
  readonly parameter: Parameter
  readonly value: number
  readonly onValue: (value: number) => void
}) {
  const text = useText().indicators
  const isDate = parameter.type === 'date'
  const entryOf = (current: number): string => (isDate ? dateText(current) : String(current))
  const [typed, setTyped] = useState(() => entryOf(value))
  // The field stays the same element, which keeps the focus, when its value is taken or reset.
  const [taken, setTaken] = useState(value)
  if (taken !== value) {
    setTaken(value)
    setTyped(entryOf(value))
  }
  const valueOf = (entry: string): number => (isDate ? dateNumber(entry) : Number(entry))
  const isValid = (isDate || typed.trim() !== '') && isAllowed(parameter, valueOf(typed))
  const commit = (): void => {
    if (isValid && valueOf(typed) !== value) onValue(valueOf(typed))
  }
  return (
    <label className="indicator-parameter">
      <span className="dim">{text.parameters[parameter.name]}</span>
      <TextInput
        type={isDate ? 'date' : 'text'}
        inputMode={isDate ? undefined : 'decimal'}
        value={typed}
        aria-invalid={!isValid}
        hint={isValid ? undefined : text.range(parameter.min, parameter.max)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      {!isValid && (
        <span className="field-problem" role="alert">
          {text.range(parameter.min, parameter.max)}
        </span>
      )}
    </label>
  )
}

function AddIndicator({
  isFull,
  onAdd,
}: {
  readonly isFull: boolean
  readonly onAdd: (settings: IndicatorSettings) => void
}) {
  const text = useText().indicators
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const matches = INDICATOR_KINDS.filter((kind) =>
    `${text.names[kind]} ${text.short[kind]}`.toLowerCase().includes(wanted),
  )
  return (
    <div>
      <h3>{text.add}</h3>
      <TextInput
        aria-label={text.find}
        placeholder={text.find}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {isFull && <p className="dim">{text.full(MAX_INDICATORS)}</p>}
      {matches.length === 0 && <p className="dim">{text.notFound}</p>}
      <ul className="indicator-list" data-testid="indicator-choices">
        {matches.map((kind) => (
          <li key={kind}>
            <Button
              variant="quiet"
              icon={Plus}
              disabled={isFull}
              onClick={() => onAdd(initialSettings(kind))}
            >
              {text.names[kind]}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
