import {
  abs,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  div,
  eq,
  gt,
  isNegative,
  isZero,
  minOf,
  mul,
  sub,
  add,
  toScale,
  ZERO,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import {
  bookTrade,
  NOTHING_HELD,
  tradeValue,
  type HeldAtCost,
} from '../../../portfolio/average-cost.js'
import type { DeliveryEvent, ExerciseEvent, JournalEvent, SplitEvent } from '../journal-events.js'

const CENTS = 2
const ONE = dec('1')
/** The places of a quantity after a split that does not come out even. */
const SPLIT_PLACES = 8

/** What one event realized of one instrument, at average cost. */
export interface Gain {
  readonly key: string
  readonly by: string
  readonly closedAt: EpochMs
  readonly direction: 'long' | 'short'
  /** What was closed, positive. */
  readonly quantity: Decimal
  readonly multiplier: Decimal
  /** The gain over the average cost, before fees; null while that cost is not known. */
  readonly realized: Money | null
  /** The fees of the closing, and its share of the fees of the opening. */
  readonly fees: Decimal
  /** The values of what was closed, positive and without fees: when opened, and when closed. */
  readonly openValue: Decimal
  readonly closeValue: Decimal
}

/** Returns what is left of a gain after fees; null while its cost is not known. */
export const afterFees = ({ realized, fees }: Gain): Money | null =>
  realized === null ? null : asMoney(sub<Decimal>(realized, fees))

/** A trade of one instrument: what the broker's book of average costs sees. */
interface CostTrade {
  readonly id: string
  readonly time: EpochMs
  readonly key: string
  readonly quantity: Decimal
  readonly value: Money
  readonly fees: Decimal
  readonly multiplier: Decimal
}

/**
 * What an account holds at average cost. This is the definition of realized P&L: the broker's open
 * P&L is over the average cost too, so that both together are the whole gain. Lots for taxes are
 * another book, first in, first out.
 *
 * ASSUMPTION: an exercise closes the option at nothing and trades the shares at the strike, so that
 * the premium counts as realized. The broker's rule is not published.
 */
export class GainBook {
  readonly #held = new Map<string, HeldAtCost>()
  /** The fees of opening what is held. */
  readonly #fees = new Map<string, Decimal>()
  readonly #multipliers = new Map<string, Decimal>()

  /** Applies one event, and returns what it realized. */
  apply(event: JournalEvent): readonly Gain[] {
    switch (event.kind) {
      case 'trade':
        return this.#trade({
          ...event,
          value: tradeValue(asQuantity(event.quantity), asPrice(event.price), event.multiplier),
        })
      case 'delivery':
        this.#deliver(event)
        return []
      case 'split':
        this.#split(event)
        return []
      case 'exercise':
        return this.#exercise(event)
    }
  }

  #heldOf(key: string): HeldAtCost {
    return this.#held.get(key) ?? NOTHING_HELD
  }

  #trade(trade: CostTrade): readonly Gain[] {
    const { key, quantity, value, multiplier } = trade
    this.#multipliers.set(key, multiplier)
    const before = this.#heldOf(key)
    const { held, gain } = bookTrade(before, { quantity: asQuantity(quantity), value })
    this.#held.set(key, held)
    if (gain === undefined) {
      this.#fees.set(key, add(this.#fees.get(key) ?? ZERO, trade.fees))
      return []
    }
    const closed = minOf<Decimal>(abs(quantity), abs(before.quantity))
    const closedFees = this.#closeFees(trade, closed, before)
    const isEnded =
      isZero(held.quantity) || isNegative(held.quantity) !== isNegative(before.quantity)
    const rest = isEnded ? ZERO_MONEY : held.cost
    const cost = before.cost === null || rest === null ? ZERO_MONEY : sub(before.cost, rest)
    return [
      {
        key,
        by: trade.id,
        closedAt: trade.time,
        direction: isNegative(before.quantity) ? 'short' : 'long',
        quantity: closed,
        multiplier,
        realized: gain,
        fees: closedFees,
        openValue: abs<Decimal>(cost),
        // The gain is what was received less the cost; both are negative for a short position.
        closeValue: abs<Decimal>(add(cost, gain ?? ZERO_MONEY)),
      },
    ]
  }

  /** Returns the fees of what a trade closes, and stores those of what it opens. */
  #closeFees({ key, quantity, fees }: CostTrade, closed: Decimal, before: HeldAtCost): Decimal {
    const pool = this.#fees.get(key) ?? ZERO
    const opening = shareOf(pool, closed, abs(before.quantity))
    const closing = shareOf(fees, closed, abs(quantity))
    // Either a part stays open, or the excess of the trade opens the other direction.
    this.#fees.set(key, add(sub(pool, opening), sub(fees, closing)))
    return add(opening, closing)
  }

  /** Units that come have their cost, if it is known; those that leave take their share of it. */
  #deliver({ key, quantity, price, multiplier }: DeliveryEvent): void {
    this.#multipliers.set(key, multiplier)
    const before = this.#heldOf(key)
    const value = tradeValue(asQuantity(quantity), asPrice(price ?? ZERO), multiplier)
    const { held } = bookTrade(before, { quantity: asQuantity(quantity), value })
    const comes = isZero(before.quantity) || isNegative(before.quantity) === isNegative(quantity)
    const isTurned = gt(abs(quantity), abs(before.quantity))
    const isUnknown = price === null && !isZero(held.quantity) && (comes || isTurned)
    this.#held.set(key, isUnknown ? { ...held, cost: null } : held)
    if (comes) return
    const gone = minOf<Decimal>(abs(quantity), abs(before.quantity))
    const pool = this.#fees.get(key) ?? ZERO
    this.#fees.set(key, sub(pool, shareOf(pool, gone, abs(before.quantity))))
  }

  #exercise({ id, time, key, quantity, shares }: ExerciseEvent): readonly Gain[] {
    const multiplier = this.#multipliers.get(key) ?? ZERO
    const end = { id, time, key, quantity, value: ZERO_MONEY, fees: ZERO, multiplier }
    const shareCount = asQuantity(shares.quantity)
    const atStrike = tradeValue(shareCount, asPrice(shares.price), ONE)
    const delivered = {
      ...end,
      key: shares.key,
      quantity: shareCount,
      value: atStrike,
      multiplier: ONE,
    }
    return [...this.#trade(end), ...this.#trade(delivered)]
  }

  #split({ key, from, to }: SplitEvent): void {
    const held = this.#held.get(key)
    if (held === undefined || isZero(from)) return
    const quantity = div(mul(held.quantity, to), from, SPLIT_PLACES, 'half-even')
    const { cost } = held
    this.#held.set(key, { cost, quantity: asQuantity(quantity ?? held.quantity) })
  }
}

/** Returns the share of an amount that belongs to a part of a quantity, to the cent. */
const shareOf = (amount: Decimal, part: Decimal, total: Decimal): Decimal =>
  eq(part, total)
    ? amount
    : toScale(div(mul(amount, part), total, CENTS, 'half-even') ?? ZERO, CENTS, 'half-even')
