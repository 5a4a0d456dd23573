import { describe, expect, it } from 'vitest'
import {
  barTimeText,
  clockText,
  fromAxis,
  markText,
  toAxis,
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
