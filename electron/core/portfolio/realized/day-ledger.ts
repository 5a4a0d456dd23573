import type { Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import type { RealizedRow } from '../../../../shared/domain/account/realized-day.js'
import {
  add,
  asMoney,
  isZero,
  mul,
  sub,
  sum,
  toScale,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Money,
} from '../../../../shared/domain/decimal.js'
import {
  positionInstrumentKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import {
  bookTrade,
  heldBefore,
  NOTHING_HELD,
  type CostedTrade,
  type HeldAtCost,
} from './average-cost.js'

/** A trade of the day in one instrument. */
export interface DayTrade extends CostedTrade {
  readonly id: string
  readonly time: EpochMs
  readonly key: InstrumentKey
  /** The instrument as a position of quantity 0. */
  readonly instrument: Position
}

/** What was held of an instrument when the day began. */
export interface DayStart extends HeldAtCost {
  /** The value at the day's first price; null while it is not known. */
  readonly value: Money | null
}

const NOTHING: DayStart = { ...NOTHING_HELD, value: ZERO_MONEY }

/** The broker's cost of a position, to the cent where it reports value and gain. */
function costOf(position: Position): Money | null {
  const { marketValue, unrealizedPnl, averageCost, quantity, multiplier } = position
  if (marketValue !== null && unrealizedPnl !== null) return sub(marketValue, unrealizedPnl)
  return averageCost === null || multiplier === null
    ? null
    : toScale(asMoney(mul(mul(averageCost, quantity), multiplier)), 2, 'half-up')
}

/** Returns what was held before the day's trades of an instrument, from the position after them. */
export function dayStart(position: Position | undefined, trades: readonly DayTrade[]): DayStart {
  const before = heldBefore(
    position === undefined
      ? NOTHING_HELD
      : { quantity: position.quantity, cost: costOf(position) },
    trades,
  )
  if (isZero(before.quantity)) return NOTHING
  const { marketValue = null, dayPnl = null } = position ?? {}
  const paid = sum([ZERO_MONEY, ...trades.map(({ value }) => value)])
  return {
    ...before,
    value:
      marketValue === null || dayPnl === null ? null : sub(sub(marketValue, dayPnl), paid),
  }
}

/**
 * The trades of one account on one day of profit and loss, and what was held when the day began.
 * Once that is known, what was realized follows from the trades alone, so that it never depends on
 * figures that were read at different times.
 */
export class DayLedger {
  readonly day: ExchangeDay
  readonly #starts = new Map<InstrumentKey, DayStart>()
  /** Instruments traded by orders of several legs, whose prices are not reported one by one. */
  readonly #unpriced = new Map<InstrumentKey, Position>()
  #trades: readonly DayTrade[] = []
  #isStarted = false

  constructor(day: ExchangeDay) {
    this.day = day
  }

  /** True once it is known what was held when the day began. */
  get isStarted(): boolean {
    return this.#isStarted
  }

  get trades(): readonly DayTrade[] {
    return this.#trades
  }

  /** Sets the day's trades, oldest first, and the instruments whose trades have no price. */
  setTrades(trades: readonly DayTrade[], unpriced: ReadonlyMap<InstrumentKey, Position>): void {
    this.#trades = trades
    for (const [key, instrument] of unpriced) this.#unpriced.set(key, instrument)
  }

  /**
   * Sets what was held when the day began from the positions after all trades. An instrument that
   * is neither held nor traded was not held.
   */
  begin(positions: readonly Position[]): void {
    const held = new Map(
      positions
        .flatMap((position) => singleLegPositions(position) ?? [])
        .flatMap((position) => {
          const key = positionInstrumentKey(position)
          return key === null ? [] : [[key, position] as const]
        }),
    )
    for (const key of new Set([...held.keys(), ...this.#trades.map((trade) => trade.key)])) {
      this.#starts.set(key, dayStart(held.get(key), this.#of(key)))
    }
    this.#isStarted = true
  }

  /** Returns the instruments that were closed today at a cost that is not known. */
  withoutCost(): readonly InstrumentKey[] {
    return this.rows().flatMap(({ key, realizedPnl }) =>
      realizedPnl === null && !this.#unpriced.has(key) ? [key] : [],
    )
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
    const keys = new Set([...this.#trades.map(({ key }) => key), ...this.#unpriced.keys()])
    return [...keys].flatMap((key) => this.#row(key) ?? [])
  }

  #of(key: InstrumentKey): readonly DayTrade[] {
    return this.#trades.filter((trade) => trade.key === key)
  }

  #row(key: InstrumentKey): RealizedRow | null {
    const trades = this.#of(key)
    const unpriced = this.#unpriced.get(key)
    if (unpriced !== undefined) {
      return { key, position: unpriced, isClosed: false, realizedPnl: null }
    }
    const start = this.startOf(key)
    let held: HeldAtCost = start
    const gains: (Money | null)[] = []
    for (const trade of trades) {
      const booked = bookTrade(held, trade)
      held = booked.held
      if (booked.gain !== undefined) gains.push(booked.gain)
    }
    const instrument = trades.at(-1)?.instrument
    if (instrument === undefined || gains.length === 0) return null
    const isClosed = isZero(held.quantity)
    return {
      key,
      position: { ...instrument, dayPnl: isClosed ? dayGain(start, trades) : null },
      isClosed,
      realizedPnl: gains.reduce<Money | null>(
        (total, gain) => (total === null || gain === null ? null : add(total, gain)),
        ZERO_MONEY,
      ),
    }
  }
}

/** Returns the day's gain of an instrument that is not held any more. */
const dayGain = ({ value }: DayStart, trades: readonly DayTrade[]): Money | null =>
  value === null ? null : sub(sum([ZERO_MONEY, ...trades.map((trade) => sub(ZERO_MONEY, trade.value))]), value)

/** Returns the instrument of a position as one of quantity 0 without any figure. */
export const closedPosition = (position: Position): Position => ({
  ...position,
  quantity: ZERO_QUANTITY,
  averageCost: null,
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
})
