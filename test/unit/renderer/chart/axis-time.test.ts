import { afterEach, describe, expect, it } from 'vitest'
import {
  barTimeText,
  clockText,
  fromAxis,
  markText,
  toAxis,
  zoneMark,
} from '../../../../renderer/chart/axis-time.js'
import { isExtended } from '../../../../renderer/chart/market/session-shade.js'
import { epochMs } from '../../../../shared/domain/time.js'

const epochOf = (iso: string) => epochMs(Date.parse(iso))

describe('chart times on the exchange’s clock', () => {
  it.each([
    ['2026-07-01T13:30:00Z', '09:30'],
    ['2026-11-20T14:30:00Z', '09:30'],
    ['2026-03-09T13:30:00Z', '09:30'],
    ['2026-11-20T01:00:00Z', '20:00'],
  ])('shows %s as %s in New York', (iso, clock) => {
    expect(clockText(epochOf(iso), false)).toBe(clock)
    expect(new Date(toAxis(epochOf(iso)) * 1_000).toISOString().slice(11, 16)).toBe(clock)
  })

  it('convert back to instants in summer, in winter and around both clock changes', () => {
    for (const iso of [
      '2026-07-01T13:30:00Z',
      '2026-01-05T14:30:00Z',
      '2026-03-06T21:00:00Z',
      '2026-03-09T13:30:00Z',
      '2026-10-30T20:00:00Z',
      '2026-11-02T14:30:00Z',
    ]) {
      expect(fromAxis(toAxis(epochOf(iso)))).toBe(epochOf(iso))
    }
  })

  it('keep the order of bars through the hour that autumn repeats, when coins trade on', () => {
    const start = Date.parse('2026-11-01T03:00:00Z')
    const times = Array.from({ length: 8 * 720 }, (_none, index) => epochMs(start + index * 5_000))
    const places = times.map(toAxis)
    expect(places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))).toBe(
      true,
    )
    expect(places.map(fromAxis)).toEqual(times)
    expect(places[0]).toBe(Date.parse('2026-10-31T23:00:00Z') / 1_000)
    expect(places.at(-1)).toBe(Date.parse('2026-11-01T05:59:55Z') / 1_000)
  })

  it('keep the order of bars over the hour that spring leaves out', () => {
    const start = Date.parse('2026-03-08T05:00:00Z')
    const times = Array.from({ length: 240 }, (_none, index) => epochMs(start + index * 60_000))
    expect(times.map(toAxis).map(fromAxis)).toEqual(times)
  })

  it('take offsets and repeated times as they are, not as hours', () => {
    // In 1883 New York went back by 238 seconds, from an offset of 4:56:02 to 5:00.
    const start = Date.parse('1883-11-18T15:00:00Z')
    const times = Array.from({ length: 4 * 720 }, (_none, index) => epochMs(start + index * 5_000))
    const places = times.map(toAxis)
    expect(places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))).toBe(
      true,
    )
    expect(places.map(fromAxis)).toEqual(times)
    expect(clockText(epochOf('1883-11-18T16:59:59Z'), true)).toBe('12:03:57')
    expect(clockText(epochOf('1883-11-18T17:00:00Z'), true)).toBe('12:00:00')
  })

  it('show as much of a bar’s time as its timespan requires', () => {
    expect(barTimeText(epochOf('2026-11-20T15:05:00Z'), 'M5', 'en-US')).toBe('Fri, Nov 20 10:05 ET')
    expect(barTimeText(epochOf('2026-11-20T15:05:05Z'), 'S5', 'en-US')).toBe(
      'Fri, Nov 20 10:05:05 ET',
    )
    expect(barTimeText(epochOf('2026-11-20T05:00:00Z'), 'D', 'en-US')).toBe('Fri, Nov 20, 2026')
    expect(barTimeText(epochOf('2026-11-01T04:00:00Z'), 'M', 'en-US')).toBe('Nov 2026')
    expect(
      markText(epochOf('2026-11-20T05:00:00Z'), 'day', { locale: 'en-US', zone: 'exchange' }),
    ).toBe('20')
  })

  it('mark bars outside the regular session', () => {
    expect(isExtended(toAxis(epochOf('2026-11-20T14:29:00Z')))).toBe(true)
    expect(isExtended(toAxis(epochOf('2026-11-20T14:30:00Z')))).toBe(false)
    expect(isExtended(toAxis(epochOf('2026-11-20T21:00:00Z')))).toBe(true)
    expect(isExtended(toAxis(epochOf('2026-11-27T18:00:00Z')))).toBe(true)
  })
})

describe('marks of days, months and years in the zone of this computer', () => {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  const label = (iso: string, kind: 'year' | 'month' | 'day' | 'time') => {
    const instant = epochOf(iso)
    const style = { locale: 'en-US', zone: 'local' } as const
    return markText(instant, zoneMark(instant, kind, style.zone), style)
  }

  it.each([
    // New Year's midnight in New York is 21:00 of the last evening in Los Angeles.
    ['America/Los_Angeles', '2027-01-01T05:00:00Z', 'year', '21:00'],
    ['America/Los_Angeles', '2027-02-01T05:00:00Z', 'month', '21:00'],
    ['America/Los_Angeles', '2026-11-25T05:00:00Z', 'day', '21:00'],
    ['America/Los_Angeles', '2026-11-25T08:00:00Z', 'time', '25'],
    ['America/Los_Angeles', '2027-02-01T08:00:00Z', 'time', 'Feb'],
    ['America/Los_Angeles', '2027-01-01T08:00:00Z', 'time', '2027'],
    ['America/Los_Angeles', '2026-11-25T09:00:00Z', 'time', '01:00'],
    // The first bar of a stock's day, 04:00 in New York.
    ['America/Los_Angeles', '2026-11-25T09:00:00Z', 'day', '25'],
    ['Asia/Tokyo', '2027-01-01T05:00:00Z', 'year', '2027'],
    ['America/New_York', '2027-01-01T05:00:00Z', 'year', '2027'],
  ] as const)('the marks in %s, at %s: the %s mark reads %s', (name, iso, kind, text) => {
    process.env['TZ'] = name
    expect(label(iso, kind)).toBe(text)
  })
})
