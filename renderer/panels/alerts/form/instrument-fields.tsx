import {
  isQuoteKind,
  PRICE_DIRECTIONS,
  QUOTE_KINDS,
} from '../../../../shared/domain/alerts/quote-kinds.js'
import {
  INSTRUMENT_ALERT_KINDS,
  WATCHABLE,
  type InstrumentAlertKind,
} from '../../../../shared/domain/alerts/watchable.js'
import type { PriceCrossing } from '../../../../shared/domain/alerts/alert.js'
import { EVENT_OUTCOMES } from '../../../../shared/domain/instruments/event-contract.js'
import { instrumentName, symbolInstrument } from '../../../format/instrument-name.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Field, Problem, Select } from '../../../ui/field.js'
import { SymbolSearch } from '../../../ui/symbol-search.js'
import { hasLevel, withInstrument, type DraftFieldsProps } from '../draft/alert-draft.js'
import { DrawingFields } from './drawing-fields.js'
import { IndicatorFields } from './indicator-fields.js'
import { LevelField } from './level-field.js'

/** Returns the directions that the form offers; none where there is one only. */
function directionsOf(kind: InstrumentAlertKind): readonly PriceCrossing[] {
  if (kind === 'drawing') return []
  return kind === 'indicator' ? PRICE_DIRECTIONS : QUOTE_KINDS[kind].directions
}

const usualDirection = (kind: InstrumentAlertKind): PriceCrossing =>
  (isQuoteKind(kind) ? QUOTE_KINDS[kind].directions[0] : undefined) ?? 'above'

/** What an alert on an instrument waits for. */
export function InstrumentFields(fields: DraftFieldsProps) {
  const { draft, change, problemOf } = fields
  const { alerts: text, instruments } = usePanelText()
  const { instrument, kind } = draft
  const name =
    instrument === null ? null : instrumentName(symbolInstrument(instrument.symbol), instruments)
  const kinds =
    instrument === null ? INSTRUMENT_ALERT_KINDS : WATCHABLE[instrument.assetClass].kinds
  const directions = directionsOf(kind)
  return (
    <>
      <div className="field">
        <span className="field-label">{text.symbol}</span>
        <SymbolSearch
          label={text.symbol}
          {...(name === null ? {} : { shown: name })}
          onPick={({ symbol, assetClass }) => change(withInstrument(draft, { symbol, assetClass }))}
        />
        <Problem message={problemOf('symbol')} />
      </div>
      <Field label={text.kind}>
        {(wiring) => (
          <Select
            {...wiring}
            value={kind}
            onValue={(next) => change({ kind: next, level: '', when: usualDirection(next) })}
            options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
          />
        )}
      </Field>
      {kind === 'price' && instrument?.assetClass === 'event' && <OutcomeField {...fields} />}
      {kind === 'indicator' && <IndicatorFields {...fields} />}
      {kind === 'drawing' && <DrawingFields {...fields} />}
      {directions.length > 0 && (
        <Field label={text.when}>
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.when}
              onValue={(when) => change({ when })}
              options={directions.map((value) => ({
                value,
                label: kind === 'indicator' ? text.barWhens[value] : text.whens[value],
              }))}
            />
          )}
        </Field>
      )}
      {hasLevel(draft) && <LevelField {...fields} label={text.levels[kind]} />}
    </>
  )
}

/** Whose price of an event market it is. */
function OutcomeField({ draft, change }: DraftFieldsProps) {
  const text = usePanelText().alerts
  return (
    <Field label={text.outcome} hint={text.outcomeHint}>
      {(wiring) => (
        <Select
          {...wiring}
          value={draft.outcome}
          onValue={(outcome) => change({ outcome })}
          options={EVENT_OUTCOMES.map((value) => ({ value, label: text.outcomes[value] }))}
        />
      )}
    </Field>
  )
}
