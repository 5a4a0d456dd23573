import { describe, expect, it } from 'vitest'
import {
  SEGMENTS,
  createCalendar,
  isoDate,
} from '../../../../electron/practice/market/calendar/calendar.js'
import { createDayPaths } from '../../../../electron/practice/market/paths/day-path.js'
import { createFactors } from '../../../../electron/practice/market/tapes/factors.js'
import { SECURITIES } from '../../../../electron/practice/market/securities/listings.js'
import {
  CLOSE,
  HIGH,
  LOW,
  OPEN,
  SHARES,
  SIDES,
  SPREAD,
  TRADES,
  cell,
  createSegmentPlans,
  type SegmentPlan,
} from '../../../../electron/practice/market/tapes/segment-plan.js'
import { ONE_BASIS } from '../../../../electron/practice/market/tapes/share-basis.js'
import { isTradingDay } from '../../../../shared/domain/market/exchange-time.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'

const START = epochMs(Date.UTC(2026, 10, 20, 15))
const FIELDS = [OPEN, HIGH, LOW, CLOSE, SHARES, TRADES, SPREAD, SIDES]
const calendar = createCalendar(START)
const security = SECURITIES.find(({ symbol }) => symbol === 'AAPL')
if (security === undefined) throw new Error('the universe has no AAPL')
const plans = () =>
  createSegmentPlans(
    security,
    calendar,
    createDayPaths('plans', security, calendar, createFactors('plans')),
    ONE_BASIS,
  )
const row = (plan: SegmentPlan, minute: number): number[] =>
  FIELDS.map((field) => cell(plan, minute, field))

describe('the plan of a session', () => {
  it('has the same minutes in any order of reading', () => {
    const forwards = plans().plan(calendar.anchor, 'regular')
    const backwards = plans().plan(calendar.anchor, 'regular')
    const minutes = [...forwards.worked.keys()]
    const there = new Map(minutes.map((minute) => [minute, row(forwards, minute)]))
    const back = new Map(minutes.toReversed().map((minute) => [minute, row(backwards, minute)]))
    expect(minutes.map((minute) => back.get(minute))).toEqual(
      minutes.map((minute) => there.get(minute)),
    )
    expect(there.get(0)).not.toEqual(there.get(1))
  })

  it('computes only the minutes that are read', () => {
    const plan = plans().plan(calendar.anchor, 'regular')
    row(plan, 200)
    expect(plan.worked.reduce((sum, share) => sum + share, 0)).toBe(1)
  })

  it('is held for two trading days, and no longer', () => {
    const passing = plans()
    const days = Array.from({ length: 20 }, (_, day) => calendar.anchor - 20 + day)
    const made = days.flatMap((day) =>
      SEGMENTS.map((kind) => ({ day, kind, plan: passing.plan(day, kind) })),
    )
    const held = made.filter(({ day, kind, plan }) => passing.scan(day, kind) === plan)
    expect(held.map(({ day }) => day - calendar.anchor)).toEqual([-2, -2, -2, -2, -1, -1, -1, -1])
  })

  it('reuses its memory for the next scanned day without leftovers', () => {
    const passing = plans()
    const first = passing.scan(calendar.anchor - 1, 'regular')
    for (const minute of first.worked.keys()) row(first, minute)
    const second = passing.scan(calendar.anchor - 2, 'regular')
    const alone = plans().plan(calendar.anchor - 2, 'regular')
    for (let minute = 0; minute < alone.segment.minutes; minute += 1) {
      expect(row(second, minute)).toEqual(row(alone, minute))
    }
  })
})

describe('the plan of a stock around one dollar', () => {
  it('keeps the width of its spread where the increment changes', () => {
    const wide = { ...security, spread: 0.006, tradesPerMinute: 20 }
    const paths = createDayPaths('dollar', wide, calendar, createFactors('dollar'))
    const plan = createSegmentPlans(wide, calendar, paths, ONE_BASIS).plan(
      calendar.anchor,
      'regular',
    )
    // From minute to minute the price crosses one dollar, above which the increment is a cent.
    for (const index of plan.levels.keys()) {
      plan.levels[index] = Math.log(10_000 + (index % 2) * 8 - 4)
    }
    for (let minute = 0; minute < plan.segment.minutes; minute += 1) {
      const [open = 0, , , close = 0, , trades = 0] = row(plan, minute)
      if (trades === 0) continue
      expect(Math.min(open, close)).toBeGreaterThan(9_500)
      expect(Math.max(open, close)).toBeLessThan(10_500)
    }
  })
})

describe('the trading days of the market', () => {
  it('equal those of the exchange calendar, over all years of history and later years', () => {
    const listed = new Set<string>()
    for (let index = 0; index < calendar.anchor + 600; index += 1) {
      listed.add(calendar.day(index).date)
    }
    const [first = '', last = ''] = [[...listed][0], [...listed].at(-1)]
    for (
      let time = Date.parse(`${first}T00:00:00Z`);
      time <= Date.parse(`${last}T00:00:00Z`);
      time += DAY_MS
    ) {
      const day = isoDate(time / DAY_MS)
      expect([day, listed.has(day)]).toEqual([day, isTradingDay(day)])
    }
  })
})
