import {
  abs,
  add,
  div,
  fromInteger,
  gt,
  isNegative,
  isZero,
  maxOf,
  mul,
  neg,
  toInteger,
  ZERO,
  type Decimal,
} from '../../../../../shared/domain/decimal.js'
import { greatestCommonDivisor } from '../../../../../shared/domain/greatest-common-divisor.js'
import { averagePrice } from '../../../../../shared/domain/instruments/average-price.js'
import { STANDARD_MULTIPLIER } from '../../../../../shared/domain/orders/strategy-payoff.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import { afterFees, type Gain } from './gains.js'
import type { JournalEvent, TradeSource } from '../journal-events.js'

/** Decimal places of a number of strategies. */
const UNIT_PLACES = 8

/** One instrument of a round trip. */
export interface TripLeg {
  readonly key: string
  /** The id of the event that brought the instrument into the trip. */
  readonly openedBy: string
  readonly direction: 'long' | 'short'
  /** The largest size held. */
  readonly quantity: Decimal
  /** The average prices of what was closed, without fees; null where nothing was. */
  readonly entryPrice: Decimal | null
  readonly exitPrice: Decimal | null
}

/**
 * What was traded from flat to flat: one instrument, or the instruments that orders of several legs
 * traded together. A rolled position is one round trip from the first opening to the last closing.
 */
export interface RoundTrip {
  /** The id of the event that began it: the same however often the journal is computed. */
  readonly id: string
  /** The instrument with which it began. */
  readonly key: string
  readonly legs: readonly TripLeg[]
  /** Of several instruments: long when opening paid, short when it received. */
  readonly direction: 'long' | 'short'
  readonly openedAt: EpochMs
  readonly closedAt: EpochMs
  /** The largest size held; of several instruments the number of strategies that were closed. */
  readonly quantity: Decimal
  /**
   * The average prices of what was closed, without fees: of several instruments the net price. Null
   * where there is none, as for a position that was rolled.
   */
  readonly entryPrice: Decimal | null
  readonly exitPrice: Decimal | null
  readonly trades: number
  readonly fees: Decimal
  /** After fees. */
  readonly pnl: Decimal
  /** Who decided on the first of its trades that anybody decided on, and on the last. */
  readonly source: TradeSource
  readonly closedBy: TradeSource
  /** What it realized, in order of time. */
  readonly gains: readonly Gain[]
  /** False where the cost of a part is not known: its figures count nowhere. */
  readonly isCosted: boolean
}

const UNKNOWN_SOURCE: TradeSource = { kind: 'elsewhere', name: null }

/** The part of an event that round trips need: an exercise is one of two instruments. */
export interface TripEvent extends Pick<JournalEvent, 'id' | 'key' | 'time'> {
  /** Null for what nobody decided on, such as an expiry. */
  readonly source: TradeSource | null
  readonly gains: readonly Gain[]
  readonly heldAfter: Decimal
}

interface RunningLeg {
  readonly openedBy: string
  held: Decimal
  largest: Decimal
  isShort: boolean
}

interface Running {
  readonly id: string
  readonly key: string
  readonly openedAt: EpochMs
  readonly legs: Map<string, RunningLeg>
  readonly gains: Gain[]
  source: TradeSource | null
  closedBy: TradeSource | null
  trades: number
  /** True once something was opened after something else was closed. */
  isRolled: boolean
}

/** Collects round trips from the events of an account and what each of them closed. */
export class RoundTrips {
  readonly #running = new Map<string, Running>()
  readonly #done: RoundTrip[] = []

  get done(): readonly RoundTrip[] {
    return this.#done
  }

  /**
   * Adds what happened at once: one event, or the legs of a strategy's fill. It ends the round trip
   * once nothing is held of all its instruments; what turned to the other side begins another.
   */
  add(events: readonly TripEvent[]): void {
    const [first] = events
    if (first === undefined) return
    const running = this.#joined(events, first)
    const [source] = events.flatMap((event) => event.source ?? [])
    running.source ??= source ?? null
    running.closedBy = source ?? running.closedBy
    running.trades += source === undefined ? 0 : 1
    const turned = new Set<string>()
    const isClosedBefore = running.gains.length > 0
    for (const event of events) {
      // One by one: an event may close more than a call has arguments.
      for (const gain of event.gains) running.gains.push(gain)
      if (update(running, event)) turned.add(event.key)
      if (event.gains.length === 0 && isClosedBefore) running.isRolled = true
    }
    if (
      events.some(({ gains }) => gains.length === 0) &&
      events.some(({ gains }) => gains.length > 0)
    ) {
      running.isRolled = true
    }
    const isEnded = [...running.legs].every(([key, { held }]) => isZero(held) || turned.has(key))
    if (isEnded) this.#end(running, events, turned)
  }

  /** Returns the running trip of these events: one for all, and a new one where there is none. */
  #joined(events: readonly TripEvent[], first: TripEvent): Running {
    const found = [...new Set(events.flatMap(({ key }) => this.#running.get(key) ?? []))]
    const [oldest, ...others] = found.sort((a, b) => a.openedAt - b.openedAt)
    const running = oldest ?? begin(first)
    for (const other of others) absorb(running, other)
    for (const { key, id } of events) {
      if (!running.legs.has(key)) running.legs.set(key, newLeg(id))
    }
    for (const key of running.legs.keys()) this.#running.set(key, running)
    return running
  }

  #end(running: Running, events: readonly TripEvent[], turned: ReadonlySet<string>): void {
    const ended = endedTrip(running, events.at(-1)?.time ?? running.openedAt)
    // Units that only came and went were not traded.
    if (ended !== null) this.#done.push(ended)
    for (const key of running.legs.keys()) this.#running.delete(key)
    const opening = events.filter(({ key }) => turned.has(key))
    const [first] = opening
    if (first === undefined) return
    const next = begin(first)
    next.source = first.source
    next.trades = 1
    for (const { key, id, heldAfter } of opening) {
      next.legs.set(key, { ...newLeg(id), ...sizeOf(heldAfter) })
      this.#running.set(key, next)
    }
  }
}

const begin = ({ id, key, time }: TripEvent): Running => ({
  id,
  key,
  openedAt: time,
  legs: new Map(),
  gains: [],
  source: null,
  closedBy: null,
  trades: 0,
  isRolled: false,
})

const newLeg = (openedBy: string): RunningLeg => ({
  openedBy,
  held: ZERO,
  largest: ZERO,
  isShort: false,
})

const sizeOf = (held: Decimal) => ({ held, largest: abs(held), isShort: isNegative(held) })

/** Adds what another trip was to this one. */
function absorb(running: Running, other: Running): void {
  for (const [key, leg] of other.legs) running.legs.set(key, leg)
  for (const gain of other.gains) running.gains.push(gain)
  running.gains.sort((a, b) => a.closedAt - b.closedAt)
  running.source ??= other.source
  running.trades += other.trades
  running.isRolled ||= other.isRolled || other.gains.length > 0
}

/** Sets what is held of an instrument after an event; true when it turned to the other side. */
function update({ legs }: Running, { key, heldAfter }: TripEvent): boolean {
  const leg = legs.get(key)
  if (leg === undefined) return false
  const isTurned =
    !isZero(leg.held) && !isZero(heldAfter) && isNegative(leg.held) !== isNegative(heldAfter)
  if (isZero(leg.largest)) leg.isShort = isNegative(heldAfter)
  leg.held = heldAfter
  if (!isTurned) leg.largest = maxOf(leg.largest, abs(heldAfter))
  return isTurned
}

const total = (gains: readonly Gain[], valueOf: (gain: Gain) => Decimal): Decimal =>
  gains.reduce((all, gain) => add(all, valueOf(gain)), ZERO)

function endedTrip(running: Running, closedAt: EpochMs): RoundTrip | null {
  const { id, key, openedAt, gains, trades } = running
  const [first] = gains
  if (first === undefined) return null
  const legs = [...running.legs].map(([legKey, leg]) => tripLeg(legKey, leg, gains))
  const net = legs.length === 1 ? null : netFigures(running)
  const [only] = legs
  return {
    id,
    key,
    legs,
    direction: net?.direction ?? first.direction,
    openedAt,
    closedAt,
    quantity: net?.quantity ?? only?.quantity ?? ZERO,
    entryPrice: net === null ? (only?.entryPrice ?? null) : net.entryPrice,
    exitPrice: net === null ? (only?.exitPrice ?? null) : net.exitPrice,
    trades,
    fees: total(gains, ({ fees }) => fees),
    pnl: total(gains, (gain) => afterFees(gain) ?? ZERO),
    source: running.source ?? UNKNOWN_SOURCE,
    closedBy: running.closedBy ?? running.source ?? UNKNOWN_SOURCE,
    gains,
    isCosted: gains.every(({ realized }) => realized !== null),
  }
}

function tripLeg(key: string, leg: RunningLeg, gains: readonly Gain[]): TripLeg {
  const legGains = gains.filter((gain) => gain.key === key)
  return {
    key,
    openedBy: leg.openedBy,
    direction: leg.isShort ? 'short' : 'long',
    quantity: leg.largest,
    entryPrice: averageOf(legGains, ({ openValue }) => openValue),
    exitPrice: averageOf(legGains, ({ closeValue }) => closeValue),
  }
}

const unitsOf = (gains: readonly Gain[]): Decimal =>
  total(gains, ({ quantity, multiplier }) => mul(quantity, multiplier))

const averageOf = (gains: readonly Gain[], valueOf: (gain: Gain) => Decimal): Decimal | null =>
  averagePrice(total(gains, valueOf), unitsOf(gains))

interface NetFigures {
  readonly direction: 'long' | 'short'
  readonly quantity: Decimal
  readonly entryPrice: Decimal | null
  readonly exitPrice: Decimal | null
}

/** Returns the figures of a strategy as one: its net prices, and how many of it were closed. */
function netFigures({ legs, gains, isRolled }: Running): NetFigures {
  const signed = (valueOf: (gain: Gain) => Decimal) =>
    total(gains, (gain) => (gain.direction === 'short' ? neg(valueOf(gain)) : valueOf(gain)))
  const [entry, exit] = [
    signed(({ openValue }) => openValue),
    signed(({ closeValue }) => closeValue),
  ]
  const isShort = isNegative(entry)
  const shares = sharesOfStrategy([...legs.keys()], gains)
  const priceOf = (value: Decimal): Decimal | null =>
    isRolled || shares === null ? null : averagePrice(isShort ? neg(value) : value, shares)
  const largest = [...legs.values()].map((leg) => leg.largest)
  return {
    direction: isShort ? 'short' : 'long',
    quantity:
      shares === null || isRolled
        ? largest.reduce((least, size) => (gt(least, size) ? size : least))
        : (div(shares, STANDARD_MULTIPLIER, UNIT_PLACES, 'half-even') ?? ZERO),
    entryPrice: priceOf(entry),
    exitPrice: priceOf(exit),
  }
}

/** Returns how many shares the strategies stood for; null where their legs have no common size. */
function sharesOfStrategy(keys: readonly string[], gains: readonly Gain[]): Decimal | null {
  const known = keys.flatMap((key) => {
    const size = toInteger(unitsOf(gains.filter((gain) => gain.key === key)), 0)
    return size === null || size === 0n ? [] : [size]
  })
  return known.length < keys.length ? null : fromInteger(known.reduce(greatestCommonDivisor))
}
