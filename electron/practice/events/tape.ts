import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { drawAt, fraction, hash3, logNormal, poisson, streamOf } from '../market/math/random.js'
import { UNIT_SIZE, type PriceUnits, type SizeUnits } from '../model/units.js'
import { touchAt } from './quotes.js'
import type { EventMarket } from './rules/types.js'

/** One trade in the yes book. */
export interface EventPrint {
  readonly time: EpochMs
  readonly price: PriceUnits
  readonly size: SizeUnits
  /** `buy` took a yes offer; `sell` hit a yes bid, which means it bought no. */
  readonly aggressor: 'buy' | 'sell'
  readonly id: string
}

const hourOf = (time: number): number => Math.floor(time / HOUR_MS)
const MAX_HOURS = 6_000

interface Hour {
  readonly times: readonly number[]
  made: number
  readonly prints: EventPrint[]
}

/**
 * Generates the simulated trades of one market by hour: number, times and sizes. Depends only on
 * the market's key.
 */
export class Tape {
  readonly market: EventMarket
  readonly #hours = new Map<number, Hour>()
  readonly #customers = new Map<number, EventPrint[]>()
  #serial = 0

  constructor(market: EventMarket) {
    this.market = market
  }

  /** Returns the simulated prints of an hour up to `until`; later prices are not known before. */
  #simulatedHour(hour: number, until: number): readonly EventPrint[] {
    let cached = this.#hours.get(hour)
    if (cached === undefined) {
      cached = { times: this.#times(hour), made: 0, prints: [] }
      if (this.#hours.size >= MAX_HOURS) this.#hours.clear()
      this.#hours.set(hour, cached)
    }
    for (
      ;
      cached.made < cached.times.length && (cached.times[cached.made] ?? 0) <= until;
      cached.made += 1
    ) {
      const print = this.#print(hour, cached.made, epochMs(cached.times[cached.made] ?? 0))
      if (print !== null) cached.prints.push(print)
    }
    return cached.prints
  }

  /** Returns only the simulated prints with `after < time <= until`, oldest first. */
  simulatedBetween(after: number, until: number): EventPrint[] {
    const prints: EventPrint[] = []
    for (
      let hour = Math.max(this.firstHour, hourOf(after));
      hour <= this.lastHour(until);
      hour += 1
    ) {
      for (const print of this.#simulatedHour(hour, until)) {
        if (print.time > after && print.time <= until) prints.push(print)
      }
    }
    return prints
  }

  /** Returns every print of an hour up to and including `until`, oldest first. */
  hour(hour: number, until: number): readonly EventPrint[] {
    const simulated = this.#simulatedHour(hour, until)
    const own = this.#customers.get(hour)
    const all =
      own === undefined ? simulated : [...simulated, ...own].sort((a, b) => a.time - b.time)
    return (hour + 1) * HOUR_MS <= until ? all : all.filter(({ time }) => time <= until)
  }

  /** Adds a customer's print to the tape. */
  record(time: EpochMs, price: PriceUnits, size: SizeUnits, aggressor: 'buy' | 'sell'): void {
    this.#serial += 1
    const print: EventPrint = {
      time,
      price,
      size,
      aggressor,
      id: idOf(streamOf(this.market.key, 77), time & 0x7fffffff, this.#serial),
    }
    const list = this.#customers.get(hourOf(time))
    if (list) list.push(print)
    else this.#customers.set(hourOf(time), [print])
  }

  /**
   * Finds a trade by time, price and size. Customers' prints may be slightly later than the
   * simulated ones generated so far.
   */
  find(time: EpochMs, price: PriceUnits, size: SizeUnits, until: number): EventPrint | undefined {
    const is = (print: EventPrint): boolean =>
      print.time === time && print.price === price && print.size === size
    return (
      this.#customers.get(hourOf(time))?.findLast(is) ??
      this.simulatedBetween(time - 1, Math.min(time, until)).findLast(is)
    )
  }

  get firstHour(): number {
    return hourOf(this.market.event.occasion.opensAt)
  }

  lastHour(until: number): number {
    return hourOf(Math.min(until, this.market.endsAt))
  }

  /** Returns the newest prints up to `until`, newest first. */
  newest(count: number, until: number): EventPrint[] {
    const prints: EventPrint[] = []
    for (
      let hour = this.lastHour(until);
      hour >= this.firstHour && prints.length < count;
      hour -= 1
    ) {
      prints.push(...[...this.hour(hour, until)].reverse())
    }
    return prints.slice(0, count)
  }

  /** Returns the prints with `after < time <= until`, oldest first. */
  between(after: number, until: number): EventPrint[] {
    const prints: EventPrint[] = []
    for (
      let hour = Math.max(this.firstHour, hourOf(after));
      hour <= this.lastHour(until);
      hour += 1
    ) {
      for (const print of this.hour(hour, until)) if (print.time > after) prints.push(print)
    }
    return prints
  }

  /** Returns the times of simulated trades in an hour: few at night, many towards the end. */
  #times(hour: number): readonly number[] {
    const { market } = this
    const { rule, occasion } = market.event
    const stream = streamOf(market.key, hour)
    const start = hour * HOUR_MS
    const left =
      (occasion.closesAt - start) / Math.max(HOUR_MS, occasion.closesAt - occasion.opensAt)
    const local = (((hour - 5) % 24) + 24) % 24
    const daily = local >= 8 && local < 23 ? 1.25 : 0.4
    const count = poisson(
      rule.tradesPerHour * 0.25 * daily * (left < 0.15 ? 3 : 1) * logNormal(drawAt(stream, 1)),
      drawAt(stream, 2),
    )
    return Array.from(
      { length: count },
      (_, n) => start + Math.floor(fraction(drawAt(stream, 10 + n)) * HOUR_MS),
    )
      .sort((a, b) => a - b)
      .filter((time) => time > occasion.opensAt && time < market.endsAt)
  }

  /** Creates one trade at the simulated touch; null when both sides are empty. */
  #print(hour: number, n: number, time: EpochMs): EventPrint | null {
    const { market } = this
    const stream = streamOf(market.key, hour)
    const touch = touchAt(market, time)
    const h = hash3(stream, 3, n)
    const wantsYes = touch.bid === null || (touch.ask !== null && (h & 1) === 1)
    const price = wantsYes ? touch.ask : touch.bid
    if (price === null) return null
    const size = Math.max(
      1,
      Math.round(
        market.event.rule.tradeSize *
          0.6 *
          logNormal(h) *
          logNormal(drawAt(stream, 5_000 + n)) ** 2,
      ),
    )
    return {
      time,
      price,
      size: size * UNIT_SIZE,
      aggressor: wantsYes ? 'buy' : 'sell',
      id: idOf(stream, time & 0x7fffffff, n),
    }
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0')
/** Derives a trade's id in UUID format. */
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

/** Builds one-minute bars from a series of prints; minutes without a trade have none. */
export function minuteBars(prints: readonly EventPrint[]): EventBar[] {
  const bars: EventBar[] = []
  for (const { time, price, size } of prints) {
    const start = epochMs(Math.floor(time / MINUTE_MS) * MINUTE_MS)
    const last = bars.at(-1)
    if (last === undefined || last.time !== start) {
      bars.push({ time: start, open: price, high: price, low: price, close: price, volume: size })
    } else {
      bars[bars.length - 1] = {
        ...last,
        high: Math.max(last.high, price),
        low: Math.min(last.low, price),
        close: price,
        volume: last.volume + size,
      }
    }
  }
  return bars
}
