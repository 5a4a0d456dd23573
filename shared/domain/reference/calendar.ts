import type { Decimal, Money } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { CorporateActionKind, FiscalPeriod } from './fundamentals.js'
import type { Unknown } from '../unknown.js'

/** A date that concerns one symbol; `day` is yyyy-MM-dd in New York. */
export type CalendarEntry = { readonly symbol: Symbol; readonly day: string } & (
  | ({
      readonly kind: 'earnings'
      readonly eps: Decimal | null
      readonly epsEstimate: Decimal | null
      readonly revenueEstimate: Money | null
    } & FiscalPeriod)
  | {
      /** The day from which a buyer no longer receives it. */
      readonly kind: 'ex-dividend'
      readonly amount: Money
      readonly currency: string | null
      readonly payDate: string | null
    }
  | {
      readonly kind: 'action'
      readonly action: CorporateActionKind | Unknown
      readonly before: Decimal | null
      readonly after: Decimal | null
    }
  | { readonly kind: 'expiration' }
)
export type CalendarKind = CalendarEntry['kind']
export const CALENDAR_KINDS = [
  'earnings',
  'ex-dividend',
  'action',
  'expiration',
] as const satisfies readonly CalendarKind[]

/** The dates of some symbols, sorted by day, while they are read one by one. */
export interface CalendarView {
  readonly entries: readonly CalendarEntry[]
  /** Number of symbols that were read, of `total`. */
  readonly read: number
  readonly total: number
  /** Symbols whose last read failed; what was known of them stays. */
  readonly failed: readonly Symbol[]
  /** True while the splits of the market could not be read. */
  readonly splitsUnread: boolean
}
