import { createExchange } from '../../../../electron/practice/exchange/exchange.js'
import { seededIds } from '../../../../electron/practice/exchange/state/seeded-ids.js'
import type {
  Market,
  SnapshotData,
} from '../../../../electron/practice/market/securities/market-types.js'
import type { MarketStep, PriceLevel } from '../../../../electron/practice/model/market-step.js'
import type { ReferencePrices } from '../../../../electron/practice/model/venue.js'
import { compositeMarket } from '../../../../electron/practice/simulation/composite-market.js'
import type {
  MarketSimulation,
  MarketSimulationStart,
} from '../../../../electron/practice/simulation/market-simulation.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { START } from '../time/virtual-time.js'
import { PricePath, TICK_MS } from './price-path.js'
import { referenceMarket } from './reference-market.js'

/** A traded symbol: its book at the reference price, and its path. */
interface Traded {
  readonly symbol: string
  readonly book: MarketStep
  readonly prices: ReferencePrices
  /** The size of one unit that can be traded. */
  readonly lot: number
  readonly path: PricePath
  /** The levels at the last offset that was used. */
  levels: Levels | null
}

interface Levels {
  readonly offset: number
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/** Returns levels moved by an offset, without those whose price would not be above zero. */
function shift(levels: readonly PriceLevel[], offset: number): readonly PriceLevel[] {
  const moved = levels.map(({ price, size }) => ({ price: price + offset, size }))
  return moved.every(({ price }) => price > 0) ? moved : moved.filter(({ price }) => price > 0)
}

/**
 * The market of one simulation: the instruments and books of the practice market, moved along the
 * paths of the seed. Cheap to open, and the same whenever it is opened again.
 */
class ScriptedMarket {
  readonly #traded: ReadonlyMap<string, Traded>
  #now: EpochMs

  constructor(seed: number, now: EpochMs) {
    const { traded, sources } = referenceMarket()
    const symbols = [
      ...traded.stocks,
      ...traded.options.map(({ symbol }) => symbol),
      ...traded.futures,
      ...traded.crypto,
      ...traded.events,
    ]
    this.#now = now
    this.#traded = new Map(symbols.map((symbol) => [symbol, tradedSymbol(seed, symbol, sources)]))
  }

  get now(): EpochMs {
    return this.#now
  }

  /** Returns how far a symbol is from its reference price; 0 for a symbol without a path. */
  offset(symbol: string): number {
    return this.#traded.get(symbol)?.path.tick(tickAt(this.#now)).offset ?? 0
  }

  book(symbol: string): MarketStep | undefined {
    const traded = this.#traded.get(symbol)
    if (traded !== undefined) return stepOf(traded, tickAt(this.#now), this.#now, false)
    return referenceMarket().sources.book(symbol)
  }

  reference(symbol: string): ReferencePrices | undefined {
    const traded = this.#traded.get(symbol)
    if (traded === undefined) return referenceMarket().sources.reference(symbol)
    const { last, previousClose } = traded.prices
    return { last: last + this.offset(symbol), previousClose }
  }

  advance(to: EpochMs, sink: (step: MarketStep) => void): void {
    for (let tick = tickAt(this.#now) + 1; START + tick * TICK_MS <= to; tick += 1) {
      this.#now = epochMs(START + tick * TICK_MS)
      for (const traded of this.#traded.values()) sink(stepOf(traded, tick, this.#now, true))
    }
    this.#now = epochMs(Math.max(this.#now, to))
  }
}

const tickAt = (time: EpochMs): number => Math.max(0, Math.floor((time - START) / TICK_MS))

/** What every simulation reads of a symbol. The reference market never changes: computed once. */
const references = new Map<string, Omit<Traded, 'path' | 'levels'> & { readonly step: number }>()

function tradedSymbol(
  seed: number,
  symbol: string,
  sources: ReturnType<typeof referenceMarket>['sources'],
): Traded {
  let reference = references.get(symbol)
  if (reference === undefined) {
    const book = sources.book(symbol)
    const prices = sources.reference(symbol)
    const instrument = sources.instrument(symbol)
    if (book === undefined || prices === undefined || instrument === undefined) {
      throw new Error(`${symbol} is not traded`)
    }
    const { last, previousClose } = prices
    const { grid, product, scale } = instrument
    const step = Math.max(...grid.map((row) => row.step), 1)
    const lot = product === 'CRYPTO' ? 1 : 10 ** scale.size
    reference = { symbol, book, prices: { last, previousClose }, step, lot }
    references.set(symbol, reference)
  }
  const { book, prices, step, lot } = reference
  return {
    symbol,
    book,
    prices,
    lot,
    path: new PricePath({ seed, symbol, reference: prices.last, step }),
    levels: null,
  }
}

/** Returns a symbol's book at an offset; it stays the same until the price moves. */
function levelsAt(traded: Traded, offset: number): Levels {
  if (traded.levels?.offset === offset) return traded.levels
  const { bids, asks } = traded.book
  traded.levels = { offset, bids: shift(bids, offset), asks: shift(asks, offset) }
  return traded.levels
}

function stepOf(traded: Traded, tick: number, time: EpochMs, withTrade: boolean): MarketStep {
  const { offset, trade } = traded.path.tick(tick)
  const { bids, asks } = levelsAt(traded, offset)
  const level = trade?.aggressor === 'buy' ? asks[0] : bids[0]
  return {
    symbol: traded.symbol,
    time,
    session: traded.book.session,
    bids,
    asks,
    trade:
      !withTrade || trade === null || level === undefined
        ? null
        : {
            aggressor: trade.aggressor,
            price: level.price,
            size: Math.ceil((level.size * trade.sizePart) / traded.lot) * traded.lot,
          },
  }
}

const snapshots = new Map<string, SnapshotData | undefined>()

/** Returns a symbol's snapshot in the reference market, which never changes. */
function snapshotOf(symbol: string): SnapshotData | undefined {
  if (!snapshots.has(symbol)) {
    const { market } = referenceMarket().simulation
    const data = market.snapshot(market.resolve(symbol))
    // A copy has the values of members that are computed at every access.
    snapshots.set(symbol, data && { ...data })
  }
  return snapshots.get(symbol)
}

/** Returns the market's queries: the reference market's, with the scripted prices. */
function marketView(script: ScriptedMarket): Market {
  const { simulation } = referenceMarket()
  const snapshot = (symbol: string): SnapshotData | undefined => {
    const data = snapshotOf(symbol)
    const offset = script.offset(symbol)
    return (
      data && {
        ...data,
        time: script.now,
        lastTime: script.now,
        last: data.last + offset,
        change: data.change + offset,
      }
    )
  }
  return {
    ...compositeMarket(simulation.market, []),
    now: () => script.now,
    advance: (to, sink) => script.advance(to, sink),
    skipTo: (to, sink) => script.advance(to, sink ?? (() => undefined)),
    skipEmitsSteps: () => true,
    watch: () => () => undefined,
    recordPrint: () => undefined,
    book: (symbol) => script.book(symbol),
    reference: (symbol) => script.reference(symbol),
    snapshot,
  }
}

/** Returns the venues of options and event contracts with the scripted prices. */
function venueViews(script: ScriptedMarket): Pick<MarketSimulation, 'options' | 'events'> {
  const { options, events } = referenceMarket().simulation
  const still = {
    follow: () => undefined,
    advance: () => undefined,
    skipTo: () => undefined,
    watch: () => () => undefined,
    recordPrint: () => undefined,
    book: (symbol: string) => script.book(symbol),
    reference: (symbol: string) => script.reference(symbol),
  }
  return {
    options: {
      ...still,
      listings: options.listings,
      instrument: (symbol) => options.instrument(symbol),
      settlement: () => null,
      contract: (symbol) => options.contract(symbol),
      ticks: (symbol, count) => options.ticks(symbol, count),
      bars: (symbol, timespan, query) => options.bars(symbol, timespan, query),
      valuation: (symbol) => options.valuation(symbol),
      underlying: (symbol) => options.underlying(symbol),
      snapshot(symbol) {
        const data = options.snapshot(symbol)
        const book = script.book(symbol)
        return data && book && { ...data, last: data.last + script.offset(symbol), book }
      },
    },
    events: {
      ...still,
      seed: events.seed,
      catalog: events.catalog,
      instrument: (symbol) => events.instrument(symbol),
      settlement: () => null,
      market: (symbol) => events.market(symbol),
      event: (symbol) => events.event(symbol),
      ticks: (symbol, count) => events.ticks(symbol, count),
      bars: (symbol, timespan, query) => events.bars(symbol, timespan, query),
      tradeId: (...trade) => events.tradeId(...trade),
      snapshot(symbol) {
        const data = events.snapshot(symbol)
        return data && { ...data, last: data.last + script.offset(symbol) }
      },
    },
  }
}

/** Opens the market simulation of a seed, with a real exchange on top of it. */
export function openScriptedMarket(seed: number, start: MarketSimulationStart): MarketSimulation {
  const { sources, simulation } = referenceMarket()
  const script = new ScriptedMarket(seed, start.now)
  const ids = seededIds(start.seed)
  const exchange = createExchange({
    now: start.clock,
    ids,
    instrument: (symbol) => sources.instrument(symbol),
    reference: (symbol) => script.reference(symbol),
    book: (symbol) => script.book(symbol),
    watch: () => () => undefined,
    settlement: () => null,
    onPrint: start.onPrint,
  })
  return {
    market: marketView(script),
    ...venueViews(script),
    exchange,
    reference: simulation.reference,
    recordPrint: () => undefined,
    ids,
    seedHistory: () => undefined,
  }
}
