import { describe, expect, it } from 'vitest'
import { drainMs } from '../../bench/frames/drain.js'

const BURST = { before: 800, during: 8_000, endedAt: 50_000, lastPriceAt: 50_180 }

describe('the drain of an opening burst', () => {
  it('lasts until the last price changes', () => {
    expect(drainMs(BURST)).toBe(180)
    expect(drainMs({ ...BURST, lastPriceAt: 49_990 })).toBe(0)
  })

  it('is not measured where the messages were not ten times as many', () => {
    expect(drainMs({ ...BURST, during: 7_999 })).toBe(Number.NaN)
    expect(drainMs({ ...BURST, before: 0 })).toBe(Number.NaN)
  })

  it('is not measured where no change of a price was seen', () =>
    expect(drainMs({ ...BURST, lastPriceAt: 0 })).toBe(Number.NaN))
})
