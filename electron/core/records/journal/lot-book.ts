import {
  abs,
  add,
  cmp,
  dec,
  div,
  isNegative,
  isZero,
  minOf,
  mul,
  neg,
  sub,
  sum,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ExerciseEvent, JournalEvent, SplitEvent, TradeSource } from './journal-events.js'

/** Decimal places to which fees and costs are divided among parts; the last part gets the rest. */
const PART_PLACES = 8
/** The places of a quantity after a split that does not come out even. */
const SPLIT_PLACES = 8

/** What is open of one purchase, or of one short sale. */
export interface OpenLot {
  readonly key: string
  readonly openedBy: string
  readonly openedAt: EpochMs
  readonly source: TradeSource
  /** Negative for a short sale. */
  readonly quantity: Decimal
  /** The exact value of the opening trade for this quantity: positive, without fees. */
  readonly value: Decimal
  readonly fees: Decimal
  readonly multiplier: Decimal
  /** False while the cost of what came in is not known: then the value means nothing. */
  readonly isCosted: boolean
}

/** A part of a lot that a trade closed. */
export interface ClosedLot {
  readonly key: string
  readonly direction: 'long' | 'short'
  readonly quantity: Decimal
  readonly openedBy: string
  readonly openedAt: EpochMs
  readonly closedBy: string
  readonly closedAt: EpochMs
  readonly source: TradeSource
  /** What was paid, fees included: of the purchase, for a short sale of the covering. */
  readonly cost: Decimal
  /** What was received, fees deducted. */
  readonly proceeds: Decimal
  readonly fees: Decimal
  /** `proceeds` less `cost`. */
  readonly pnl: Decimal
  /** The values of the opening and of the closing trade, without fees. */
  readonly openValue: Decimal
  readonly closeValue: Decimal
  readonly multiplier: Decimal
  /** False where the cost of the lot is not known: its figures count nowhere. */
  readonly isCosted: boolean
}

/** Returns a part of a total by quantity; the total itself for all of it: nothing is lost. */
const partOf = (total: Decimal, part: Decimal, quantity: Decimal): Decimal =>
  cmp(part, quantity) === 0
    ? total
    : (div(mul(total, part), quantity, PART_PLACES, 'half-even') ?? total)

const ONE = dec('1')
const ELSEWHERE: TradeSource = { kind: 'elsewhere', name: null }

/** A trade with its exact value; false for a cost that is not known. */
interface ValuedTrade {
  readonly id: string
  readonly time: EpochMs
  readonly key: string
  readonly quantity: Decimal
  readonly value: Decimal
  readonly fees: Decimal
  readonly multiplier: Decimal
  readonly source: TradeSource
  readonly isCosted: boolean
}

/** The rest of a trade that has not been matched with lots yet. */
interface Rest {
  quantity: Decimal
  value: Decimal
  fees: Decimal
}

/** The lots of one account, matched first in, first out. Events must come in order of time. */
export class LotBook {
  readonly #lots = new Map<string, OpenLot[]>()
  /** The signed size of each instrument: adding up the lots at each event would take too long. */
  readonly #sizes = new Map<string, Decimal>()

  /** Creates a book with these lots, oldest first. */
  static withLots(lots: readonly OpenLot[]): LotBook {
    const book = new LotBook()
    for (const lot of lots) {
      book.#add(lot)
    }
    return book
  }

  /** Returns the signed size held of an instrument. */
  held(key: string): Decimal {
    return this.#sizes.get(key) ?? ZERO
  }

  /** The open lots, oldest first, of one instrument or of all. */
  open(key?: string): readonly OpenLot[] {
    return key === undefined ? [...this.#lots.values()].flat() : (this.#lots.get(key) ?? [])
  }

  /** Applies one event, and returns what it closed. */
  apply(event: JournalEvent): readonly ClosedLot[] {
    switch (event.kind) {
      case 'trade':
        return this.#trade({
          ...event,
          value: mul(mul(event.price, abs(event.quantity)), event.multiplier),
          source: event.source ?? ELSEWHERE,
          // A share of a net price is no price for taxes.
          isCosted: event.isAllotted !== true,
        })
      case 'delivery':
        this.#trade({
          ...event,
          value: mul(mul(event.price ?? ZERO, abs(event.quantity)), event.multiplier),
          fees: ZERO,
          source: ELSEWHERE,
          isCosted: event.price !== null,
        })
        return []
      case 'split':
        this.#split(event)
        return []
      case 'exercise':
        return this.#exercise(event)
    }
  }

  #trade(trade: ValuedTrade): readonly ClosedLot[] {
    const { key, id, time, quantity, value, fees } = trade
    const remainder: Rest = { quantity: abs(quantity), value, fees }
    const matches = this.#consume(key, !isNegative(quantity), remainder)
    const closed = matches.map((match) => closedLot(match, { id, time }, trade.isCosted))
    if (!isZero(remainder.quantity)) {
      this.#add({
        key,
        openedBy: id,
        openedAt: time,
        source: trade.source,
        quantity: isNegative(quantity) ? neg(remainder.quantity) : remainder.quantity,
        value: remainder.value,
        fees: remainder.fees,
        multiplier: trade.multiplier,
        isCosted: trade.isCosted,
      })
    }
    return closed
  }

  #add(lot: OpenLot): void {
    const lots = this.#lots.get(lot.key)
    if (lots === undefined) this.#lots.set(lot.key, [lot])
    else lots.push(lot)
    this.#sizes.set(lot.key, add(this.held(lot.key), lot.quantity))
  }

  /** Takes from the lots, oldest first, as much as the trade closes, and reduces its rest. */
  #consume(key: string, buys: boolean, rest: Rest): readonly Match[] {
    const lots = this.#lots.get(key) ?? []
    const matches: Match[] = []
    for (let lot = lots[0]; lot !== undefined && !isZero(rest.quantity); lot = lots[0]) {
      if (isNegative(lot.quantity) !== buys) break
      const match = matchLot(lot, rest)
      if (match.left === null) lots.shift()
      else lots[0] = match.left
      matches.push(match)
      const left = sub(this.held(key), buys ? neg(match.quantity) : match.quantity)
      this.#sizes.set(key, left)
    }
    return matches
  }

  #exercise({ id, time, key, quantity, shares }: ExerciseEvent): readonly ClosedLot[] {
    const isHeld = isNegative(quantity)
    const remainder: Rest = { quantity: abs(quantity), value: ZERO, fees: ZERO }
    const ended = this.#consume(key, !isHeld, remainder)
    // What was paid for the contracts, fees included; negative for what was received.
    const premium = sum(
      ended.map(({ openValue, openFees }) =>
        isHeld ? add(openValue, openFees) : sub(openFees, openValue),
      ),
    )
    const atStrike = mul(shares.price, abs(shares.quantity))
    return this.#trade({
      id,
      time,
      key: shares.key,
      quantity: shares.quantity,
      value: isNegative(shares.quantity) ? sub(atStrike, premium) : add(atStrike, premium),
      fees: ZERO,
      multiplier: ONE,
      source: ended[0]?.lot.source ?? ELSEWHERE,
      isCosted: isZero(remainder.quantity) && ended.every(({ lot }) => lot.isCosted),
    })
  }

  #split({ key, from, to }: SplitEvent): void {
    const lots = this.#lots.get(key)
    if (lots === undefined || isZero(from)) return
    const changed = lots.map((lot) => ({
      ...lot,
      quantity: div(mul(lot.quantity, to), from, SPLIT_PLACES, 'half-even') ?? lot.quantity,
    }))
    this.#lots.set(key, changed)
    this.#sizes.set(key, sum(changed.map(({ quantity }) => quantity)))
  }
}

/** What one lot and one trade have in common. */
interface Match {
  readonly lot: OpenLot
  readonly quantity: Decimal
  readonly openValue: Decimal
  readonly openFees: Decimal
  readonly closeValue: Decimal
  readonly closeFees: Decimal
  /** What stays open of the lot; null when nothing does. */
  readonly left: OpenLot | null
}

/** Takes as much of a lot as the trade closes, and reduces the trade's rest by it. */
function matchLot(lot: OpenLot, remainder: Rest): Match {
  const size = abs(lot.quantity)
  const quantity = minOf(size, remainder.quantity)
  const openValue = partOf(lot.value, quantity, size)
  const openFees = partOf(lot.fees, quantity, size)
  const closeValue = partOf(remainder.value, quantity, remainder.quantity)
  const closeFees = partOf(remainder.fees, quantity, remainder.quantity)
  remainder.quantity = sub(remainder.quantity, quantity)
  remainder.value = sub(remainder.value, closeValue)
  remainder.fees = sub(remainder.fees, closeFees)
  const remaining = sub(size, quantity)
  const remainingLot = isZero(remaining)
    ? null
    : {
        ...lot,
        quantity: isNegative(lot.quantity) ? neg(remaining) : remaining,
        value: sub(lot.value, openValue),
        fees: sub(lot.fees, openFees),
      }
  return { lot, quantity, openValue, openFees, closeValue, closeFees, left: remainingLot }
}

function closedLot(
  { lot, quantity, openValue, openFees, closeValue, closeFees }: Match,
  by: { readonly id: string; readonly time: EpochMs },
  isCosted: boolean,
): ClosedLot {
  const short = isNegative(lot.quantity)
  const [bought, sold] = short ? [closeValue, openValue] : [openValue, closeValue]
  const [boughtFees, soldFees] = short ? [closeFees, openFees] : [openFees, closeFees]
  const cost = add(bought, boughtFees)
  const proceeds = sub(sold, soldFees)
  return {
    key: lot.key,
    direction: short ? 'short' : 'long',
    quantity,
    openedBy: lot.openedBy,
    openedAt: lot.openedAt,
    closedBy: by.id,
    closedAt: by.time,
    source: lot.source,
    cost,
    proceeds,
    fees: add(openFees, closeFees),
    pnl: sub(proceeds, cost),
    openValue,
    closeValue,
    multiplier: lot.multiplier,
    isCosted: isCosted && lot.isCosted,
  }
}
