import { describe, expect, it } from 'vitest'
import { ExchangeClock, firstStart } from '../../../electron/practice/simulation/clock.js'
import { epochMs } from '../../../shared/domain/time.js'

const timeOf = (text: string) => epochMs(Date.parse(text))

class Host {
  mono = 0
  wall(): number {
    return 0
  }
  monotonic(): number {
    return this.mono
  }
}

const clockAt = (start: string, speed = 1, mode: 'practice' | 'real' = 'practice') => {
  const host = new Host()
  const clock = new ExchangeClock(host, mode, timeOf(start), speed)
  return {
    clock,
    after: (ms: number) => {
      host.mono += ms
      return new Date(clock.now()).toISOString()
    },
  }
}

describe('the first start of practice', () => {
  it.each([
    ['in the regular session: now', '2026-11-20T16:00:00Z', '2026-11-20T16:00:00.000Z'],
    ['an hour before the close: now', '2026-11-20T20:00:00Z', '2026-11-20T20:00:00.000Z'],
    [
      'shortly before the close: the same day 10:00',
      '2026-11-20T20:01:00Z',
      '2026-11-20T15:00:00.000Z',
    ],
    [
      'an hour before the close of a short day: now',
      '2026-11-27T17:00:00Z',
      '2026-11-27T17:00:00.000Z',
    ],
    [
      'shortly before the close of a short day: the same day 10:00',
      '2026-11-27T17:01:00Z',
      '2026-11-27T15:00:00.000Z',
    ],
    ['on a Saturday: Friday 10:00 New York', '2026-11-21T16:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['after the close: the same day 10:00', '2026-11-20T22:00:00Z', '2026-11-20T15:00:00.000Z'],
    ['before the open: the day before', '2026-11-20T12:00:00Z', '2026-11-19T15:00:00.000Z'],
    ['on a holiday: the day before', '2026-11-26T16:00:00Z', '2026-11-25T15:00:00.000Z'],
    ['in summer time', '2026-07-11T16:00:00Z', '2026-07-10T14:00:00.000Z'],
  ])('is %s', (_name, wall, start) => {
    expect(new Date(firstStart(timeOf(wall))).toISOString()).toBe(start)
  })
})

describe('the exchange clock', () => {
  it('runs at its speed and keeps fractions', () => {
    const { after } = clockAt('2026-11-20T15:00:00Z', 0.5)
    for (let count = 0; count < 9; count += 1) after(1)
    expect(after(1)).toBe('2026-11-20T15:00:00.005Z')
  })

  it('skips from 20:00 to 09:00 of the next trading day at once', () => {
    const { after } = clockAt('2026-11-21T00:59:59Z')
    expect(after(1_000)).toBe('2026-11-23T14:00:00.000Z')
  })

  it('carries the remainder over several days', () => {
    const { after } = clockAt('2026-11-19T14:00:00Z')
    expect(after(11 * 3_600_000 + 11 * 3_600_000 + 60_000)).toBe('2026-11-23T14:01:00.000Z')
  })

  it('skips nothing in real mode', () => {
    const { after } = clockAt('2026-11-21T00:59:59Z', 1, 'real')
    expect(after(2_000)).toBe('2026-11-21T01:00:01.000Z')
  })

  it('jumps forward and never back', () => {
    const { clock, after } = clockAt('2026-11-20T15:00:00Z')
    clock.jump(timeOf('2026-11-20T20:00:00Z'))
    clock.jump(timeOf('2026-11-20T10:00:00Z'))
    expect(after(0)).toBe('2026-11-20T20:00:00.000Z')
  })

  it('plays an overnight session that it jumps or starts into, then skips to 09:00', () => {
    const { clock, after } = clockAt('2026-11-19T15:00:00Z')
    clock.jump(timeOf('2026-11-20T02:00:00Z'))
    expect(after(0)).toBe('2026-11-20T02:00:00.000Z')
    expect(
      clock.stride(timeOf('2026-11-20T01:00:00Z'), timeOf('2026-11-20T02:00:00Z'), 5_000),
    ).toEqual({ to: timeOf('2026-11-20T02:00:00Z'), skip: true })
    expect(
      clock.stride(timeOf('2026-11-20T02:00:00Z'), timeOf('2026-11-20T03:00:00Z'), 5_000),
    ).toEqual({ to: timeOf('2026-11-20T02:00:05Z'), skip: false })
    expect(after(7 * 3_600_000 - 1)).toBe('2026-11-20T08:59:59.999Z')
    expect(after(1)).toBe('2026-11-20T14:00:00.000Z')
    // The night after that is skipped like any other.
    expect(after(11 * 3_600_000)).toBe('2026-11-23T14:00:00.000Z')

    const started = clockAt('2026-11-23T02:30:00Z')
    expect(started.after(60_000)).toBe('2026-11-23T02:31:00.000Z')
  })

  it('skips the hours of a weekend without a session, also when it jumps into them', () => {
    const { clock, after } = clockAt('2026-11-20T15:00:00Z')
    clock.jump(timeOf('2026-11-21T15:00:00Z'))
    expect(after(0)).toBe('2026-11-23T14:00:00.000Z')
  })

  it('stops at speed 0 and continues without a jump', () => {
    const { clock, after } = clockAt('2026-11-20T15:00:00Z')
    clock.setSpeed(0)
    expect(after(60_000)).toBe('2026-11-20T15:00:00.000Z')
    clock.setSpeed(1)
    expect(after(5)).toBe('2026-11-20T15:00:00.005Z')
  })

  it('splits the time into pieces that end with the day, then skips', () => {
    const { clock } = clockAt('2026-11-20T15:00:00Z')
    const end = timeOf('2026-11-21T01:00:00Z')
    expect(clock.stride(epochMs(end - 1_000), epochMs(end + 9e9), 5_000)).toEqual({
      to: end,
      skip: false,
    })
    expect(clock.stride(end, epochMs(end + 9e9), 5_000)).toEqual({
      to: timeOf('2026-11-23T14:00:00Z'),
      skip: true,
    })
  })
})
