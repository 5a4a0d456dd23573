import { describe, expect, it } from 'vitest'
import { asMoney, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { storedTradeDate } from '../../../../shared/domain/market/trade-date.js'
import { calendarMonth, monthAfter } from '../../../../renderer/panels/journal/calendar-month.js'

describe('a month of the P&L calendar', () => {
  it('has weeks from Monday to Sunday, and the total of its own days only', () => {
    const { weeks, total } = calendarMonth('2026-11', [
      { day: storedTradeDate('2026-10-31'), pnl: asMoney(dec('9')) },
      { day: storedTradeDate('2026-11-01'), pnl: asMoney(dec('5')) },
      { day: storedTradeDate('2026-11-30'), pnl: asMoney(dec('-2')) },
    ])

    expect(weeks).toHaveLength(6)
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    expect(weeks[0]?.map((cell) => cell?.number ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      1,
    ])
    expect(weeks[5]?.[0]).toMatchObject({ day: '2026-11-30', number: 30 })
    expect(decimalText(total)).toBe('3')
  })

  it('is followed and preceded across the end of a year', () => {
    expect(monthAfter('2026-12', 1)).toBe('2027-01')
    expect(monthAfter('2026-01', -1)).toBe('2025-12')
  })
})
