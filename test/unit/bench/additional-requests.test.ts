import { describe, expect, it } from 'vitest'
import { additionalRequests, totalOf } from '../../bench/memory/additional-requests.js'

describe('the additional requests of a further window', () => {
  it('are those that did not happen before', () =>
    expect(
      additionalRequests({ counts: { a: 0 }, ms: 10_000 }, { counts: { a: 1, b: 2 }, ms: 10_000 }),
    ).toEqual({ a: 1, b: 2 }))

  it('are not what repeats anyway, once more by chance, or more often in a longer time', () => {
    const usual = { counts: { a: 10 }, ms: 10_000 }
    expect(additionalRequests(usual, { counts: { a: 11 }, ms: 10_000 })).toEqual({})
    expect(additionalRequests(usual, { counts: { a: 21 }, ms: 20_000 })).toEqual({})
    expect(additionalRequests(usual, { counts: { a: 14 }, ms: 10_000 })).toEqual({ a: 4 })
  })

  it.each([
    ['of a long sample', { counts: { a: 30 }, ms: 30_000 }, 10],
    ['that is no whole number', { counts: { a: 31 }, ms: 30_000 }, 10],
    ['of some', { counts: { a: 2 }, ms: 30_000 }, 1],
  ])('are seen when two windows request once each beside what repeats, %s', (_case, usual, now) => {
    expect(additionalRequests(usual, { counts: { a: now }, ms: 10_000 })).toEqual({})
    expect(additionalRequests(usual, { counts: { a: now + 2 }, ms: 10_000 })).toEqual({ a: 2 })
  })

  it('are not one of what was requested earlier, which may repeat at long intervals', () => {
    const usual = { counts: {}, ms: 28_000 }
    const more = (lists: number) => ({
      counts: { lists, orders: 1 },
      ms: 16_000,
      earlier: { lists: 2 },
    })
    expect(additionalRequests(usual, more(1))).toEqual({ orders: 1 })
    expect(additionalRequests(usual, more(2))).toEqual({ lists: 2, orders: 1 })
  })

  it('are counted over all operations', () => {
    expect(totalOf({ a: 2, b: 3 })).toBe(5)
    expect(totalOf({})).toBe(0)
  })
})
