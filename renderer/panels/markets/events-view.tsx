import { useMemo, useState } from 'react'
import type { EventMarket, EventSeries } from '../../../shared/domain/instruments/event-contract.js'
import { symbol as asSymbol } from '../../../shared/domain/ids.js'
import type { Invoke } from '../../bridge/client.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { marketColumns } from './event-columns.js'
import { GameStrip } from './game-strip.js'
import { Choice, MarketBar, type Market } from './market-bar.js'
import { MarketTable } from './market-table.js'
import { itemsOf, useListed } from './use-listed.js'

/** The category whose events may be about a game (TRADING-6). */
const SPORTS = 'SPORTS'

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
  const text = usePanelText()
  const { quotes } = useMainWindow()
  const choosing = useState(false)
  const eventMarkets = useEventMarkets()
  const columns = useMemo(
    () => marketColumns((symbol) => quotes.rows.get(symbol), text),
    [quotes, text],
  )
  return (
    <>
      <div>
        <MarketBar market="events" onMarket={onMarket} onColumns={() => choosing[1](true)}>
          <Choice
            label={text.markets.category}
            value={eventMarkets.category}
            onValue={eventMarkets.setCategory}
            options={eventMarkets.categories}
          />
          <Choice
            label={text.markets.series}
            value={eventMarkets.shownSeries?.symbol ?? null}
            onValue={eventMarkets.setSeries}
            options={eventMarkets.series.map(seriesOption)}
          />
          <Choice
            label={text.markets.event}
            value={eventMarkets.event?.symbol ?? null}
            onValue={eventMarkets.setEvent}
            options={eventMarkets.events.map(({ symbol, name }) => ({
              value: symbol,
              label: name,
            }))}
          />
        </MarketBar>
        {eventMarkets.category === SPORTS && eventMarkets.event !== undefined && (
          <GameStrip event={eventMarkets.event.symbol} />
        )}
      </div>
      <div className="panel-body">
        <MarketTable
          table="events"
          label={text.markets.marketsOf(eventMarkets.event?.name ?? '')}
          columns={columns}
          listed={eventMarkets.markets}
          choosing={choosing}
        />
      </div>
    </>
  )
}

const seriesOption = ({ symbol, name }: EventSeries) => ({ value: `${symbol}`, label: name })
