import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import { createSkewMeter, describeSkew } from '../../../electron/provider/http/clock-skew.js'
import { writtenOut } from '../../harness/written-out.js'

const START = 1_797_000_000_000
const httpDate = (ms: number): string => new Date(ms).toUTCString()

/**
 * Records one answer of a server whose clock is `ahead` of ours; it dates answers in whole seconds.
 */
const recordAnswer = (
  meter: ReturnType<typeof createSkewMeter>,
  sentAt: number,
  out: number,
  back: number,
  ahead: number,
) => meter.observe(httpDate(sentAt + out - ahead), epochMs(sentAt), epochMs(sentAt + out + back))

const answers = fc.array(
  fc.record({
    pause: fc.integer({ min: 1, max: 5_000 }),
    out: fc.integer({ min: 0, max: 900 }),
    back: fc.integer({ min: 0, max: 900 }),
  }),
  { minLength: 1, maxLength: 40 },
)

describe('the clock skew', () => {
  it('stays within its stated error for any travel times, and improves with more answers', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: -7_200_000, max: 7_200_000 }), (list, ahead) => {
        const meter = createSkewMeter()
        let now = START
        let error = Number.POSITIVE_INFINITY
        for (const [index, { pause, out, back }] of list.entries()) {
          now += pause
          recordAnswer(meter, now, out, back, ahead)
          now += out + back
          const skew = meter.skew()
          if (skew === null) throw new Error('nothing was measured')
          expect(Math.abs(skew.aheadMs - ahead)).toBeLessThanOrEqual(skew.errorMs + 1)
          // The window of stored answers moves on after 32 of them.
          if (index < 32) expect(skew.errorMs).toBeLessThanOrEqual(error + 1)
          error = skew.errorMs
        }
      }),
    )
  })

  it('is measured again after a clock was set', () => {
    const meter = createSkewMeter()
    for (let index = 0; index < 10; index += 1) {
      recordAnswer(meter, START + index * 1_370, 10, 10, 0)
    }
    expect(Math.abs(meter.skew()?.aheadMs ?? 9_999)).toBeLessThan(500)
    recordAnswer(meter, START + 60_000, 10, 10, 600_000)
    expect(Math.abs((meter.skew()?.aheadMs ?? 0) - 600_000)).toBeLessThanOrEqual(1_000)
  })

  it('ignores invalid dates', () => {
    const meter = createSkewMeter()
    for (const date of [
      '',
      'now',
      '2026-11-21T14:30:00Z',
      'Sat, 99 Nov 2026 99:99:99 GMT',
      '1797000000000',
    ]) {
      meter.observe(date, epochMs(START), epochMs(START))
    }
    expect(meter.skew()).toBeNull()
  })

  it('is described only when it matters and is certain', () => {
    const formatSkew = (skew: Parameters<typeof describeSkew>[0]): unknown =>
      writtenOut(describeSkew(skew))
    expect(formatSkew(null)).toBeNull()
    expect(formatSkew({ aheadMs: 20_000, errorMs: 0 })).toBeNull()
    expect(formatSkew({ aheadMs: 40_000, errorMs: 20_000 })).toBeNull()
    expect(formatSkew({ aheadMs: 90_000, errorMs: 500 })).toBe(
      "this computer's clock is 90 seconds ahead of the broker's",
    )
    expect(formatSkew({ aheadMs: -600_000, errorMs: 500 })).toBe(
      "this computer's clock is 10 minutes behind the broker's",
    )
    expect(formatSkew({ aheadMs: 5 * 3_600_000, errorMs: 500 })).toContain('5 hours')
  })
})
