import { describe, expect, it } from 'vitest'
import { createExchangeOffset } from '../../../../electron/core/market/exchange-offset.js'
import { dataDelayMs } from '../../../../shared/domain/environment.js'
import { epochMs, MINUTE_MS } from '../../../../shared/domain/time.js'

const NOW = epochMs(Date.parse('2026-11-20T21:05:00Z'))

/** Returns the offset after one message that is this much behind this computer's clock. */
function offsetOf(environment: 'practice' | 'sandbox', behindMs: number): number | null {
  const offset = createExchangeOffset(dataDelayMs(environment))
  offset.observe(epochMs(NOW - behindMs), NOW)
  return offset.ms
}

describe('the offset of the exchange clock', () => {
  it('is not the delay of delayed data: five past four is not ten to four', () => {
    expect(offsetOf('sandbox', 15 * MINUTE_MS)).toBe(0)
    expect(offsetOf('sandbox', 15 * MINUTE_MS + 800)).toBe(-800)
  })

  it('is what a wrong clock of this computer makes it, with and without the delay', () => {
    expect(offsetOf('sandbox', 15 * MINUTE_MS - 2 * MINUTE_MS)).toBe(2 * MINUTE_MS)
    expect(offsetOf('sandbox', 2 * MINUTE_MS)).toBe(-2 * MINUTE_MS)
  })

  it('is as seen where data is in real time, and where the clocks are far apart', () => {
    expect(offsetOf('practice', 15 * MINUTE_MS)).toBe(-15 * MINUTE_MS)
    expect(offsetOf('sandbox', 180 * MINUTE_MS)).toBe(-180 * MINUTE_MS)
  })
})
