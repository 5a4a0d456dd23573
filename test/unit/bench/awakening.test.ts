import { describe, expect, it } from 'vitest'
import { awakeningOf, type Sample } from '../../bench/recovery/awakening.js'

const WOKE = 10_000
const TRUTH = { SPY: 610, AAPL: 200 }
const sample = (afterMs: number, isCurrent: boolean, SPY: number, AAPL = 200): Sample => ({
  time: WOKE + afterMs,
  isCurrent,
  prices: { SPY, AAPL },
})

describe('what a window shows after a sleep', () => {
  it('is right once every price is, and until then an old price is shown as current', () =>
    expect(awakeningOf([sample(-6_000, true, 600), sample(120, true, 610)], WOKE, TRUTH)).toEqual({
      falsePrices: [],
      markedAfterMs: 120,
      liveAfterMs: 120,
    }))

  it('is honest as soon as its prices are marked as old', () =>
    expect(
      awakeningOf(
        [sample(-6_000, true, 600), sample(40, false, 600), sample(700, true, 610)],
        WOKE,
        TRUTH,
      ),
    ).toEqual({ falsePrices: [], markedAfterMs: 40, liveAfterMs: 700 }))

  it('is false where a price of the sleep appears as current on its way to the last one', () => {
    const { falsePrices } = awakeningOf(
      [sample(-6_000, true, 600), sample(50, true, 605), sample(90, true, 610)],
      WOKE,
      TRUTH,
    )
    expect(falsePrices).toEqual(['SPY 605'])
  })

  it('is not false where such a price is marked as old', () => {
    const { falsePrices } = awakeningOf(
      [sample(-6_000, true, 600), sample(50, false, 605), sample(90, true, 610)],
      WOKE,
      TRUTH,
    )
    expect(falsePrices).toEqual([])
  })

  it('is false where a price that was marked as old becomes current', () => {
    const { falsePrices } = awakeningOf(
      [
        sample(-6_000, true, 600),
        sample(50, false, 605),
        sample(70, true, 605),
        sample(90, true, 610),
      ],
      WOKE,
      TRUTH,
    )
    expect(falsePrices).toEqual(['SPY 605'])
  })

  it('is not false where the price of before the sleep becomes current again', () => {
    const { falsePrices } = awakeningOf(
      [
        sample(-6_000, true, 600),
        sample(50, false, 600),
        sample(70, true, 600),
        sample(90, true, 610),
      ],
      WOKE,
      TRUTH,
    )
    expect(falsePrices).toEqual([])
  })

  it('is never right where one price stays', () => {
    const { markedAfterMs, liveAfterMs } = awakeningOf(
      [sample(-6_000, true, 600, 190), sample(50, true, 610, 190)],
      WOKE,
      TRUTH,
    )
    expect([markedAfterMs, liveAfterMs]).toEqual([Number.NaN, Number.NaN])
  })
})
