import { describe, expect, it } from 'vitest'
import { clockText } from '../../../../../electron/assistant/tools/clock.js'
import type { Environment } from '../../../../../shared/domain/environment.js'
import { epochMs, HOUR_MS, MINUTE_MS } from '../../../../../shared/domain/time.js'

const textOf = (environment: Environment, offsetMs: number): string =>
  clockText({ environment, offsetMs, now: epochMs(1_800_000_000_000) })

describe('the clock that get_clock names', () => {
  it.each([
    ['practice', /^The practice exchange’s own clock/],
    ['sandbox', /^The clock of the broker’s test environment/],
    ['production', /^The exchange’s clock/],
  ] as const)('is that of %s, whatever its offset', (environment, owner) => {
    for (const offset of [0, 30_000, -30_000, 5 * MINUTE_MS, -21 * HOUR_MS]) {
      const said = textOf(environment, offset)
      expect(said).toMatch(owner)
      expect(/practice/i.test(said)).toBe(environment === 'practice')
    }
  })

  it('says how far it is from this computer’s, and which times are by which', () => {
    expect(textOf('practice', 10_000)).toBe(
      'The practice exchange’s own clock; it agrees with this computer’s.',
    )
    expect(textOf('practice', -(20 * HOUR_MS + 40 * MINUTE_MS))).toBe(
      'The practice exchange’s own clock, 20 h 40 min behind this computer’s. Quotes and sessions are by it; expires_at, created_at and other times of instructions, and updated_at of orders, are by this computer: use expires_in_seconds.',
    )
    expect(textOf('production', 2 * MINUTE_MS)).toMatch(
      /^The exchange’s clock, 2 min ahead of this computer’s\. /,
    )
  })
})
