import { BANDS, COMPARISONS_OF } from '../../../../shared/domain/alerts/indicator-alert.js'
import { WATCHABLE } from '../../../../shared/domain/alerts/watchable.js'
import { isDayOrLonger } from '../../../../shared/domain/market/bar.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Field, Problem, Select, TextInput } from '../../../ui/field.js'
import type { DraftFieldsProps } from '../draft/alert-draft.js'
import { comparisonFor, lengthFields, newIndicator } from '../draft/indicator-draft.js'

/** The indicator of an alert, its settings and its bars. */
export function IndicatorFields(fields: DraftFieldsProps) {
  const { draft, change, problemOf } = fields
  const text = usePanelText().alerts
  const { kind } = draft.indicator
  const { indicators, timespans } = WATCHABLE[draft.instrument?.assetClass ?? 'stock']
  const spans = timespans.filter((span) => kind !== 'vwap' || !isDayOrLonger(span))
  return (
    <>
      <div className="alert-columns">
        <Field label={text.indicator}>
          {(wiring) => (
            <Select
              {...wiring}
              value={kind}
              onValue={(next) =>
                change({
                  indicator: newIndicator(next),
                  comparison: comparisonFor(next, draft.comparison),
                  level: '',
                })
              }
              options={indicators.map((value) => ({
                value,
                label: text.indicators[value],
              }))}
            />
          )}
        </Field>
        <Field label={text.bars}>
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.timespan}
              onValue={(timespan) => change({ timespan })}
              options={spans.map((value) => ({ value, label: text.timespans[value] }))}
            />
          )}
        </Field>
      </div>
      <Settings {...fields} />
      <Problem message={problemOf('indicator')} />
      <Field label={text.comparison} hint={text.barHint}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.comparison}
            onValue={(comparison) => change({ comparison })}
            options={COMPARISONS_OF[kind].map((value) => ({
              value,
              label: text.comparisons[value],
            }))}
          />
        )}
      </Field>
    </>
  )
}

/** The numbers that an indicator is set by. */
function Settings({ draft, change }: DraftFieldsProps) {
  const text = usePanelText().alerts
  const { indicator } = draft
  const set = (part: Partial<typeof indicator>): void =>
    change({ indicator: { ...indicator, ...part } })
  const isBollinger = indicator.kind === 'bollinger'
  const names = [...lengthFields(indicator.kind), ...(isBollinger ? ['deviations' as const] : [])]
  if (names.length === 0) return null
  return (
    <div className="alert-columns">
      {names.map((name) => (
        <Field key={name} label={text.settings[name]}>
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="decimal"
              value={indicator[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {isBollinger && (
        <Field label={text.band}>
          {(wiring) => (
            <Select
              {...wiring}
              value={indicator.band}
              onValue={(band) => set({ band })}
              options={BANDS.map((value) => ({ value, label: text.bands[value] }))}
            />
          )}
        </Field>
      )}
    </div>
  )
}
