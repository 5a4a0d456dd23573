import type { Position } from '../../../../shared/domain/account/account.js'
import type { Execution } from '../../../../shared/domain/account/activity.js'
import type { Money, Price } from '../../../../shared/domain/decimal.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { CalendarEntry } from '../../../../shared/domain/reference/calendar.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { OpenLot } from '../../records/journal/lot-book.js'
import type { RiskQuote } from '../pricing.js'

/** The price an hour ago, and the newest price of the same bars. */
export interface LastHour {
  readonly from: Price
  readonly to: Price
}

/** The other accounts of the profile that may hold a security. */
export interface OtherAccounts {
  readonly known: readonly { readonly name: string; readonly lots: readonly OpenLot[] }[]
  /** The number of accounts whose lots the journal does not know. */
  readonly unknown: number
}

/** What is known about an order's instrument and account; null where it is not known. */
export interface ReminderFacts {
  /** Earnings and ex-dividend days of the stock, or of the option's underlying. */
  readonly dates: readonly CalendarEntry[] | null
  /** The price of the order as a whole. */
  readonly price: RiskQuote | null
  /** The quote of the one instrument, with its sizes; null for a combination. */
  readonly quote: Quote | null
  /** The last hour of the order's symbol, or of an option's underlying. */
  readonly lastHour: LastHour | null
  readonly position: Position | null
  /** The account's executions of the symbol in the last 30 days. */
  readonly executions: readonly Execution[] | null
  /** The open lots of the account, from the journal. */
  readonly lots: readonly OpenLot[] | null
  /** The person's other accounts for securities, whose purchases matter too. */
  readonly otherAccounts: OtherAccounts | null
  readonly dayTradesLeft: number | null
  /** The equity of the account; null on a card, whose own field shows the share of it. */
  readonly equity: Money | null
  /** The exchange's time. */
  readonly now: EpochMs
}
