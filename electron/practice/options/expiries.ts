import {
  closeMinute,
  exchangeInstant,
  isTradingDay,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { Cycle } from './programs.js'
import { isoDay, utcOf } from '../../../shared/domain/market/calendars/days.js'

export type ExpiryCycle = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'EOM'

/** One expiration of an underlying. */
export interface Expiry {
  readonly day: ExchangeDay
  readonly cycle: ExpiryCycle
  /** First day on which its contracts trade. */
  readonly listed: ExchangeDay
  /** When its trading ends: the regular close of its day. */
  readonly time: EpochMs
}

/** Calendar days from listing to expiration. */
const LEADS = {
  daily: 14,
  weekly: 56,
  monthly: 270,
  quarterly: 365,
  endOfMonth: 190,
  leaps: 960,
} as const
/** Months whose third Friday is listed years ahead. */
const LEAPS_MONTHS: Readonly<Record<Cycle, readonly number[]>> = {
  index: [6, 12],
  daily: [1, 6, 12],
  weekly: [1, 6],
  monthly: [1],
}
export const daysFrom = (day: ExchangeDay, days: number): ExchangeDay =>
  isoDay(utcOf(day) + days * DAY_MS)
export const daysBetween = (from: ExchangeDay, to: ExchangeDay): number =>
  Math.round((utcOf(to) - utcOf(from)) / DAY_MS)

/**
 * Returns the day itself when it is a trading day, otherwise the trading day before: an expiration
 * on a holiday moves one trading day earlier.
 */
const onOrBefore = (day: ExchangeDay): ExchangeDay =>
  isTradingDay(day) ? day : tradingDay(day, -1)

function thirdFriday(month: string): ExchangeDay {
  const first = new Date(utcOf(`${month}-01`)).getUTCDay()
  return onOrBefore(daysFrom(`${month}-01`, ((5 - first + 7) % 7) + 14))
}
const lastOfMonth = (month: string): ExchangeDay =>
  onOrBefore(isoDay(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)))
/** Returns the Friday of a day's week. */
const fridayOf = (day: ExchangeDay): ExchangeDay =>
  daysFrom(day, 5 - new Date(utcOf(day)).getUTCDay())

/**
 * Returns the expiration of a cycle on a day; null when there is none. A day with several kinds of
 * expiration is listed with the longest lead.
 */
export function expiryOn(cycle: Cycle, day: ExchangeDay): Expiry | null {
  if (!isTradingDay(day)) return null
  const month = day.slice(0, 7)
  const monthNumber = Number(day.slice(5, 7))
  const cycles: [ExpiryCycle, number][] = []
  if (day === thirdFriday(month)) {
    cycles.push(['MONTHLY', LEADS.monthly])
    if (LEAPS_MONTHS[cycle].includes(monthNumber)) cycles.push(['MONTHLY', LEADS.leaps])
  }
  if (cycle === 'daily' && monthNumber % 3 === 0 && day === lastOfMonth(month)) {
    cycles.push(['QUARTERLY', LEADS.quarterly])
  }
  if (cycle === 'index' && day === lastOfMonth(month)) cycles.push(['EOM', LEADS.endOfMonth])
  if (cycle !== 'monthly' && day === onOrBefore(fridayOf(day))) {
    cycles.push(['WEEKLY', LEADS.weekly])
  }
  if (cycle === 'daily' || cycle === 'index') cycles.push(['DAILY', LEADS.daily])
  const kind = cycles[0]
  if (kind === undefined) return null
  const lead = Math.max(...cycles.map(([, days]) => days))
  return {
    day,
    cycle: kind[0],
    listed: tradingDay(daysFrom(day, -lead), 0),
    time: exchangeInstant(day, closeMinute(day)),
  }
}

const listedOn = new Map<string, readonly Expiry[]>()
const MAX_CACHED_DAYS = 32

/** Returns the expirations that trade on a day, nearest first. */
export function expiriesOn(cycle: Cycle, today: ExchangeDay): readonly Expiry[] {
  const key = `${cycle}${today}`
  const known = listedOn.get(key)
  if (known !== undefined) return known
  const expiries: Expiry[] = []
  for (let ahead = 0; ahead <= LEADS.leaps; ahead += 1) {
    const expiry = expiryOn(cycle, daysFrom(today, ahead))
    if (expiry !== null && expiry.listed <= today) expiries.push(expiry)
  }
  if (listedOn.size >= MAX_CACHED_DAYS) listedOn.clear()
  listedOn.set(key, expiries)
  return expiries
}
