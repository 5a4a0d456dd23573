import { useMemo, useState } from 'react'
import {
  otherSide,
  type EventMarket,
  type EventSeries,
} from '../../../shared/domain/instruments/event-contract.js'
import { symbol as asSymbol } from '../../../shared/domain/ids.js'
import { MISSING } from '../../../shared/messages/number-format.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import type { Invoke } from '../../bridge/client.js'
import { formatCompact } from '../../format/decimal.js'
import { formatDay } from '../../format/instrument-name.js'
import { formatQuotePrice } from '../../format/product-price.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import type { QuoteField } from '../../ui/live-cell.js'
import type { Column } from '../../ui/table/column.js'
import { Choice, MarketBar, type Market } from './market-bar.js'
import { MarketTable } from './market-table.js'
import { quoteColumn, type QuoteOf } from './price-columns.js'
import { itemsOf, useListed } from './use-listed.js'

const readCategories = (invoke: Invoke) => invoke('events.categories', {})
const readSeries = (invoke: Invoke) => invoke('events.series', { category: null })
const readEvents = (invoke: Invoke, series: string) =>
  invoke('events.list', { series: asSymbol(series) })
const readMarkets = (invoke: Invoke, event: string) =>
  invoke('events.markets', { event: asSymbol(event) })

/** The way to a question: category, series, event; then the markets of the event. */
function useEventMarkets() {
  const [category, setCategory] = useState<string | null>(null)
  const [chosenSeries, setSeries] = useState<string | null>(null)
  const [chosenEvent, setEvent] = useState<string | null>(null)
  const listed = useListed('all', readSeries)
  const categories = useCategories(itemsOf(listed))
  const shownCategory = category ?? categories[0]?.value ?? null
  const series = itemsOf(listed).filter((entry) => entry.category === shownCategory)
  const shownSeries = series.find((entry) => entry.symbol === chosenSeries) ?? series[0]
  const events = useListed(shownSeries?.symbol ?? null, readEvents)
  const open = itemsOf(events).filter(({ status }) => status !== 'inactive')
  const event = open.find((entry) => entry.symbol === chosenEvent) ?? open[0]
  const markets = useListed(event?.symbol ?? null, readMarkets)
  const failed = [listed, events].find(({ phase }) => phase === 'failed')
  const isEmpty = events.phase === 'ready' && open.length === 0
  return {
    categories,
    category: shownCategory,
    setCategory,
    series,
    shownSeries,
    setSeries,
    events: open,
    event,
    setEvent,
    markets:
      failed?.phase === 'failed'
        ? failed
        : isEmpty
          ? ({ phase: 'ready', items: NONE } as const)
          : markets,
  }
}
const NONE: readonly EventMarket[] = []

/** Returns the categories that have series, by name. Series name theirs by its code. */
function useCategories(series: readonly EventSeries[]) {
  const names = new Map(
    itemsOf(useListed('all', readCategories)).map(({ code, name }) => [code, name]),
  )
  return [...new Set(series.map(({ category }) => category))]
    .map((value) => ({ value, label: names.get(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

/** The questions of an event with the prices of both answers. */
export function EventsView({ onMarket }: { readonly onMarket: (market: Market) => void }) {
  const text = useText()
  const { quotes } = useMainWindow()
  const choosing = useState(false)
  const found = useEventMarkets()
  const columns = useMemo(
    () => marketColumns((symbol) => quotes.rows.get(symbol), text),
    [quotes, text],
  )
  return (
    <>
      <MarketBar market="events" onMarket={onMarket} onColumns={() => choosing[1](true)}>
        <Choice
          label={text.markets.category}
          value={found.category}
          onValue={found.setCategory}
          options={found.categories}
        />
        <Choice
          label={text.markets.series}
          value={found.shownSeries?.symbol ?? null}
          onValue={found.setSeries}
          options={found.series.map(seriesOption)}
        />
        <Choice
          label={text.markets.event}
          value={found.event?.symbol ?? null}
          onValue={found.setEvent}
          options={found.events.map(({ symbol, name }) => ({ value: symbol, label: name }))}
        />
      </MarketBar>
      <div className="panel-body">
        <MarketTable
          table="events"
          label={text.markets.marketsOf(found.event?.name ?? '')}
          columns={columns}
          listed={found.markets}
          choosing={choosing}
        />
      </div>
    </>
  )
}

const seriesOption = ({ symbol, name }: EventSeries) => ({ value: `${symbol}`, label: name })

/** The prices of both answers, from the quote of "yes". */
const PRICES: Readonly<Record<'yes-bid' | 'yes-ask' | 'no-bid' | 'no-ask', QuoteField>> = {
  'yes-bid': { read: (quote) => quote.bid, write: formatQuotePrice, flash: true },
  'yes-ask': { read: (quote) => quote.ask, write: formatQuotePrice, flash: true },
  'no-bid': {
    read: ({ ask }) => (ask === null ? null : otherSide(ask)),
    write: formatQuotePrice,
    flash: true,
  },
  'no-ask': {
    read: ({ bid }) => (bid === null ? null : otherSide(bid)),
    write: formatQuotePrice,
    flash: true,
  },
}

function marketColumns(quoteOf: QuoteOf, text: WindowText): readonly Column<EventMarket>[] {
  const { outcomes } = text.instruments
  const { bid, ask, last, volume } = text.watchlist.heads
  const price = (outcome: 'yes' | 'no', side: 'bid' | 'ask') =>
    quoteColumn<EventMarket>(
      {
        id: `${outcome}-${side}`,
        head: side === 'bid' ? bid : ask,
        headLabel: text.markets.priceOf(outcomes[outcome], side === 'bid' ? bid : ask),
        group: outcomes[outcome],
        width: 62,
        hint: text.options.press[side],
        ...PRICES[`${outcome}-${side}`],
      },
      quoteOf,
    )
  return [
    {
      id: 'name',
      head: text.markets.heads.question,
      width: 170,
      grow: 4,
      pinned: true,
      cell: ({ name, yesCondition }) => (
        <span className="symbol" title={yesCondition ?? name}>
          {name}
        </span>
      ),
      data: ({ name }) => name,
    },
    price('yes', 'bid'),
    price('yes', 'ask'),
    price('no', 'bid'),
    price('no', 'ask'),
    quoteColumn(
      {
        id: 'last',
        head: last,
        width: 56,
        yields: 2,
        read: (quote) => quote.last,
        write: formatQuotePrice,
      },
      quoteOf,
    ),
    quoteColumn(
      {
        id: 'volume',
        head: volume,
        width: 70,
        yields: 3,
        read: (quote) => quote.volume,
        write: formatCompact,
      },
      quoteOf,
    ),
    {
      id: 'lastDay',
      head: text.markets.heads.lastDay,
      headLabel: text.markets.headsLong.lastDay,
      width: 84,
      yields: 1,
      cell: ({ lastTradingDate }) => (
        <span>{lastTradingDate === null ? MISSING : formatDay(lastTradingDate.slice(0, 10))}</span>
      ),
      data: ({ lastTradingDate }) => lastTradingDate ?? '',
    },
  ]
}
