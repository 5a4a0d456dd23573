import { underlyingSymbol } from '../../../../shared/domain/instruments/instrument-key.js'
import type { AccountId, Symbol, TradingSymbol } from '../../../../shared/domain/ids.js'
import type { Execution } from '../../../../shared/domain/account/activity.js'
import type { Bar, Timespan } from '../../../../shared/domain/market/bar.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { CalendarEntry } from '../../../../shared/domain/reference/calendar.js'
import type { Result } from '../../../../shared/domain/result.js'
import { DAY_MS, HOUR_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { CompanyReader } from '../../market/facts/company-reader.js'
import { toDividendEntry, toEarningsEntry } from '../../market/facts/date-calendar.js'
import { causeFields, nullLogged } from '../../described-error.js'
import type { ClockPort, LogPort, TimerPort } from '../../ports.js'
import type { RecordQueries } from '../../records/record-queries.js'
import type { OpenLot } from '../../records/journal/lot-book.js'
import { WASH_DAYS } from '../../records/journal/wash-sale.js'
import type { LastHour, OtherAccounts, ReminderFacts } from './reminder-facts.js'
import { readPages } from '../../read-pages.js'

/**
 * How long what was read is used again, in ms: it is the same while a person fills in a ticket. The
 * company reader would ask for a company without dates at every change of the ticket.
 */
const RETAIN_MS = 60_000
/** What has not arrived by then is left out, because it must not delay an order. */
const WAIT_MS = 400
/** The hour is measured in bars of five minutes. */
const HOUR_BARS = 13
/** A bar that began at most this much before or after is the one of an hour ago. */
const HOUR_TOLERANCE_MS = HOUR_MS / 6
/** The number of symbols that are remembered. */
const MAX_SAVED = 200

export interface OrderRemindersDeps {
  readonly log: LogPort
  readonly companies: Pick<CompanyReader, 'section'>
  readonly records: Pick<RecordQueries, 'executions'>
  /** Returns the open lots of an account; null where the journal does not know them. */
  readonly openLots: (accountId: AccountId) => Promise<readonly OpenLot[] | null>
  /** Returns the accounts that trade securities, with the names that the person knows. */
  readonly accounts: () => readonly { readonly accountId: AccountId; readonly name: string }[]
  readonly bars: (query: {
    readonly symbol: Symbol
    readonly timespan: Timespan
    readonly before: EpochMs | null
    readonly count: number
  }) => Promise<Result<{ readonly bars: readonly Bar[] }, unknown>>
  readonly exchangeNow: () => EpochMs
  readonly clock: ClockPort
  readonly timers: TimerPort
}

/** What reminders need beside the order's own market and account. */
export type ReadFacts = Pick<
  ReminderFacts,
  'dates' | 'lastHour' | 'executions' | 'lots' | 'otherAccounts' | 'now'
>

interface Saved {
  readonly at: number
  readonly value: Promise<unknown>
}

/**
 * Reads what reminders about orders need, for the ticket and for a card alike. What cannot be read,
 * or not in time, is null: a reminder is never guessed, and delays no order.
 */
export class OrderReminders {
  readonly #deps: OrderRemindersDeps
  readonly #saved = new Map<string, Saved>()

  constructor(deps: OrderRemindersDeps) {
    this.#deps = deps
  }

  /** Returns what reminders need to know of an order, within 400 ms. */
  async read(draft: OrderDraft): Promise<ReadFacts> {
    const company = companyOf(draft)
    const sellsStock = draft.assetClass === 'stock' && draft.side === 'sell'
    const mayWash = draft.side === 'sell' && (sellsStock || draft.assetClass === 'option')
    const [dates, lastHour, executions, lots, otherAccounts] = await Promise.all([
      company === null ? null : this.#inTime(this.#dates(company)),
      draft.assetClass === 'event' ? null : this.#inTime(this.#lastHour(underlyingSymbol(draft))),
      sellsStock ? this.#inTime(this.#executions(draft.accountId, draft.symbol)) : null,
      mayWash ? this.#inTime(this.#deps.openLots(draft.accountId)) : null,
      mayWash ? this.#otherAccounts(draft.accountId) : null,
    ])
    const now = this.#deps.exchangeNow()
    return { dates, lastHour, executions, lots, otherAccounts, now }
  }

  /** Returns the lots of the other accounts; those that are not known in time are counted. */
  async #otherAccounts(own: AccountId): Promise<OtherAccounts> {
    const others = this.#deps.accounts().filter(({ accountId }) => accountId !== own)
    const otherLots = await Promise.all(
      others.map(async ({ accountId, name }) => ({
        name,
        lots: await this.#inTime(this.#deps.openLots(accountId)),
      })),
    )
    const known = otherLots.flatMap(({ name, lots }) => (lots === null ? [] : [{ name, lots }]))
    return { known, unknown: otherLots.length - known.length }
  }

  /** Returns the earnings and ex-dividend days of a company; null where they cannot be read. */
  #dates(symbol: Symbol): Promise<readonly CalendarEntry[] | null> {
    return this.#retain(`dates ${symbol}`, async () => {
      const { companies } = this.#deps
      const [earnings, dividends] = await Promise.all([
        companies.section(symbol, 'earnings', 'annual'),
        companies.section(symbol, 'dividends', 'annual'),
      ])
      if (!earnings.ok && !dividends.ok) return null
      return [
        ...((earnings.ok ? earnings.value : null) ?? []).flatMap((row) =>
          toEarningsEntry(symbol, row),
        ),
        ...((dividends.ok ? dividends.value : null) ?? []).flatMap((row) =>
          toDividendEntry(symbol, row),
        ),
      ]
    })
  }

  /** Returns the prices of the last hour; null without a bar that is about an hour old. */
  #lastHour(symbol: Symbol): Promise<LastHour | null> {
    return this.#retain(`hour ${symbol}`, async () => {
      const answer = await this.#deps.bars({
        symbol,
        timespan: 'M5',
        before: null,
        count: HOUR_BARS,
      })
      if (!answer.ok) return null
      const anHourAgo = this.#deps.exchangeNow() - HOUR_MS
      const inHour = answer.value.bars.filter(({ time }) => time >= anHourAgo - HOUR_TOLERANCE_MS)
      const [first, last] = [inHour[0], inHour.at(-1)]
      if (first === undefined || last === undefined) return null
      return first.time > anHourAgo + HOUR_TOLERANCE_MS
        ? null
        : { from: first.open, to: last.close }
    })
  }

  /** Returns the executions in which a wash sale may lie; null where they cannot be read. */
  #executions(accountId: AccountId, symbol: TradingSymbol): Promise<readonly Execution[] | null> {
    return this.#retain(`executions ${accountId} ${symbol}`, async () => {
      const from = epochMs(this.#deps.exchangeNow() - WASH_DAYS * DAY_MS)
      const executions: Execution[] = []
      const { records } = this.#deps
      const end = await readPages(
        (cursor) => records.executions({ accountId, from, to: null, cursor }),
        ({ rows }) => {
          executions.push(...rows.filter((row) => row.symbol === symbol))
          return true
        },
      )
      return end.ok ? executions : null
    })
  }

  /** Returns what was read in the last minute, or reads it; a failure is not kept. */
  #retain<T>(key: string, read: () => Promise<T | null>): Promise<T | null> {
    const known = this.#saved.get(key)
    const now = this.#deps.clock.monotonic()
    if (known !== undefined && now - known.at < RETAIN_MS) return known.value as Promise<T | null>
    const value = read().catch(nullLogged(this.#deps.log, 'reminders.read-failed'))
    this.#saved.delete(key)
    this.#saved.set(key, { at: now, value })
    void value.then((result) => {
      if (result === null && this.#saved.get(key)?.value === value) this.#saved.delete(key)
    })
    const oldest = this.#saved.keys().next()
    if (this.#saved.size > MAX_SAVED && oldest.done !== true) this.#saved.delete(oldest.value)
    return value
  }

  /** Returns null for what takes too long, or fails. */
  #inTime<T>(value: Promise<T>): Promise<T | null> {
    return new Promise((resolve) => {
      const cancel = this.#deps.timers.after(WAIT_MS, () => resolve(null))
      const settle = (result: T | null): void => {
        cancel()
        resolve(result)
      }
      value.then(settle, (error: unknown) => {
        this.#deps.log.event('error', 'reminders.failed', causeFields(error))
        settle(null)
      })
    })
  }
}

/** Returns the stock whose dates concern an order; null for products without a company. */
const companyOf = (draft: OrderDraft): Symbol | null =>
  draft.assetClass === 'stock' || draft.assetClass === 'option' ? underlyingSymbol(draft) : null
