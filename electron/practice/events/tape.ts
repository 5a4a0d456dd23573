import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { drawAt, fraction, hash3, logNormal, poisson, streamOf } from '../market/random.js'
import { UNIT_SIZE, type PriceUnits, type SizeUnits } from '../units.js'
import { touchAt } from './quotes.js'
import type { EventMarket } from './types.js'

/** One trade in the yes book. */
export interface EventPrint {
  readonly time: EpochMs
  readonly price: PriceUnits
  readonly size: SizeUnits
  /** `buy` took a yes offer; `sell` hit a yes bid, that is, bought no. */
  readonly aggressor: 'buy' | 'sell'
  readonly id: string
}

const hourOf = (time: number): number => Math.floor(time / HOUR_MS)
const MOST_HOURS = 6_000

/** House trades of one market by hours: how many, when, how large. Follows from the market's key alone. */
export class Tape {
  private readonly hours = new Map<number, readonly EventPrint[]>()
  private readonly customers = new Map<number, EventPrint[]>()
  private serial = 0

  constructor(readonly market: EventMarket) {}

  private houseHour(hour: number): readonly EventPrint[] {
    const known = this.hours.get(hour)
    if (known) return known
    const made = this.make(hour)
    if (this.hours.size >= MOST_HOURS) this.hours.clear()
    this.hours.set(hour, made)
    return made
  }

  /** The house's prints alone with `after < time <= until`, oldest first. */
  house(after: number, until: number): EventPrint[] {
    const found: EventPrint[] = []
    for (let hour = Math.max(this.firstHour, hourOf(after)); hour <= this.lastHour(until); hour += 1) {
      for (const print of this.houseHour(hour)) if (print.time > after && print.time <= until) found.push(print)
    }
    return found
  }

  /** Every print of an hour up to and with `until`, oldest first. */
  hour(hour: number, until: number): readonly EventPrint[] {
    const house = this.houseHour(hour)
    const own = this.customers.get(hour)
    const all = own === undefined ? house : [...house, ...own].sort((a, b) => a.time - b.time)
    return (hour + 1) * HOUR_MS <= until ? all : all.filter(({ time }) => time <= until)
  }

  /** Joins a customer's print to the tape. */
  record(time: EpochMs, price: PriceUnits, size: SizeUnits, aggressor: 'buy' | 'sell'): void {
    this.serial += 1
    const print: EventPrint = { time, price, size, aggressor, id: idOf(streamOf(this.market.key, 77), time & 0x7fffffff, this.serial) }
    const list = this.customers.get(hourOf(time))
    if (list) list.push(print)
    else this.customers.set(hourOf(time), [print])
  }

  get firstHour(): number {
    return hourOf(this.market.event.occasion.opensAt)
  }

  lastHour(until: number): number {
    return hourOf(Math.min(until, this.market.endsAt))
  }

  /** The newest prints up to `until`, newest first. */
  newest(count: number, until: number): EventPrint[] {
    const found: EventPrint[] = []
    for (let hour = this.lastHour(until); hour >= this.firstHour && found.length < count; hour -= 1) found.push(...[...this.hour(hour, until)].reverse())
    return found.slice(0, count)
  }

  /** Prints with `after < time <= until`, oldest first. */
  between(after: number, until: number): EventPrint[] {
    const found: EventPrint[] = []
    for (let hour = Math.max(this.firstHour, hourOf(after)); hour <= this.lastHour(until); hour += 1) for (const print of this.hour(hour, until)) if (print.time > after) found.push(print)
    return found
  }

  private make(hour: number): readonly EventPrint[] {
    const { market } = this
    const { rule, occasion } = market.event
    const stream = streamOf(market.key, hour)
    const start = hour * HOUR_MS
    const left = (market.endsAt - start) / Math.max(HOUR_MS, market.endsAt - occasion.opensAt)
    // Quiet at night, busy towards the end.
    const local = (((hour - 5) % 24) + 24) % 24
    const daily = local >= 8 && local < 23 ? 1.25 : 0.4
    const count = poisson(rule.tradesPerHour * 0.25 * daily * (left < 0.15 ? 3 : 1) * logNormal(drawAt(stream, 1)), drawAt(stream, 2))
    const times = Array.from({ length: count }, (_, n) => start + Math.floor(fraction(drawAt(stream, 10 + n)) * HOUR_MS)).sort((a, b) => a - b)
    return times.flatMap((at, n): EventPrint[] => {
      if (at <= occasion.opensAt || at >= market.endsAt) return []
      const time = epochMs(at)
      const touch = touchAt(market, time)
      const h = hash3(stream, 3, n)
      const wantsYes = touch.bid === null || (touch.ask !== null && (h & 1) === 1)
      const price = wantsYes ? touch.ask : touch.bid
      if (price === null) return []
      const size = Math.max(1, Math.round(rule.tradeSize * 0.6 * logNormal(h) * logNormal(drawAt(stream, 5_000 + n)) ** 2))
      return [{ time, price, size: size * UNIT_SIZE, aggressor: wantsYes ? 'buy' : 'sell', id: idOf(stream, at & 0x7fffffff, n) }]
    })
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0')
/** A trade's id in the form of a UUID. */
function idOf(stream: number, a: number, b: number): string {
  const digits = `${hex(hash3(stream, a, b))}${hex(hash3(stream, b, a))}${hex(hash3(stream, a ^ 0x5bd1e995, b))}${hex(hash3(stream, b ^ 0x5bd1e995, a))}`
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-9${digits.slice(17, 20)}-${digits.slice(20)}`
}

export interface EventBar {
  readonly time: EpochMs
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  readonly volume: SizeUnits
}

/** Bars of one minute from a run of prints; minutes without a trade have none. */
export function minuteBars(prints: readonly EventPrint[]): EventBar[] {
  const bars: EventBar[] = []
  for (const { time, price, size } of prints) {
    const start = epochMs(Math.floor(time / MINUTE_MS) * MINUTE_MS)
    const last = bars.at(-1)
    if (last === undefined || last.time !== start) bars.push({ time: start, open: price, high: price, low: price, close: price, volume: size })
    else bars[bars.length - 1] = { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price, volume: last.volume + size }
  }
  return bars
}
