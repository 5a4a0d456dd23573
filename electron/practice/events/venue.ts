import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { exchangeClock, exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { EventInstrument } from '../model/instrument.js'
import type { MarketStep } from '../model/market-step.js'
import { hash3, logNormal } from '../market/math/random.js'
import {
  PRICE_SCALE,
  SIZE_SCALE,
  UNIT_SIZE,
  type PriceUnits,
  type SizeUnits,
} from '../model/units.js'
import type { Venue } from '../model/venue.js'
import { readEventBars, type EventBarQuery } from './bars.js'
import { createCatalog, type EventCatalog } from './catalog.js'
import { PAYOUT, fairPrice, gridOf, sideOf, touchAt } from './quotes.js'
import { stepsBetween } from './steps.js'
import { Tape, type EventBar, type EventPrint } from './tape.js'
import type { EventMarket, EventSpec } from './rules/types.js'
import { createUnderlying, type PriceSource } from './underlying.js'

export interface EventVenueOptions {
  readonly seed: string
  /** Returns the exchange time; nothing after it is published. */
  readonly now: () => EpochMs
  readonly prices: PriceSource
}

/** The figures of one market. "Day" is the calendar day of New York. */
export interface EventSnapshotData {
  readonly last: PriceUnits
  readonly lastTime: EpochMs | null
  readonly previousClose: PriceUnits
  /** Of the day; the same as the daily bar's. */
  readonly volume: SizeUnits
  readonly openInterest: SizeUnits
}

/** The venue of event contracts: everything that the exchange and the data operations need. */
export interface EventVenue extends Venue {
  readonly seed: string
  readonly catalog: EventCatalog
  instrument(symbol: string): EventInstrument | undefined
  /** Returns a market that has opened, settled ones included. */
  market(symbol: string): EventMarket | undefined
  event(symbol: string): EventSpec | undefined
  snapshot(symbol: string): EventSnapshotData | undefined
  /** Returns the newest trades, newest first. */
  ticks(symbol: string, count: number): readonly EventPrint[]
  /** Returns bars, oldest first. */
  bars(symbol: string, timespan: Timespan, query: EventBarQuery): readonly EventBar[]
  /** Returns the id of a trade on the tape; undefined when there is none. */
  tradeId(symbol: string, time: EpochMs, price: PriceUnits, size: SizeUnits): string | undefined
  /** Moves the time without emitting the steps in between. */
  skipTo(to: EpochMs): void
}

const BOOK_LEVELS = 10
const MAX_LEVELS = 100
const MAX_TAPES = 2_000
/** Delay of the payout after an early outcome. */
const EARLY_PAYS_MS = ASSUMPTIONS.events.earlyPayoutMinutes * MINUTE_MS

/** True once trading in a market has ended. */
export const hasEnded = (market: EventMarket, now: EpochMs): boolean => now >= market.endsAt

function instrumentOf(market: EventMarket, now: EpochMs): EventInstrument {
  const { event, draft } = market
  const { occasion, rule } = event
  const over = hasEnded(market, now)
  // An early end must stay unknown until it has happened.
  const early = over && market.decidedAt < occasion.decidedAt
  return {
    product: 'EVENT',
    symbol: market.symbol,
    name: `${event.name} ${draft.yes}`,
    instrumentId: market.instrumentId,
    exchangeCode: 'KALSHI',
    status: over ? 'NT' : 'OC',
    scale: { price: PRICE_SCALE, size: SIZE_SCALE, multiplier: 1 },
    grid: gridOf(market),
    seriesSymbol: rule.symbol,
    eventSymbol: event.symbol,
    eventName: event.name,
    yesCondition: draft.condition,
    expiresAt: over ? market.endsAt : occasion.closesAt,
    paysAt: early ? epochMs(market.decidedAt + EARLY_PAYS_MS) : occasion.paysAt,
    fractionable: rule.fractionable,
  }
}

/** Returns the simulated book of a market at a time; empty once trading has ended. */
export function bookAt(market: EventMarket, time: EpochMs, levels: number): MarketStep {
  const over = hasEnded(market, time)
  const touch = over ? { bid: null, ask: null } : touchAt(market, time)
  return {
    symbol: market.symbol,
    time,
    session: 'regular',
    trade: null,
    bids: sideOf(market, touch.bid, false, time, levels),
    asks: sideOf(market, touch.ask, true, time, levels),
  }
}

/** Returns the open interest, which grows quickly after the opening and slowly towards the end. */
function openInterest(market: EventMarket, now: EpochMs): SizeUnits {
  const { rule, occasion } = market.event
  const part =
    Math.max(0, Math.min(now, market.endsAt) - occasion.opensAt) /
    Math.max(1, occasion.closesAt - occasion.opensAt)
  return (
    Math.round(
      rule.tradesPerHour *
        rule.tradeSize *
        9 *
        logNormal(hash3(market.key, 60, 0)) *
        (1 - Math.exp(-3 * part)),
    ) * UNIT_SIZE
  )
}

/** Creates the venue. Markets and trades are generated on demand. */
export function createEventVenue({ seed, now: clock, prices }: EventVenueOptions): EventVenue {
  const price = createUnderlying(prices, () => now())
  const catalog = createCatalog({
    seed,
    price,
    listed: (symbol) => prices.dollar(symbol) !== undefined,
  })
  const tapes = new Map<string, Tape>()
  const printed = new Set<string>()
  const watched = new Map<string, number>()
  let emittedTo = clock()
  // Emitted steps have happened, even if the clock that drives the venue lags behind.
  const now = (): EpochMs => epochMs(Math.max(clock(), emittedTo))

  const market = (symbol: string): EventMarket | undefined => catalog.market(symbol, now())
  const tapeOf = (eventMarket: EventMarket): Tape => {
    const known = tapes.get(eventMarket.symbol)
    if (known) return known
    // Tapes with customers' prints cannot be regenerated from the seed.
    if (tapes.size >= MAX_TAPES) {
      for (const symbol of tapes.keys()) if (!printed.has(symbol)) tapes.delete(symbol)
    }
    const made = new Tape(eventMarket)
    tapes.set(eventMarket.symbol, made)
    return made
  }
  const lastBefore = (eventMarket: EventMarket, time: EpochMs): EventPrint | undefined =>
    tapeOf(eventMarket).newest(1, time)[0]
  const closeBefore = (eventMarket: EventMarket, time: EpochMs): PriceUnits => {
    const midnight = epochMs(exchangeInstant(exchangeClock(time).day, 0) - 1)
    return (
      lastBefore(eventMarket, midnight)?.price ??
      fairPrice(eventMarket, epochMs(Math.max(eventMarket.event.occasion.opensAt, midnight)))
    )
  }
  /** Returns the final value of one yes contract; null before the outcome is known. */
  const settlementPrice = (eventMarket: EventMarket): PriceUnits | null =>
    now() < eventMarket.decidedAt
      ? null
      : eventMarket.event.model.probability(eventMarket.index, eventMarket.decidedAt) >= 0.5
        ? PAYOUT
        : 0
  return {
    seed,
    catalog,
    market,
    event: (symbol) => catalog.event(symbol, now()),
    instrument: (symbol) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined ? undefined : instrumentOf(eventMarket, now())
    },
    reference: (symbol) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined
        ? undefined
        : {
            last:
              settlementPrice(eventMarket) ??
              lastBefore(eventMarket, now())?.price ??
              fairPrice(eventMarket, now()),
            previousClose: closeBefore(eventMarket, now()),
          }
    },
    book: (symbol, levels = BOOK_LEVELS) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined
        ? undefined
        : bookAt(eventMarket, now(), Math.min(MAX_LEVELS, Math.max(1, levels)))
    },
    snapshot: (symbol) => {
      const eventMarket = market(symbol)
      if (eventMarket === undefined) return undefined
      const last = lastBefore(eventMarket, now())
      const midnight = exchangeInstant(exchangeClock(now()).day, 0)
      return {
        last: last?.price ?? fairPrice(eventMarket, now()),
        lastTime: last?.time ?? null,
        previousClose: closeBefore(eventMarket, now()),
        openInterest: openInterest(eventMarket, now()),
        volume: tapeOf(eventMarket)
          .between(midnight - 1, now())
          .reduce((sum, { size }) => sum + size, 0),
      }
    },
    ticks: (symbol, count) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined ? [] : tapeOf(eventMarket).newest(count, now())
    },
    tradeId: (symbol, time, atPrice, size) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined
        ? undefined
        : tapeOf(eventMarket).find(time, atPrice, size, now())?.id
    },
    bars: (symbol, timespan, query) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined
        ? []
        : readEventBars(tapeOf(eventMarket), timespan, query, now())
    },
    watch: (symbol): Disposer => {
      watched.set(symbol, (watched.get(symbol) ?? 0) + 1)
      let open = true
      return () => {
        if (!open) return
        open = false
        const left = (watched.get(symbol) ?? 1) - 1
        if (left === 0) watched.delete(symbol)
        else watched.set(symbol, left)
      }
    },
    // Prices follow completed minutes of the underlying, not its single trades, so there is nothing
    // to
    // do.
    follow: () => undefined,
    advance: (to, sink) => {
      if (to <= emittedTo) return
      const from = emittedTo
      emittedTo = to
      const steps = [...watched.keys()].flatMap((symbol) => {
        const eventMarket = catalog.market(symbol, to)
        return eventMarket === undefined
          ? []
          : stepsBetween(eventMarket, tapeOf(eventMarket), from, to, (time) =>
              bookAt(eventMarket, time, BOOK_LEVELS),
            )
      })
      steps.sort((a, b) => a.time - b.time || (a.symbol < b.symbol ? -1 : 1))
      for (const step of steps) sink(step)
    },
    skipTo: (to) => {
      if (to > emittedTo) emittedTo = to
    },
    recordPrint: (symbol, time, printPrice, size, aggressor) => {
      const eventMarket = market(symbol)
      if (eventMarket === undefined) return
      printed.add(symbol)
      tapeOf(eventMarket).record(time, printPrice, size, aggressor)
    },
    settlement: (symbol) => {
      const eventMarket = market(symbol)
      return eventMarket === undefined ? null : settlementPrice(eventMarket)
    },
  }
}
