import { describe, expect, it } from 'vitest'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { groupStart } from '../../../../shared/domain/drawings/axis/bar-shape.js'
import {
  lengthOfSpan,
  parseSpan,
  shapeOf,
  spanFor,
  spanOfLength,
  spanSeconds,
  spanText,
  SPAN_UNITS,
  MAX_AMOUNTS,
} from '../../../../renderer/chart/spans/chart-span.js'

const spanOf = (text: string) => {
  const span = parseSpan(text)
  if (span === null) throw new Error(`${text} is no span`)
  return span
}

describe('the length of bars that a person chooses', () => {
  it.each([
    [{ amount: 10, unit: 'minute' }, 'M5x2'],
    [{ amount: 7, unit: 'minute' }, 'M1x7'],
    [{ amount: 3, unit: 'hour' }, 'M60x3'],
    [{ amount: 8, unit: 'hour' }, 'M240x2'],
    [{ amount: 20, unit: 'second' }, 'S5x4'],
    [{ amount: 30, unit: 'second' }, 'S15x2'],
    [{ amount: 2, unit: 'day' }, 'Dx2'],
    [{ amount: 3, unit: 'month' }, 'Mx3'],
    [{ amount: 5, unit: 'minute' }, 'M5'],
  ] as const)('%o is made of %s', (length, text) => {
    const span = spanOfLength(length)
    expect(span === null ? null : spanText(span)).toBe(text)
  })

  it('every length that is offered can be made, stored and read back', () => {
    for (const unit of SPAN_UNITS) {
      for (let amount = 1; amount <= MAX_AMOUNTS[unit]; amount += 1) {
        const span = spanOfLength({ amount, unit })
        if (unit === 'second' && amount % 5 !== 0) expect(span).toBeNull()
        else {
          if (span === null) throw new Error(`no span of ${amount} ${unit}`)
          expect(parseSpan(spanText(span))).toEqual(span)
          expect(spanOfLength(lengthOfSpan(span))).toEqual(span)
        }
      }
    }
  })

  it.each([0, -1, 1.5, 1_000, Number.NaN])('refuses %s of a unit', (amount) => {
    for (const unit of SPAN_UNITS) expect(spanOfLength({ amount, unit })).toBeNull()
  })

  it.each(['', 'M7', 'M5x0', 'M5x-1', 'x2', 'M5x2x2', '<b>'])('reads no span from %j', (text) => {
    expect(parseSpan(text)).toBeNull()
  })
})

describe('a length that the broker does not have of a product', () => {
  it('is a minute for seconds and a day for weeks, and stays where the broker has it', () => {
    const spanShown = (text: string, product: AssetClass) =>
      spanText(spanFor(spanOf(text), product))
    expect(spanShown('S5x2', 'stock')).toBe('S5x2')
    for (const product of ['option', 'futures', 'crypto', 'event'] as const) {
      expect(spanShown('S15', product)).toBe('M1')
      expect(spanShown('M5x2', product)).toBe('M5x2')
    }
    expect(spanShown('W', 'crypto')).toBe('W')
    expect(spanShown('W', 'event')).toBe('D')
    expect(spanShown('Mx3', 'event')).toBe('D')
  })
})

describe('where a bar begins', () => {
  const start = (text: string, day: string, minute: number, regular = false) =>
    groupStart(exchangeInstant(day, minute), shapeOf(spanOf(text), regular))

  it('minutes are aligned to the clock, hours to the open', () => {
    expect(start('M5x2', '2026-11-24', 9 * 60 + 37)).toBe(
      exchangeInstant('2026-11-24', 9 * 60 + 30),
    )
    expect(start('M60x3', '2026-11-24', 13 * 60)).toBe(exchangeInstant('2026-11-24', 12 * 60 + 30))
  })

  it('regular hours are aligned to the open, and end with the session', () => {
    const shape = shapeOf(spanOf('M240'), true)
    expect(shape).toEqual({ base: 'M30', count: 8, isRegularOnly: true })
    expect(start('M240', '2026-11-24', 15 * 60 + 30, true)).toBe(
      exchangeInstant('2026-11-24', 13 * 60 + 30),
    )
  })

  it('two days are counted from a fixed Monday: Monday and Tuesday, over a weekend too', () => {
    const monday = start('Dx2', '2026-11-23', 600)
    expect(
      start('Dx2', '2026-11-24', 600) === monday || start('Dx2', '2026-11-20', 600) === monday,
    ).toBe(true)
    expect(start('Dx5', '2026-11-23', 600)).toBe(start('Dx5', '2026-11-27', 600))
  })

  it('quarters begin in January, April, July and October', () => {
    expect(start('Mx3', '2026-11-24', 600)).toBe(exchangeInstant('2026-10-01', 0))
    expect(start('Mx3', '2026-03-31', 600)).toBe(exchangeInstant('2026-01-01', 0))
  })

  it('a week begins on its Monday, as that of the broker', () => {
    expect(start('W', '2026-11-29', 600)).toBe(exchangeInstant('2026-11-23', 0))
  })

  it.each(['2026-11-01', '2026-03-08'])(
    'bars of every length stay in order and hold what they name on %s, when the clock changes',
    (day) => {
      const midnight = exchangeInstant(day, 0)
      for (const text of ['M1x7', 'M5x2', 'M30x3', 'M60', 'M60x3', 'M240']) {
        const shape = shapeOf(spanOf(text), false)
        let before = 0
        for (let minute = 0; minute < 23 * 60; minute += 1) {
          const time = epochMs(midnight + minute * 60_000)
          const begun = groupStart(time, shape)
          expect(begun).toBeGreaterThanOrEqual(before)
          expect(begun).toBeLessThanOrEqual(time)
          expect(time - begun).toBeLessThan((spanSeconds(shape) ?? 0) * 1_000)
          before = begun
        }
      }
    },
  )

  it('minutes are aligned to the clock of their time after a change of the clock', () => {
    const shape = shapeOf(spanOf('M5x2'), false)
    const time = epochMs(Date.parse('2026-11-01T15:07:00Z'))
    expect(groupStart(time, shape)).toBe(Date.parse('2026-11-01T15:00:00Z'))
  })
})
