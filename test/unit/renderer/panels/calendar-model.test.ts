import { describe, expect, it } from 'vitest'
import {
  calendarRows,
  calendarSymbols,
  isUnread,
} from '../../../../renderer/panels/calendar/calendar-model.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { CalendarEntry } from '../../../../shared/domain/reference/calendar.js'

const HELD = [symbol('KO'), symbol('AAPL261218C00190000')]
const WATCHED = [symbol('SPY'), symbol('KO')]
const entry = (day: string, kind: 'expiration' | 'earnings' = 'expiration'): CalendarEntry =>
  kind === 'expiration'
    ? { kind, symbol: symbol('KO'), day }
    : {
        kind,
        symbol: symbol('SPY'),
        day,
        year: 2026,
        period: 3,
        eps: null,
        epsEstimate: null,
        revenueEstimate: null,
      }
const SHOWN = {
  filter: 'all',
  past: false,
  today: '2026-11-25',
  held: new Set([symbol('KO')]),
} as const

describe('the calendar', () => {
  it('does not take dates that could not be read for none', () => {
    const view = { entries: [], read: 1, total: 1, failed: [], splitsUnread: false }
    expect(isUnread(view)).toBe(false)
    expect(isUnread({ ...view, failed: [symbol('KO')] })).toBe(true)
    expect(isUnread({ ...view, splitsUnread: true })).toBe(true)
  })

  it('is about what is held and watched, once each, with the underlying of an option', () => {
    expect(calendarSymbols('both', HELD, WATCHED)).toEqual([
      'KO',
      'AAPL261218C00190000',
      'AAPL',
      'SPY',
    ])
    expect(calendarSymbols('watched', HELD, WATCHED)).toEqual(['SPY', 'KO'])
    expect(calendarSymbols('held', [], WATCHED)).toEqual([])
  })

  it('counts the days from today, and hides what is over until it is asked for', () => {
    const entries = [entry('2026-11-24'), entry('2026-11-25'), entry('2026-12-01', 'earnings')]
    expect(calendarRows(entries, SHOWN).map(({ inDays, isHeld }) => [inDays, isHeld])).toEqual([
      [0, true],
      [6, false],
    ])
    expect(calendarRows(entries, { ...SHOWN, past: true }).map(({ inDays }) => inDays)).toEqual([
      -1, 0, 6,
    ])
    expect(calendarRows(entries, { ...SHOWN, filter: 'earnings' })).toHaveLength(1)
  })
})
