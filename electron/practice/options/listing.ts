import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { PriceUnits } from '../model/units.js'
import { contractOf, nearDays, strikeStep, type Contract } from './contracts.js'
import { daysBetween, daysFrom, expiriesOn, type Expiry } from './expiries.js'
import { PROGRAMS, type Program } from './programs.js'
import type { Underlyings } from './underlyings.js'

/**
 * How far strikes extend beyond the underlying's price range, in standard deviations over the time
 * to expiration.
 */
const REACH = 3.2
const MIN_REACH = 0.08
const MAX_REACH = 1

/** A filter of contracts. */
export interface ContractQuery {
  readonly programs?: readonly Program[]
  readonly expired?: readonly ExchangeDay[]
  /** Return only contracts after this one. */
  readonly after?: Contract | null
}

/**
 * The listed contracts: expirations by the calendar, strikes around every price since the listing.
 * A listed contract is never removed.
 */
export class Listings {
  readonly #underlyings: Underlyings
  readonly #strikes = new Map<string, readonly PriceUnits[]>()
  #day: ExchangeDay = ''

  constructor(underlyings: Underlyings) {
    this.#underlyings = underlyings
  }

  today(): ExchangeDay {
    return exchangeClock(this.#underlyings.now()).day
  }

  /** Returns the strikes of an expiration as of today, ascending. */
  strikesOf(program: Program, expiry: Expiry): readonly PriceUnits[] {
    const today = this.today()
    if (today !== this.#day) this.#strikes.clear()
    this.#day = today
    const key = `${program.root}${expiry.day}`
    const known = this.#strikes.get(key)
    if (known !== undefined) return known
    const made = this.#makeStrikes(program, expiry, today < expiry.day ? today : expiry.day)
    this.#strikes.set(key, made)
    return made
  }

  #makeStrikes(program: Program, expiry: Expiry, asOf: ExchangeDay): readonly PriceUnits[] {
    const strikes = new Set<PriceUnits>()
    const lead = daysBetween(expiry.listed, expiry.day)
    const reach = nearDays(program)
    if (lead > reach) {
      this.#addStrikes(strikes, program, { from: expiry.listed, to: asOf, days: lead, long: true })
    }
    if (daysBetween(asOf, expiry.day) <= reach) {
      const near = daysFrom(expiry.day, -reach)
      this.#addStrikes(strikes, program, {
        from: near > expiry.listed ? near : expiry.listed,
        to: asOf,
        days: Math.min(lead, reach),
        long: false,
      })
    }
    return [...strikes].sort((a, b) => a - b)
  }

  #addStrikes(
    into: Set<PriceUnits>,
    program: Program,
    {
      from,
      to,
      days,
      long,
    }: {
      readonly from: ExchangeDay
      readonly to: ExchangeDay
      readonly days: number
      readonly long: boolean
    },
  ): void {
    const range = this.#underlyings.range(program.follows, from, to)
    const reach = Math.exp(
      Math.min(MAX_REACH, Math.max(MIN_REACH, REACH * program.smile.level * Math.sqrt(days / 365))),
    )
    const low = (range.low * program.factor) / reach
    const high = range.high * program.factor * reach
    const first = strikeStep(program, low, long)
    for (let strike = Math.max(first, Math.floor(low / first) * first); strike <= high; ) {
      into.add(strike)
      strike += strikeStep(program, strike, long)
    }
  }

  /** True from the listing of a contract on, even after it expired. */
  has({ program, expiry, strike }: Contract): boolean {
    return expiry.listed <= this.today() && this.strikesOf(program, expiry).includes(strike)
  }

  /**
   * Yields the contracts of some underlyings in order of underlying, expiration, strike and right,
   * starting after a given one. With `expired` days, yields those that expired on them.
   */
  *contracts({
    programs = PROGRAMS,
    expired = [],
    after = null,
  }: ContractQuery = {}): Generator<Contract> {
    const today = this.today()
    for (const program of programs) {
      if (after !== null && program.index < after.program.index) continue
      const begin = after?.program.index === program.index ? after : null
      const expiries =
        expired.length > 0
          ? this.#expiredOn(program, expired)
          : expiriesOn(program.cycle, today).filter(
              ({ time: expiresAt }) => expiresAt > this.#underlyings.now(),
            )
      for (const expiry of expiries) {
        if (begin !== null && expiry.day < begin.expiry.day) continue
        const passed = expiry.day === begin?.expiry.day ? begin : null
        for (const strike of this.strikesOf(program, expiry)) {
          if (
            passed !== null &&
            (strike < passed.strike || (strike === passed.strike && passed.right === 'PUT'))
          ) {
            continue
          }
          if (strike !== passed?.strike) yield contractOf(program, expiry, 'CALL', strike)
          yield contractOf(program, expiry, 'PUT', strike)
        }
      }
    }
  }

  #expiredOn(program: Program, days: readonly ExchangeDay[]): readonly Expiry[] {
    return days.flatMap((day) => {
      const [expiry] = expiriesOn(program.cycle, day)
      return expiry !== undefined && expiry.day === day && expiry.time <= this.#underlyings.now()
        ? [expiry]
        : []
    })
  }
}
