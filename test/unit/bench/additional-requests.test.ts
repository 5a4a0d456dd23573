import { describe, expect, it } from 'vitest'
import { additionalRequests } from '../../bench/memory/additional-requests.js'

describe('the additional requests of a further window', () => {
  it('are those that did not happen before', () =>
    expect(
      additionalRequests({ counts: { a: 0 }, ms: 10_000 }, { counts: { a: 1, b: 2 }, ms: 10_000 }),
    ).toEqual({ a: 1, b: 2 }))

  it('are not what repeats anyway, once more by chance, or more often in a longer time', () => {
    const usual = { counts: { a: 10 }, ms: 10_000 }
    expect(additionalRequests(usual, { counts: { a: 11 }, ms: 10_000 })).toEqual({})
    expect(additionalRequests(usual, { counts: { a: 21 }, ms: 20_000 })).toEqual({})
    expect(additionalRequests(usual, { counts: { a: 14 }, ms: 10_000 })).toEqual({ a: 3 })
  })
})
