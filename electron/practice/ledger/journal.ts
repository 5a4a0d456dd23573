import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { W_ACTIVITY_TYPES, W_ORDER_TYPES } from '../../../shared/wire/enums.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'
import type { Cents } from './money.js'
import type { EventOutcome } from './position.js'

/** The state of the order at the time of a trade entry; a later replace does not change it. */
export interface ExecutionDetail {
  /** The order's running number on the exchange. */
  readonly order: number
  readonly orderType: (typeof W_ORDER_TYPES)[number]
  readonly limit: PriceUnits | null
  readonly price: PriceUnits
  /** The order's size, and its filled size including this execution. */
  readonly total: SizeUnits
  readonly filled: SizeUnits
}

/** The time and type of a change of an account's money or shares. */
export interface Occasion {
  readonly time: EpochMs
  /** Trade date. */
  readonly day: ExchangeDay
  readonly type: (typeof W_ACTIVITY_TYPES)[number]
  readonly subType: string
}

/**
 * One line of an account's journal. The `cents` of all lines add up to its cash, the `size` of a
 * position's lines to its size.
 */
export interface JournalEntry extends Occasion {
  /** Counts from 1 over all accounts, in order of time. */
  readonly number: number
  readonly accountId: string
  readonly symbol: string | null
  /** The side of an event market; null for everything else. */
  readonly outcome: EventOutcome | null
  /** Money received (+) or paid (-), fees deducted. */
  readonly cents: Cents
  /** Units received (+) or delivered (-), on the scale of the asset. */
  readonly size: SizeUnits
  /** Cost of those units (negative for proceeds), without fees; for a future their value. */
  readonly cost: Cents
  readonly execution: ExecutionDetail | null
}

/** True for a split: a line that changes the number of shares at the same cost. */
export const isSplit = ({ type, subType }: Pick<JournalEntry, 'type' | 'subType'>): boolean =>
  type === 'CORPORATE_ACTION' && (subType === 'FORWARD_SPLIT' || subType === 'REVERSE_SPLIT')

/** Every change of money and shares, in order. Lines are never removed. */
export class Journal {
  readonly #entries: JournalEntry[] = []
  readonly #byAccount = new Map<string, JournalEntry[]>()

  add(entry: Omit<JournalEntry, 'number'>): JournalEntry {
    const numbered: JournalEntry = { ...entry, number: this.#entries.length + 1 }
    this.#entries.push(numbered)
    const own = this.#byAccount.get(entry.accountId)
    if (own === undefined) this.#byAccount.set(entry.accountId, [numbered])
    else own.push(numbered)
    return numbered
  }

  /** Returns one account's lines, oldest first. */
  ofAccount(accountId: string): readonly JournalEntry[] {
    return this.#byAccount.get(accountId) ?? []
  }

  all(): readonly JournalEntry[] {
    return this.#entries
  }

  /** Replaces all lines, renumbering them in the given order. */
  load(entries: readonly Omit<JournalEntry, 'number'>[]): void {
    this.#entries.length = 0
    this.#byAccount.clear()
    for (const entry of entries) this.add(entry)
  }
}
