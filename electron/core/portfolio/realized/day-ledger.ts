import { NO_FIGURES, type Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import type { RealizedRow } from '../../../../shared/domain/account/realized-day.js'
import {
  asMoney,
  isNegative,
  isZero,
  mul,
  sub,
  sum,
  toScale,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Money,
  type Price,
} from '../../../../shared/domain/decimal.js'
import {
  positionInstrumentKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { TradeDate } from '../../../../shared/domain/market/trade-date.js'
import type { RecordedActivity } from '../../records/journal/journal-records.js'
import {
  bookTrade,
  heldBefore,
  NOTHING_HELD,
  tradeValue,
  type HeldAtCost,
} from '../average-cost.js'
import { endingTrades, type EndingTrades } from './day-endings.js'
import type { DayTrade, UnpricedTrade } from './day-trades.js'

const NOTHING_ENDED: EndingTrades = { trades: [], isComplete: true }

/** What was held of an instrument when the day began. */
export interface DayStart extends HeldAtCost {
  /** The value at the day's first price; null while it is not known. */
  readonly value: Money | null
  /** The instrument as a position of quantity 0; null where nothing was held. */
  readonly instrument: Position | null
}

const NOTHING: DayStart = { ...NOTHING_HELD, value: ZERO_MONEY, instrument: null }

/** The broker's cost of a position, to the cent where it reports value and gain. */
function costOf(position: Position): Money | null {
  const { marketValue, unrealizedPnl, averageCost, quantity, multiplier } = position
  if (marketValue !== null && unrealizedPnl !== null) return sub(marketValue, unrealizedPnl)
  return averageCost === null || multiplier === null
    ? null
    : toScale(asMoney(mul(mul(averageCost, quantity), multiplier)), 2, 'half-up')
}

const withoutFigures = (position: Position): Position => ({
  ...position,
  positionId: 'closed',
  quantity: ZERO_QUANTITY,
  ...NO_FIGURES,
})

/** Returns what was held before the day's trades of an instrument, from the position after them. */
export function dayStart(position: Position | undefined, trades: readonly DayTrade[]): DayStart {
  const before = heldBefore(
    position === undefined ? NOTHING_HELD : { quantity: position.quantity, cost: costOf(position) },
    trades,
  )
  if (isZero(before.quantity)) return NOTHING
  const { marketValue = null, dayPnl = null } = position ?? {}
  const paid = sum([ZERO_MONEY, ...trades.map(({ value }) => value)])
  return {
    ...before,
    value: marketValue === null || dayPnl === null ? null : sub(sub(marketValue, dayPnl), paid),
    instrument: position === undefined ? null : withoutFigures(position),
  }
}

/**
 * The trades of one account on one day of profit and loss, and what was held when the day began.
 * Once that is known, what was realized follows from the trades alone, so that it never depends on
 * figures that were read at different times.
 */
export class DayLedger {
  readonly day: TradeDate
  readonly #starts = new Map<InstrumentKey, DayStart>()
  #unpriced: readonly UnpricedTrade[] = []
  /** Instruments with such trades that were not held after them. */
  readonly #vanished = new Set<InstrumentKey>()
  #trades: readonly DayTrade[] = []
  /** The trades and what ended without one, oldest first. */
  #all: readonly DayTrade[] = []
  #endings: readonly RecordedActivity[] = []
  /** The ids of what had ended when the positions were read. */
  #endedBefore: ReadonlySet<string> = new Set()
  #isEveryEndingKnown = true
  #isStarted = false

  constructor(day: TradeDate) {
    this.day = day
  }

  /** True once it is known what was held when the day began. */
  get isStarted(): boolean {
    return this.#isStarted
  }

  get trades(): readonly DayTrade[] {
    return this.#trades
  }

  /**
   * False where something ended whose size is not known, such as before Countersign could read what
   * was held.
   */
  get isEveryEndingKnown(): boolean {
    return this.#isEveryEndingKnown && this.#endedBefore.size === 0
  }

  /** Sets the day's trades, oldest first, and those without a price. */
  setTrades(trades: readonly DayTrade[], unpriced: readonly UnpricedTrade[]): void {
    this.#trades = trades
    this.#unpriced = unpriced
    this.#combine()
  }

  /** Sets what ended today without a trade, oldest first. */
  setEndings(endings: readonly RecordedActivity[]): void {
    this.#endings = endings
    this.#combine()
  }

  #combine(): void {
    const held = [...this.#starts].flatMap(([key, { quantity, instrument }]) =>
      instrument === null ? [] : [{ key, quantity, instrument }],
    )
    const later = this.#endings.filter(({ id }) => !this.#endedBefore.has(id))
    const ended = this.#isStarted ? endingTrades(held, this.#trades, later) : NOTHING_ENDED
    this.#isEveryEndingKnown = ended.isComplete
    this.#all =
      ended.trades.length === 0
        ? this.#trades
        : [...this.#trades, ...ended.trades].sort((a, b) => a.time - b.time)
  }

  /**
   * Sets what was held when the day began from the positions after all trades. An instrument that
   * is neither held nor traded was not held.
   */
  begin(positions: readonly Position[]): void {
    const positionsByKey = new Map(
      positions
        .flatMap((position) => singleLegPositions(position) ?? [])
        .flatMap((position) => {
          const key = positionInstrumentKey(position)
          return key === null ? [] : [[key, position] as const]
        }),
    )
    for (const key of new Set([
      ...positionsByKey.keys(),
      ...this.#trades.map((trade) => trade.key),
    ])) {
      this.#starts.set(key, dayStart(positionsByKey.get(key), this.#tradesOf(key)))
    }
    for (const { key } of this.#unpriced) if (!positionsByKey.has(key)) this.#vanished.add(key)
    this.#endedBefore = new Set(this.#endings.map(({ id }) => id))
    this.#isStarted = true
    this.#combine()
  }

  /** Returns the instruments that were closed today at a cost that is not known. */
  withoutCost(): readonly InstrumentKey[] {
    return this.rows().flatMap(({ key, isPartial }) =>
      isPartial && this.#unpricedOf(key).length === 0 ? [key] : [],
    )
  }

  /** Returns what was held when the day began, is closed, and whose value then is not known. */
  withoutStartValue(): readonly InstrumentKey[] {
    return this.rows().flatMap(({ key, isClosed }) => {
      const { quantity, value } = this.startOf(key)
      return isClosed && value === null && !isZero(quantity) ? [key] : []
    })
  }

  /** Sets the day's first price of what was held when the day began. */
  setStartPrice(key: InstrumentKey, price: Price): void {
    const start = this.startOf(key)
    const multiplier = this.#tradesOf(key).at(-1)?.instrument.multiplier ?? null
    if (multiplier === null) return
    this.#starts.set(key, { ...start, value: tradeValue(start.quantity, price, multiplier) })
  }

  /** Returns how much of an instrument was held when the day began. */
  startOf(key: InstrumentKey): DayStart {
    return this.#starts.get(key) ?? NOTHING
  }

  /** Sets the cost of what was held when the day began. */
  setCost(key: InstrumentKey, cost: Money): void {
    this.#starts.set(key, { ...this.startOf(key), cost })
  }

  /** Returns the instruments of which something was closed. */
  rows(): readonly RealizedRow[] {
    if (!this.#isStarted) return []
    const keys = new Set([
      ...this.#all.map(({ key }) => key),
      ...this.#unpriced.map(({ key }) => key),
    ])
    return [...keys].flatMap((key) => this.#row(key) ?? [])
  }

  /** Returns the instruments that the trades leave held; without those of unknown trades. */
  open(): readonly InstrumentKey[] {
    const keys = new Set([...this.#starts.keys(), ...this.#all.map(({ key }) => key)])
    return [...keys].filter((key) => {
      const traded = this.#tradesOf(key).map(({ quantity }) => quantity)
      const isKnown = this.#unpricedOf(key).length === 0
      return isKnown && !isZero(sum([this.startOf(key).quantity, ...traded]))
    })
  }

  #tradesOf(key: InstrumentKey): readonly DayTrade[] {
    return this.#all.filter((trade) => trade.key === key)
  }

  #unpricedOf(key: InstrumentKey): readonly UnpricedTrade[] {
    return this.#unpriced.filter((trade) => trade.key === key)
  }

  /** Returns a row without a gain when something was closed; null when all trades opened. */
  #unpricedRow(key: InstrumentKey, unpriced: readonly UnpricedTrade[]): RealizedRow | null {
    const start = this.startOf(key).quantity
    const directions = new Set([
      ...unpriced.map(({ isBuy }) => isBuy),
      ...[start, ...this.#tradesOf(key).map(({ quantity }) => quantity)]
        .filter((quantity) => !isZero(quantity))
        .map((quantity) => !isNegative(quantity)),
    ])
    const [first] = unpriced
    const isOpened = directions.size === 1 && !directions.has(null) && !this.#vanished.has(key)
    return first === undefined || isOpened
      ? null
      : {
          key,
          position: first.instrument,
          isClosed: true,
          realizedPnl: null,
          isPartial: true,
          isAllotted: false,
        }
  }

  #row(key: InstrumentKey): RealizedRow | null {
    const trades = this.#tradesOf(key)
    const unpriced = this.#unpricedOf(key)
    if (unpriced.length > 0) return this.#unpricedRow(key, unpriced)
    const start = this.startOf(key)
    let holding: HeldAtCost = start
    const gains: (Money | null)[] = []
    for (const trade of trades) {
      const booked = bookTrade(holding, trade)
      holding = booked.held
      if (booked.gain !== undefined) gains.push(booked.gain)
    }
    const instrument = trades.at(-1)?.instrument
    if (instrument === undefined || gains.length === 0) return null
    const isClosed = isZero(holding.quantity)
    const knownGains = gains.filter((gain) => gain !== null)
    return {
      key,
      position: { ...instrument, dayPnl: isClosed ? dayGain(start, trades) : null },
      isClosed,
      realizedPnl: knownGains.length === 0 ? null : sum([ZERO_MONEY, ...knownGains]),
      isPartial: knownGains.length < gains.length,
      isAllotted: trades.some(({ isAllotted }) => isAllotted === true),
    }
  }
}

/** Returns the day's gain of an instrument that is not held any more. */
const dayGain = ({ value }: DayStart, trades: readonly DayTrade[]): Money | null =>
  value === null
    ? null
    : sub(sum([ZERO_MONEY, ...trades.map((trade) => sub(ZERO_MONEY, trade.value))]), value)
