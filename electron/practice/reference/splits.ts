import { tradingDay, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { ShareSplit } from '../market/securities/splits.js'

/** A split or a rename. */
export interface ShareChange {
  readonly symbol: string
  readonly day: ExchangeDay
  readonly type: 'FORWARD_SPLIT' | 'REVERSE_SPLIT' | 'NAME_CHANGE'
  /** `from` old shares became `to` new ones; 1 and 1 for a rename. */
  readonly from: number
  readonly to: number
  /** When it became known. */
  readonly announced: ExchangeDay
}

const NOTICE_DAYS = 10

const event = (symbol: string, day: ExchangeDay, from: number, to: number): ShareChange =>
  changeOf({ symbol, day, from, to, announced: tradingDay(day, -NOTICE_DAYS) })

/** Returns a split, or a change of name, with its type. */
export const changeOf = ({ symbol, day, from, to, announced }: ShareSplit): ShareChange => ({
  symbol,
  day,
  from,
  to,
  type: from === to ? 'NAME_CHANGE' : to > from ? 'FORWARD_SPLIT' : 'REVERSE_SPLIT',
  announced,
})

/**
 * Real events before the practice market's start. All its bars and per-share figures are adjusted
 * for them.
 */
export const PAST_EVENTS: readonly ShareChange[] = [
  event('AAPL', '2020-08-31', 1, 4),
  event('TSLA', '2020-08-31', 1, 5),
  event('NEE', '2020-10-27', 1, 4),
  event('NVDA', '2021-07-20', 1, 4),
  event('TQQQ', '2022-01-13', 1, 2),
  event('SQQQ', '2022-01-13', 5, 1),
  event('AMZN', '2022-06-06', 1, 20),
  event('META', '2022-06-09', 1, 1),
  event('GOOGL', '2022-07-18', 1, 20),
  event('TSLA', '2022-08-25', 1, 3),
  event('WMT', '2024-02-26', 1, 3),
  event('NVDA', '2024-06-10', 1, 10),
  event('AVGO', '2024-07-15', 1, 10),
  event('SQQQ', '2024-11-07', 5, 1),
  event('NFLX', '2025-11-17', 1, 10),
]
