import { describe, expect, it } from 'vitest'
import { englishText } from '../../../../../renderer/language/window-text.js'
import {
  positionColumns,
  type PositionColumnsOptions,
} from '../../../../../renderer/panels/positions/position-columns.js'
import { fitting, withoutCut } from '../../../../../renderer/ui/table/column.js'

/** The width of the table below the chart in a window of 1440 px, beside its scrollbar. */
const TABLE_PX = 765

/** Returns the columns that are seen whole before the table is scrolled. */
function seen(onlyStocks: boolean): readonly string[] {
  const options = { text: englishText, closed: {}, source: {}, accountName: null, onlyStocks }
  const shown = positionColumns(options as unknown as PositionColumnsOptions).filter(
    ({ hidden }) => hidden !== true,
  )
  const columns = withoutCut(fitting(shown, TABLE_PX), TABLE_PX)
  const endPx = columns.reduce((sum, { end, width }) => sum + (end === true ? width : 0), 0)
  let sparePx = TABLE_PX - endPx
  return columns
    .filter(({ end }) => end !== true)
    .filter(({ width }) => (sparePx -= width) >= 0)
    .map(({ id }) => id)
}

describe('the table of positions', () => {
  it('shows size, cost, value and both profits before it is scrolled, whatever is held', () => {
    const needed = [
      'symbol',
      'quantity',
      'averageCost',
      'last',
      'marketValue',
      'dayPnl',
      'unrealizedPnl',
    ]
    expect(seen(false)).toEqual(needed)
    expect(seen(true).slice(0, needed.length)).toEqual(needed)
  })
})
