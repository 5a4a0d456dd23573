import { describe, expect, it } from 'vitest'
import { levelsInView } from '../../../../renderer/panels/depth/levels-in-view.js'

const list = { count: 20, height: 80, levelHeight: 20, scrollTop: 0 }
/** The places of the levels that have current bars. */
const places = (change: Partial<Parameters<typeof levelsInView>[0]>): readonly number[] => {
  const { begin, end } = levelsInView({ pinned: 'first', ...list, ...change })
  return Array.from({ length: 20 }, (_, place) => place).filter(
    (place) => place >= begin && place < end,
  )
}

describe('the levels of the order book that are in view', () => {
  it('are the best ones, at the end of the asks and at the begin of the bids', () => {
    expect(places({ pinned: 'last' })).toEqual([14, 15, 16, 17, 18, 19])
    expect(places({ pinned: 'first' })).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('include those of which a part is in view, where a list was scrolled', () => {
    const inView = places({ scrollTop: 130 })
    expect(inView).toEqual(expect.arrayContaining([6, 7, 8, 9, 10]))
    expect(inView).not.toContain(0)
    expect(inView).not.toContain(19)
  })

  it('are all of a list that is not laid out or not measured yet', () => {
    const all = Array.from({ length: 20 }, (_, place) => place)
    expect(places({ height: 0 })).toEqual(all)
    expect(places({ levelHeight: 0 })).toEqual(all)
    expect(places({ pinned: 'last', height: 5_000 })).toEqual(all)
  })
})
