import type { AccountId } from '../../../../shared/domain/ids.js'
import type { ClockPort } from '../../ports.js'

/**
 * Time between two lists of the account that a person looks at, in ms. No event reports that
 * another client placed an order, and it is to be shown within three seconds.
 */
const FIRST_MS = 1_500
/**
 * After a gap, accounts with working orders that were not listed since precede the first one until
 * its list is this old, in ms: what is shown of their orders may be untrue.
 */
const FIRST_WAITS_MS = 3_000
/** Time between two lists of another account while orders work, in ms. */
const OTHER_BUSY_MS = 2_500
/** The same while none works; after it, another account precedes the first one every other time. */
const OTHER_IDLE_MS = 15_000

export interface ListTurnsDeps {
  readonly clock: ClockPort
  /** Every account; the one that a person looks at comes first. */
  readonly accounts: () => readonly AccountId[]
  /** True while orders work. */
  readonly isBusy: () => boolean
  /** True while orders work in this account. */
  readonly hasWorking: (accountId: AccountId) => boolean
}

/** Decides which account's open orders are listed next. */
export class ListTurns {
  readonly #deps: ListTurnsDeps
  /** When the last list of each account began, by the monotonic clock. */
  readonly #begunAt = new Map<AccountId, number>()
  #last: AccountId | null = null

  constructor(deps: ListTurnsDeps) {
    this.#deps = deps
  }

  /** Returns the account to list now; null while none is due. */
  next(): AccountId | null {
    const [first] = this.#deps.accounts()
    if (first === undefined) return null
    const other = this.#oldestOther()
    const otherAgeMs = other === null ? 0 : this.#ageMs(other)
    const firstAgeMs = this.#ageMs(first)
    if (other !== null && firstAgeMs < FIRST_WAITS_MS && this.#isUncertain(other)) return other
    if (firstAgeMs >= FIRST_MS) {
      return otherAgeMs >= OTHER_IDLE_MS && this.#last === first ? other : first
    }
    return otherAgeMs >= this.#otherMs ? other : null
  }

  /** Returns the ms until an account is due; 0 when one is. */
  delayMs(): number {
    const [first] = this.#deps.accounts()
    if (first === undefined) return FIRST_MS
    const other = this.#oldestOther()
    const delays = [
      FIRST_MS - this.#ageMs(first),
      ...(other === null ? [] : [this.#otherMs - this.#ageMs(other)]),
    ]
    return Math.max(0, Math.ceil(Math.min(...delays)))
  }

  /** True while this account was not listed since the last gap. */
  isCatchUp(accountId: AccountId): boolean {
    return !this.#begunAt.has(accountId)
  }

  /** The list of an account begins. */
  begin(accountId: AccountId): void {
    this.#last = accountId
    this.#begunAt.set(accountId, this.#deps.clock.monotonic())
  }

  /** A list could not be read: the first account's list is due again at once. */
  fail(accountId: AccountId): void {
    if (accountId === this.#deps.accounts()[0]) this.#begunAt.delete(accountId)
  }

  /** Makes every account due, the first one first: after a gap in the events. */
  restart(): void {
    this.#begunAt.clear()
    this.#last = null
  }

  get #otherMs(): number {
    return this.#deps.isBusy() ? OTHER_BUSY_MS : OTHER_IDLE_MS
  }

  #isUncertain(accountId: AccountId): boolean {
    return this.isCatchUp(accountId) && this.#deps.hasWorking(accountId)
  }

  #ageMs(accountId: AccountId): number {
    const begunAt = this.#begunAt.get(accountId)
    return begunAt === undefined ? Number.POSITIVE_INFINITY : this.#deps.clock.monotonic() - begunAt
  }

  /**
   * Returns the account after the first whose list is the oldest; null when there is only one. Of
   * those that were never listed the ones with working orders come first: under the limit of the
   * listing, each account without orders would delay their state by a second.
   */
  #oldestOther(): AccountId | null {
    let oldest: AccountId | null = null
    for (const accountId of this.#deps.accounts().slice(1)) {
      if (oldest === null || this.#precedes(accountId, oldest)) oldest = accountId
    }
    return oldest
  }

  #precedes(accountId: AccountId, other: AccountId): boolean {
    const { hasWorking } = this.#deps
    const [age, otherAge] = [this.#ageMs(accountId), this.#ageMs(other)]
    return age === otherAge ? hasWorking(accountId) && !hasWorking(other) : age > otherAge
  }
}
