import {
  exchangeClock,
  exchangeInstant,
  nextDay,
} from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'

/** The ranges of dates that a list of records offers. */
export const RANGES = ['today', 'week', 'month', 'year', 'last-year', 'all', 'custom'] as const
export type RangeName = (typeof RANGES)[number]

/** Days at the exchange, both included; empty is open. */
export interface CustomRange {
  readonly from: string
  readonly to: string
}

/** Both ends are included; null is open. */
export interface TimeRange {
  readonly from: EpochMs | null
  readonly to: EpochMs | null
}

const DAYS = { week: 7, month: 30 } as const
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const start = (day: string): EpochMs => exchangeInstant(day, 0)
const end = (day: string): EpochMs => epochMs(exchangeInstant(nextDay(day), 0) - 1)

/** Returns the times of a range, by days of the exchange. */
export function timeRange(name: RangeName, custom: CustomRange, now: EpochMs): TimeRange {
  const { day } = exchangeClock(now)
  const year = Number(day.slice(0, 4))
  switch (name) {
    case 'today':
      return { from: start(day), to: null }
    case 'week':
    case 'month':
      return { from: start(exchangeClock(epochMs(now - DAYS[name] * DAY_MS)).day), to: null }
    case 'year':
      return { from: start(`${year}-01-01`), to: null }
    case 'last-year':
      return { from: start(`${year - 1}-01-01`), to: end(`${year - 1}-12-31`) }
    case 'all':
      return { from: null, to: null }
    case 'custom':
      return {
        from: isDay(custom.from) ? start(custom.from) : null,
        to: isDay(custom.to) ? end(custom.to) : null,
      }
  }
}

/** True for a range of days whose end is before its start. */
export const isReversed = ({ from, to }: CustomRange): boolean =>
  isDay(from) && isDay(to) && to < from
