import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { createCustomerPrints, type CustomerPrints } from '../market/tapes/customer-prints.js'
import type { BarData, TapePrint } from '../market/securities/market-types.js'
import { fraction, hash3, hashText, logNormal, poisson } from '../market/math/random.js'
import { PRICE_SCALE, UNIT_SIZE, type PriceUnits, type SizeUnits } from '../model/units.js'
import type { Contract } from './contracts.js'
import type { Pricing } from './pricing.js'
import { touchOf } from './quotes.js'
import { minutesOf, sessionOf, type Underlyings } from './underlyings.js'

/** The trades of one contract in one minute. */
export interface Tally {
  readonly bar: BarData
  readonly lastTime: EpochMs
  /** Price units times whole contracts. */
  readonly dealt: number
}

interface DayTape {
  readonly tallies: Tally[]
  /** Number of completed minutes already in `tallies`. */
  done: number
}

/** Prints per minute of the most active contract on the most active underlying. */
const BUSIEST = 5
const MAX_PRINTS = 40
const CACHED_DAYS = 800
const DOLLAR = 10 ** PRICE_SCALE
const YEAR_DAYS = 365

/** Returns the relative activity of a minute, U-shaped over the session. */
const activityAt = (minute: number, minutes: number): number =>
  0.7 + 1.6 * Math.exp(-minute / 25) + 1.1 * Math.exp((minute - minutes) / 18)

/**
 * The trades of contracts, simulated and customers', readable at any time up to the market's.
 * Simulated prints are drawn by seed, contract and minute; each trades at the market makers' quote
 * of its moment, which derives from the underlying's own tape.
 */
export class Tape {
  readonly #seed: string
  readonly #underlyings: Underlyings
  readonly #pricing: Pricing
  readonly #days = new Map<string, DayTape>()
  readonly #customers = new Map<string, CustomerPrints>()

  constructor(seed: string, underlyings: Underlyings, pricing: Pricing) {
    this.#seed = seed
    this.#underlyings = underlyings
    this.#pricing = pricing
  }

  key(contract: Contract): number {
    return hashText(`${this.#seed}:${contract.symbol}`)
  }

  /**
   * Returns the expected prints of a minute: most near the money, close to expiration, on active
   * underlyings and in active hours.
   */
  #rate(contract: Contract, spot: PriceUnits, start: EpochMs, activity: number): number {
    const { program, strike, right } = contract
    const terms = this.#pricing.terms(contract, spot, start)
    if (terms.time <= 0) return 0
    const far =
      Math.log(terms.strike / terms.spot) /
      (terms.volatility * Math.sqrt(Math.max(terms.time, 1 / YEAR_DAYS)))
    const out = right === 'CALL' ? far : -far
    const place =
      Math.exp(-0.5 * (Math.max(0, Math.abs(far) - 0.25) / 0.75) ** 2) * (out < -0.4 ? 0.3 : 1)
    const round = strike % (10 * DOLLAR) === 0 ? 1.4 : 1
    return (
      (BUSIEST * program.interest ** 1.4 * activity * place * round) /
      (1 + (terms.time * YEAR_DAYS) / 6)
    )
  }

  /**
   * Returns the prints of a minute up to and including `upTo`, in order; at the same moment
   * simulated prints come before customers'.
   */
  minute(contract: Contract, day: ExchangeDay, minute: number, upTo: number): TapePrint[] {
    const prints = this.simulatedMinute(contract, day, minute, upTo)
    const own =
      this.#customers.get(contract.symbol)?.inMinute(sessionOf(day).open + minute * MINUTE_MS) ?? []
    if (own.length === 0) return prints
    const joined = own
      .filter((print) => print.time <= upTo)
      .map(
        (print): TapePrint => ({
          time: epochMs(print.time),
          price: print.price,
          size: print.size,
          aggressor: print.buy ? 'buy' : 'sell',
          session: 'regular',
        }),
      )
    return [...prints, ...joined].sort((a, b) => a.time - b.time)
  }

  /** Returns the simulated prints of a minute. */
  simulatedMinute(contract: Contract, day: ExchangeDay, minute: number, upTo: number): TapePrint[] {
    const underlyings = this.#underlyings
    const session = sessionOf(day)
    const start = epochMs(session.open + minute * MINUTE_MS)
    const { follows } = contract.program
    const key = this.key(contract)
    const spot =
      underlyings.priceBefore(follows, day, start) ||
      underlyings.closeAt(follows, epochMs(session.open - 1))
    const activity = activityAt(minute, minutesOf(session))
    const wanted = Math.min(
      MAX_PRINTS,
      poisson(this.#rate(contract, spot, start, activity), hash3(key, 1, start / MINUTE_MS)),
    )
    const draws = Array.from({ length: wanted }, (_, i) => ({
      time: start + Math.floor(fraction(hash3(key, 2 + i * 4, start / MINUTE_MS)) * MINUTE_MS),
      i,
    })).sort((a, b) => a.time - b.time || a.i - b.i)
    const prints: TapePrint[] = []
    for (const { time, i } of draws) {
      if (time > upTo) break
      const print = this.#simulatedPrint(
        contract,
        day,
        epochMs(time),
        hash3(key, 3 + i * 4, start / MINUTE_MS),
      )
      if (print !== null) prints.push(print)
    }
    return prints
  }

  #simulatedPrint(
    contract: Contract,
    day: ExchangeDay,
    time: EpochMs,
    draw: number,
  ): TapePrint | null {
    const spot = this.#underlyings.priceBefore(contract.program.follows, day, time)
    if (spot === 0) return null
    const { bid, ask } = touchOf(contract, this.#pricing.value(contract, spot, time).value)
    const buy = bid === 0 || (draw & 1) === 0
    const block = (draw & 0x3fe) === 0
    const size = Math.max(
      1,
      Math.round(
        (block ? 120 : 2 + 5 * contract.program.interest) * logNormal(hash3(draw, 1, 0)) ** 2,
      ),
    )
    return {
      time,
      price: buy ? ask : bid,
      size: size * UNIT_SIZE,
      aggressor: buy ? 'buy' : 'sell',
      session: 'regular',
    }
  }

  /** Returns the minutes of a day with trades up to now, oldest first. */
  tallies(contract: Contract, day: ExchangeDay): readonly Tally[] {
    const now = this.#underlyings.now()
    const session = sessionOf(day)
    if (now < session.open) return []
    const tape = this.#dayTape(contract, day)
    const minutes = minutesOf(session)
    const over = Math.min(minutes, Math.floor((now - session.open) / MINUTE_MS))
    for (; tape.done < over; tape.done += 1) {
      const tally = tallyOf(
        this.minute(contract, day, tape.done, Infinity),
        epochMs(session.open + tape.done * MINUTE_MS),
      )
      if (tally !== null) tape.tallies.push(tally)
    }
    if (over >= minutes) return tape.tallies
    const running = tallyOf(
      this.minute(contract, day, over, now),
      epochMs(session.open + over * MINUTE_MS),
    )
    return running === null ? tape.tallies : [...tape.tallies, running]
  }

  #dayTape(contract: Contract, day: ExchangeDay): DayTape {
    const key = `${contract.symbol}${day}`
    const known = this.#days.get(key)
    if (known !== undefined) return known
    for (const oldest of this.#days.keys()) {
      if (this.#days.size < CACHED_DAYS) break
      this.#days.delete(oldest)
    }
    const made: DayTape = { tallies: [], done: 0 }
    this.#days.set(key, made)
    return made
  }

  /**
   * Records a customer's print at the present time; ignored outside sessions, as in the seeded
   * market.
   */
  record(contract: Contract, price: PriceUnits, size: SizeUnits, buy: boolean): void {
    const prints = this.#customers.get(contract.symbol) ?? createCustomerPrints(Infinity)
    this.#customers.set(contract.symbol, prints)
    prints.add({ time: this.#underlyings.now(), price, size, buy })
  }
}

function tallyOf(prints: readonly TapePrint[], start: EpochMs): Tally | null {
  const first = prints[0]
  const last = prints.at(-1)
  if (first === undefined || last === undefined) return null
  let { price: high } = first
  let { price: low } = first
  let volume = 0
  let dealt = 0
  for (const { price, size } of prints) {
    high = Math.max(high, price)
    low = Math.min(low, price)
    volume += size
    dealt += price * (size / UNIT_SIZE)
  }
  return {
    bar: {
      time: start,
      open: first.price,
      high,
      low,
      close: last.price,
      volume,
      session: 'regular',
    },
    lastTime: last.time,
    dealt,
  }
}
