import type { JournalDay } from '../../../shared/domain/account/journal.js'
import { add, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import { DAY_MS } from '../../../shared/domain/time.js'

/** A day of the picture of a month; null before its first and after its last day. */
export interface CalendarCell {
  readonly day: string
  readonly number: number
  /** Null where nothing was closed. */
  readonly pnl: Money | null
}

/** A month as weeks from Monday to Sunday. */
export interface CalendarMonth {
  readonly weeks: readonly (readonly (CalendarCell | null)[])[]
  readonly total: Money
}

const WEEK = 7

/** Returns the days of a month ("2026-11") with what was realized on each. */
export function calendarMonth(
  month: string,
  days: readonly Pick<JournalDay, 'day' | 'pnl'>[],
): CalendarMonth {
  const realized = new Map<string, Money>(days.map(({ day, pnl }) => [day, pnl]))
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const cells: (CalendarCell | null)[] = Array.from(
    { length: (new Date(first).getUTCDay() + WEEK - 1) % WEEK },
    () => null,
  )
  let total = ZERO_MONEY
  for (let time = first; dayText(time).startsWith(month); time += DAY_MS) {
    const day = dayText(time)
    const pnl = realized.get(day) ?? null
    if (pnl !== null) total = add(total, pnl)
    cells.push({ day, number: new Date(time).getUTCDate(), pnl })
  }
  while (cells.length % WEEK !== 0) cells.push(null)
  const weeks = Array.from({ length: cells.length / WEEK }, (_, index) =>
    cells.slice(index * WEEK, (index + 1) * WEEK),
  )
  return { weeks, total }
}

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the month so many months later, or before. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}
