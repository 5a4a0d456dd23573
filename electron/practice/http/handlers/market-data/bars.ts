import { ok, type Result } from '../../../../../shared/domain/result.js'
import type { Timespan } from '../../../../../shared/domain/market/bar.js'
import { isoTimeOffset } from '../../../../../shared/wire/fields.js'
import type { BarData, BarQuery, Market } from '../../../market/securities/market-types.js'
import { SESSION_CODES, priceText, sizeText } from '../../../model/figures.js'
import type { Refusal } from '../../message/refusal.js'
import { readBarCount, readSessions, readTime } from './market-requests.js'

/** The members that both forms of the bar request share. */
export interface BarRequest {
  readonly timespan: Timespan
  readonly count?: string | number | undefined
  readonly realTime: boolean
  readonly sessions?: string | readonly string[] | undefined
  readonly start?: string | number | undefined
  readonly end?: string | number | undefined
}

/** Checks a bar request: counts up to 1200 (M1 up to 1650), sessions, bounds (MARKET-1). */
export function readBarQuery(request: BarRequest): Result<BarQuery, Refusal> {
  const count = readBarCount(request.count, request.timespan)
  if (!count.ok) return count
  const sessions = readSessions(request.sessions, ['regular'])
  if (!sessions.ok) return sessions
  const start = readTime(request.start, 'start_time')
  if (!start.ok) return start
  const end = readTime(request.end, 'end_time')
  if (!end.ok) return end
  return ok({
    count: count.value,
    sessions: sessions.value,
    includeRunning: request.realTime,
    ...(start.value === undefined ? {} : { start: start.value }),
    ...(end.value === undefined ? {} : { end: end.value }),
  })
}

const CALENDAR: readonly Timespan[] = ['D', 'W', 'M', 'Y']

const wireBar = (bar: BarData, intraday: boolean) => ({
  time: isoTimeOffset(bar.time),
  open: priceText(bar.open),
  close: priceText(bar.close),
  high: priceText(bar.high),
  low: priceText(bar.low),
  volume: sizeText(bar.volume),
  ...(intraday ? { trading_session: SESSION_CODES[bar.session] } : {}),
})

/** Formats bars, oldest first. */
export const wireBars = (market: Market, symbol: string, timespan: Timespan, query: BarQuery) =>
  market.bars(symbol, timespan, query).map((bar) => wireBar(bar, !CALENDAR.includes(timespan)))
