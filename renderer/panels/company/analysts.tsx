import type { Symbol } from '../../../shared/domain/ids.js'
import type { PriceTarget } from '../../../shared/domain/reference/fundamentals.js'
import { RangeBar, ShareBar } from '../../chart/shares/share-bar.js'
import { formatQuantity } from '../../format/decimal.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useRow, useWatch } from '../../stores/context.js'
import { dayText } from '../../ui/table/columns/simple-columns.js'
import { targetText } from './overview.js'
import { Block, Facts, SectionStates } from './section-states.js'
import { useSection } from './use-section.js'

const RATINGS = [
  ['strongBuy', 'up'],
  ['buy', 'up-2'],
  ['hold', 'neutral'],
  ['underperform', 'down-2'],
  ['sell', 'down'],
] as const

/** How analysts rate a stock, and what price they expect. */
export function Ratings({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'rating')
  const rating = state.phase === 'ready' ? state.value : null
  return (
    <Block
      title={text.ratings}
      note={
        rating === null
          ? null
          : text.ratingCount(formatQuantity(rating.analysts), dayText(rating.since))
      }
    >
      <SectionStates state={state} rows={2}>
        {(value) => (
          <ShareBar
            label={text.ratings}
            parts={RATINGS.flatMap(([id, tone]) => {
              const count = value[id]
              return count === null
                ? []
                : [
                    {
                      id,
                      tone,
                      label: text.ratingNames[id],
                      value: count,
                      text: formatQuantity(count),
                    },
                  ]
            })}
          />
        )}
      </SectionStates>
    </Block>
  )
}

/** The price targets, with the last price among them. */
export function Targets({ symbol }: { readonly symbol: Symbol }) {
  const text = usePanelText().company
  const state = useSection(symbol, 'target')
  const since = state.phase === 'ready' ? (state.value?.since ?? null) : null
  return (
    <Block title={text.target} note={since === null ? null : text.targetSince(dayText(since))}>
      <SectionStates state={state} rows={2}>
        {(target) => <TargetRange symbol={symbol} target={target} />}
      </SectionStates>
    </Block>
  )
}

function TargetRange({
  symbol,
  target: { low, mean, median, high, currency },
}: {
  readonly symbol: Symbol
  readonly target: PriceTarget
}) {
  const text = usePanelText().company.targetNames
  const { quotes } = useMainWindow()
  useWatch([symbol])
  const last = useRow(quotes.rows, symbol)?.last ?? null
  return (
    <>
      {low !== null && high !== null && (
        <RangeBar
          label={`${text.low} ${targetText(low, currency)}, ${text.high} ${targetText(high, currency)}`}
          low={low}
          high={high}
          marks={[
            ...(mean === null ? [] : [{ id: 'mean', value: mean }]),
            ...(last === null ? [] : [{ id: 'last', value: last, isLast: true as const }]),
          ]}
        />
      )}
      <Facts
        facts={[
          [text.low, targetText(low, currency)],
          [text.mean, targetText(mean, currency)],
          [text.median, targetText(median, currency)],
          [text.high, targetText(high, currency)],
          [text.last, targetText(last, currency)],
        ]}
      />
    </>
  )
}

/** The page of analysts. */
export function Analysts({ symbol }: { readonly symbol: Symbol }) {
  return (
    <div className="company-page">
      <Ratings symbol={symbol} />
      <Targets symbol={symbol} />
    </div>
  )
}
