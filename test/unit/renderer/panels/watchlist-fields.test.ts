import { describe, expect, it } from 'vitest'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { WATCH_FIELDS } from '../../../../renderer/panels/watchlist/fields.js'
import { watchlistText } from '../../../../shared/messages/en/window/market.js'

const absentFor = (assetClass: AssetClass): readonly string[] =>
  WATCH_FIELDS.filter(({ absent }) => absent?.includes(assetClass) === true).map(({ id }) => id)

describe('the columns of the watchlist', () => {
  it('offer the sizes of bid and ask, the open and the previous close, hidden at first', () => {
    const hidden = WATCH_FIELDS.filter((field) => field.hidden === true).map(({ id }) => id)
    expect(hidden).toEqual(
      expect.arrayContaining(['bidSize', 'askSize', 'open', 'previousClose', 'high', 'low']),
    )
  })

  it('have a full name each, for the list of columns and for screen readers', () => {
    for (const { id } of WATCH_FIELDS) expect(watchlistText.headsLong[id], id).toMatch(/\w{3}/)
  })

  it('say which figures the broker does not have for a product', () => {
    expect(absentFor('stock')).toEqual([])
    expect(absentFor('futures')).toEqual([])
    expect(absentFor('crypto')).toEqual(['volume'])
    expect(absentFor('event')).toEqual([
      'change',
      'changeRatio',
      'open',
      'high',
      'low',
      'previousClose',
    ])
  })
})
