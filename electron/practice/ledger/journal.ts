import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { W_ACTIVITY_TYPES, W_ORDER_TYPES } from '../../../shared/wire/enums.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'
import type { Cents } from './money.js'
import type { Outcome } from './position.js'

/**
 * What a trade entry remembers of its order as it stood then: a later replace changes none of it.
 */
export interface ExecutionDetail {
  /** Number of the order in the exchange's file. */
  readonly order: number
  readonly orderType: (typeof W_ORDER_TYPES)[number]
  readonly limit: PriceUnits | null
  readonly price: PriceUnits
  /** The order's size, and how much of it was filled with this execution. */
  readonly total: SizeUnits
  readonly filled: SizeUnits
}

/** When and by which right an account's money or shares changed. */
export interface Occasion {
  readonly time: EpochMs
  /** Trade date. */
  readonly day: ExchangeDay
  readonly type: (typeof W_ACTIVITY_TYPES)[number]
  readonly subType: string
}

/**
 * One line of an account's book. The `cents` of all lines add up to its cash, the `size` of a
 * position's lines to its size.
 */
export interface JournalEntry extends Occasion {
  /** Runs over all accounts, in order of time, from 1. */
  readonly number: number
  readonly accountId: string
  readonly symbol: string | null
  /** The side of an event market; null for everything else. */
  readonly outcome: Outcome | null
  /** Money that came (+) or went (-), fees taken off. */
  readonly cents: Cents
  /** Units that came (+) or went (-), on the scale of the asset. */
  readonly size: SizeUnits
  /** What those units cost (or brought in, negative), without fees; for a future their value. */
  readonly cost: Cents
  readonly execution: ExecutionDetail | null
}

/**
 * True for a line by which shares became a different number of the same company's, at the same
 * cost.
 */
export const isSplit = ({ type, subType }: Pick<JournalEntry, 'type' | 'subType'>): boolean =>
  type === 'CORPORATE_ACTION' && (subType === 'FORWARD_SPLIT' || subType === 'REVERSE_SPLIT')

/** Every change of money and shares, in order; nothing is ever taken out. */
export class Journal {
  private readonly entries: JournalEntry[] = []
  private readonly byAccount = new Map<string, JournalEntry[]>()

  add(entry: Omit<JournalEntry, 'number'>): JournalEntry {
    const numbered: JournalEntry = { ...entry, number: this.entries.length + 1 }
    this.entries.push(numbered)
    const own = this.byAccount.get(entry.accountId)
    if (own === undefined) this.byAccount.set(entry.accountId, [numbered])
    else own.push(numbered)
    return numbered
  }

  /** One account's lines, oldest first. */
  ofAccount(accountId: string): readonly JournalEntry[] {
    return this.byAccount.get(accountId) ?? []
  }

  all(): readonly JournalEntry[] {
    return this.entries
  }

  /** Replaces everything; the lines are numbered anew in the given order. */
  load(entries: readonly Omit<JournalEntry, 'number'>[]): void {
    this.entries.length = 0
    this.byAccount.clear()
    for (const entry of entries) this.add(entry)
  }
}
