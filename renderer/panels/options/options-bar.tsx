import { Columns3 } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  ChainExpiry,
  ChainRow,
  OptionChain,
} from '../../../shared/domain/instruments/option-chain.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatDecimal, formatQuantity, formatRatio } from '../../format/decimal.js'
import { formatDay } from '../../format/instrument-name.js'
import { formatQuotePrice } from '../../format/product-price.js'
import { formatAge } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { IconButton } from '../../ui/button.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { useEvery } from '../../ui/every.js'
import { Select } from '../../ui/field.js'
import { QuoteCell, type QuoteField } from '../../ui/live-cell.js'
import { QuoteAge } from '../../ui/reading/quote-age.js'
import { Segments } from '../../ui/segments.js'
import { Stale } from '../../ui/states.js'
import { daysBetween, expiryKey, parityPrice } from './chain-model.js'
import { explainByTab } from '../../ui/hints/hint.js'

export const STRIKE_COUNTS = ['10', '20', '40', 'all'] as const
export type StrikeCount = (typeof STRIKE_COUNTS)[number]

/** Quotes of options in view that are older than this are marked. */
const STALE_MS = 30_000

const LAST: QuoteField = { read: (quote) => quote.last, write: formatQuotePrice }
const CHANGE: QuoteField = {
  read: (quote) => quote.changeRatio,
  write: (value) => formatRatio(value),
  signed: (quote) => quote.changeRatio,
}

export interface OptionsBarProps {
  readonly chain: OptionChain
  readonly expiry: ChainExpiry
  /** The exchange's day, yyyy-MM-dd. */
  readonly today: string
  readonly onExpiry: (key: string) => void
  readonly count: StrikeCount
  readonly onCount: (count: StrikeCount) => void
  /** The contracts whose quotes are watched. */
  readonly watched: readonly Symbol[]
  readonly onColumns: () => void
}

/** The underlying, the choice of strikes and expiration, and the age of what is shown. */
export function OptionsBar(props: OptionsBarProps) {
  const { chain, expiry, today, onExpiry, count, onCount, watched, onColumns } = props
  const text = usePanelText()
  const { underlying } = chain
  return (
    <div>
      <div className="panel-bar">
        <span className="symbol">{underlying}</span>
        <UnderlyingPrice underlying={underlying} rows={expiry.rows} />
        <span className="dim" {...explainByTab(text.options.multiplier)}>
          {text.options.details(formatQuantity(expiry.multiplier))}
        </span>
        <span className="spring" />
        <QuotesAge symbols={watched} />
        <ChannelAge channel="api" />
        <Select
          aria-label={text.options.strikes}
          value={count}
          onValue={onCount}
          options={STRIKE_COUNTS.map((value) => ({
            value,
            label: text.options.strikeCounts[value],
          }))}
        />
        <IconButton icon={Columns3} label={text.table.columns} onClick={onColumns} />
      </div>
      <div className="chain-expiries">
        <Segments
          label={text.options.expiries(underlying)}
          value={expiryKey(expiry)}
          onValue={onExpiry}
          options={chain.expiries.map((candidate) => ({
            value: expiryKey(candidate),
            label: expiryLabel(candidate, underlying, today, text.options),
          }))}
        />
      </div>
    </div>
  )
}

/**
 * The last price and the change of the underlying; of an index without a quote the price that
 * follows from its options.
 */
function UnderlyingPrice({
  underlying,
  rows,
}: {
  readonly underlying: Symbol
  readonly rows: readonly ChainRow[]
}) {
  const text = usePanelText().options
  const { quotes } = useMainWindow()
  const isQuoted = useSyncExternalStore(
    useCallback((wake) => quotes.rows.onRow(underlying, wake), [quotes, underlying]),
    () => quotes.rows.get(underlying) !== undefined,
  )
  useEvery(isQuoted ? null : 1_000)
  if (isQuoted) {
    return (
      <>
        <QuoteAge symbol={underlying} />
        <QuoteCell symbol={underlying} field={LAST} />
        <QuoteCell symbol={underlying} field={CHANGE} />
      </>
    )
  }
  const price = parityPrice(rows, (symbol) => quotes.rows.get(symbol))
  if (price === null) return null
  return (
    <span className="tnum" {...explainByTab(text.parityHint)} data-testid="options-parity">
      ≈ {formatDecimal(price, 2, 2)}
    </span>
  )
}

/** Names an expiry: its day, the days until it, and what distinguishes it from others. */
function expiryLabel(
  { expiration, root, cycle }: ChainExpiry,
  underlying: Symbol,
  today: string,
  text: PanelText['options'],
): string {
  const daysLeft = daysBetween(today, expiration)
  const day = [
    ...(root === underlying ? [] : [root]),
    formatDay(expiration),
    ...(cycle === 'weekly' || cycle === 'daily' ? [text.weekly] : []),
  ].join(' ')
  return daysLeft <= 0 ? text.today(day) : text.days(day, daysLeft)
}

/** The age of the oldest quote in view. */
function QuotesAge({ symbols }: { readonly symbols: readonly Symbol[] }) {
  const text = usePanelText().options
  const { quotes, now } = useMainWindow()
  useEvery(1_000)
  const times = symbols.flatMap((symbol) => quotes.rows.get(symbol)?.receivedAt ?? [])
  if (symbols.length === 0) return null
  if (times.length === 0) return <span className="dim">{text.waiting}</span>
  const ageMs = Math.max(0, now() - Math.min(...times))
  if (ageMs > STALE_MS) return <Stale ageMs={ageMs} />
  return (
    <span className="dim tnum" {...explainByTab(text.ageHint)} data-testid="options-age">
      {text.age(formatAge(ageMs))}
    </span>
  )
}
