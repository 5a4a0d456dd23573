import { describe, expect, it } from 'vitest'
import { englishText } from '../../../../../renderer/language/window-text.js'
import {
  orderColumns,
  type ShownOrders,
} from '../../../../../renderer/panels/orders/order-columns.js'
import { withoutCut } from '../../../../../renderer/ui/table/column.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import type { OrderTerms } from '../../../../../shared/domain/orders/order-terms.js'
import { order } from '../../samples.js'

/** The widths of the table below the chart in windows of 1440 and of 1366 px. */
const WIDER_PX = 775
const TABLE_WIDTHS = [WIDER_PX, 701]

const shownWith = (changes: Partial<ShownOrders> = {}): ShownOrders => ({
  onlyStocks: false,
  isTree: true,
  withAccount: true,
  withReasons: true,
  withLinks: true,
  waits: () => false,
  positionOf: () => undefined,
  ...changes,
})
const columnsOf = (changes: Partial<ShownOrders> = {}) =>
  orderColumns(englishText, String, shownWith(changes)).filter(({ hidden }) => hidden !== true)

/** Returns the columns that are seen whole before the table is scrolled. */
const seen = (availableWidth: number, changes: Partial<ShownOrders> = {}): readonly string[] => {
  const columns = withoutCut(columnsOf(changes), availableWidth)
  const endPx = columns.reduce((sum, { end, width }) => sum + (end === true ? width : 0), 0)
  let sparePx = availableWidth - endPx
  return columns
    .filter(({ end }) => end !== true)
    .filter(({ width }) => (sparePx -= width) >= 0)
    .map(({ id }) => id)
}

describe('the table of orders', () => {
  it('shows side, size, type and prices before it is scrolled, whatever the orders are', () => {
    const variants = [true, false].flatMap((onlyStocks) =>
      [true, false].map((isTree) => ({ onlyStocks, isTree })),
    )
    for (const availableWidth of TABLE_WIDTHS) {
      for (const variant of variants) {
        expect(seen(availableWidth, variant).slice(0, 6)).toEqual([
          'symbol',
          'side',
          'quantity',
          'type',
          'limit',
          'stop',
        ])
        if (availableWidth === WIDER_PX) expect(seen(availableWidth, variant)).toContain('status')
      }
    }
  })

  it('names the algorithm that works an order, because it is no plain market order', () => {
    const algo = {
      kind: 'twap',
      targetPercent: null,
      maxPercent: dec('10'),
      start: '10:30:00',
      end: '12:00:00',
    } as const
    const type = columnsOf().find(({ id }) => id === 'type')
    const worked = order('a', { type: 'market', terms: { algo } as OrderTerms })
    expect(type?.data?.(worked)).toBe('TWAP · Market')
    expect(type?.data?.(order('a', { type: 'market' }))).toBe('Market')
  })
})
