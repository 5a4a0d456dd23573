import { describe, expect, it } from 'vitest'
import { BarAxis } from '../../../../../shared/domain/drawings/axis/bar-axis.js'
import type { Timespan } from '../../../../../shared/domain/market/bar.js'
import { exchangeClock } from '../../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { FIVE_MINUTES, MINUTE, T0, barOf, model, shape } from './stage-fixture.js'

const HOUR = 60 * MINUTE
const afterStart = (ms: number) => epochMs(T0 + ms)
const axisOf = (timespan: Timespan, times: readonly number[], count = 1): BarAxis =>
  new BarAxis(
    {
      history: times.slice(0, -1).map((time) => barOf(time)),
      live: barOf(times.at(-1) ?? T0),
    },
    shape(timespan, count),
    'stock',
  )
const clock = (time: ReturnType<typeof epochMs>): string => {
  const { day, minute } = exchangeClock(time)
  return `${day} ${Math.floor(minute / 60)}:${(minute % 60).toString().padStart(2, '0')}`
}

describe('bars and times of a chart', () => {
  const axis = new BarAxis(model(), FIVE_MINUTES, 'stock')

  it('puts a time on the bar that contains it', () => {
    expect(axis.position(afterStart(0))).toBe(0)
    expect(axis.position(afterStart(7 * MINUTE))).toBe(1)
    expect(axis.position(afterStart(95 * MINUTE))).toBe(19)
  })

  it('returns every bar to its own place, in the future and in the past too', () => {
    for (let index = -50; index < 600; index += 1) {
      expect(axis.position(axis.time(index))).toBe(index)
    }
  })

  it('keeps a point of short bars on the long bar with its price', () => {
    const hourly = axisOf('M60', [T0 - HOUR / 2, T0 + HOUR / 2, T0 + 1.5 * HOUR])
    expect(hourly.position(afterStart(10 * MINUTE))).toBe(0)
    expect(hourly.position(afterStart(35 * MINUTE))).toBe(1)
  })

  it('continues after the regular session on the next trading day', () => {
    // The last bar of Friday's regular session.
    const friday = axisOf('M5', [T0, T0 + 355 * MINUTE])
    expect(clock(friday.time(1))).toBe('2026-11-20 15:55')
    expect(clock(friday.time(2))).toBe('2026-11-23 9:30')
    expect(friday.position(friday.time(2))).toBe(2)
  })

  it('continues bars of a custom interval, with pauses too', () => {
    const friday = axisOf('M5', [T0, T0 + 350 * MINUTE], 2)
    expect(clock(friday.time(1))).toBe('2026-11-20 15:50')
    expect(clock(friday.time(2))).toBe('2026-11-23 9:30')
    expect(clock(friday.time(3))).toBe('2026-11-23 9:40')
    expect(friday.position(epochMs(friday.time(3) + 7 * MINUTE))).toBe(3)
    for (let index = 0; index < 60; index += 1) {
      expect(friday.position(friday.time(index))).toBe(index)
    }
  })

  it('has pairs of weeks to come', () => {
    const monday = Date.UTC(2026, 10, 16, 5)
    const [first, second] = [1, 2].map((bar) => axisOf('W', [monday], 2).time(bar))
    expect((second ?? 0) - (first ?? 0)).toBe(14 * 24 * HOUR)
  })

  it('has days without weekends and holidays, and coins without pauses', () => {
    const day = Date.UTC(2026, 10, 25, 5)
    expect(clock(axisOf('D', [day]).time(1))).toBe('2026-11-27 0:00')
    const coin = new BarAxis({ history: [], live: barOf(day) }, shape('D'), 'crypto')
    expect(clock(coin.time(1))).toBe('2026-11-26 0:00')
  })

  it('has weeks, months and years to come', () => {
    const monday = Date.UTC(2026, 10, 16, 5)
    expect(clock(axisOf('W', [monday]).time(1))).toBe('2026-11-23 0:00')
    expect(clock(axisOf('M', [Date.UTC(2026, 0, 1, 5)]).time(1))).toBe('2026-02-01 0:00')
    expect(clock(axisOf('Y', [Date.UTC(2026, 0, 1, 5)]).time(1))).toBe('2027-01-01 0:00')
  })
})
