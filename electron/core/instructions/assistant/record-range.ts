import { exchangeInstant, nextDay } from '../../../../shared/domain/market/exchange-time.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { RecordQuery } from '../../records/record-queries.js'
import type { AssistantRecordQuery } from './assistant-port.js'

/**
 * Returns the first instant of a day of the exchange, or its last one; null for no day. A text with
 * a time of day is taken as it is.
 */
export function parseTime(text: string | null, end: boolean): EpochMs | null {
  if (text === null) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const time = Date.parse(text)
    return Number.isFinite(time) ? epochMs(time) : null
  }
  if (!Number.isFinite(Date.parse(`${text}T00:00:00Z`))) return null
  return end ? epochMs(exchangeInstant(nextDay(text), 0) - 1) : exchangeInstant(text, 0)
}

/** Returns the query of an account's records from day to day, both included. */
export const rangeOf = (
  accountId: AccountId,
  { from, to, cursor }: AssistantRecordQuery,
): RecordQuery => ({
  accountId,
  from: parseTime(from, false),
  to: parseTime(to, true),
  cursor,
})
