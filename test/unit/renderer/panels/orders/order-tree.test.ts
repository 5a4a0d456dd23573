import { describe, expect, it } from 'vitest'
import { englishText } from '../../../../../renderer/language/window-text.js'
import { orderColumns } from '../../../../../renderer/panels/orders/order-columns.js'
import {
  isOrderRow,
  orderTreeRows,
  parentOfOrder,
  type OrderRow,
} from '../../../../../renderer/panels/orders/order-tree.js'
import { treeColumns } from '../../../../../renderer/panels/orders/tree-columns.js'
import { asTree } from '../../../../../renderer/ui/table/tree-rows.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-types.js'
import type { OrderLeg, OrderTerms } from '../../../../../shared/domain/orders/order-terms.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { order } from '../../samples.js'

const TERMS: OrderTerms = {
  strategy: null,
  outcome: null,
  intent: null,
  expireDate: null,
  algo: null,
  combo: null,
  legging: null,
  legs: [],
} as unknown as OrderTerms

const member = (id: string, role: ComboRole, more: Partial<Order> = {}): Order =>
  order(id, {
    terms: { ...TERMS, combo: { role, clientComboId: 'link-1', comboId: null } },
    ...more,
  })

const leg = (strike: string, side: OrderLeg['side']): OrderLeg => ({
  legId: strike,
  symbol: symbol('NVDA'),
  side,
  quantity: asQuantity(dec('2')),
  option: {
    type: 'call',
    style: 'american',
    strike: asPrice(dec(strike)),
    expiration: '2026-12-18',
    multiplier: dec('100'),
    deliverable: null,
  },
})

const vertical = (sides: readonly OrderLeg['side'][] = ['buy', 'sell']): Order =>
  order('spread', {
    assetClass: 'option',
    symbol: symbol('NVDA'),
    terms: {
      ...TERMS,
      strategy: 'vertical',
      legs: sides.map((side, index) => leg(`${190 + 10 * index}`, side)),
    },
  })

const bracket = [
  member('exit', 'take-profit'),
  member('entry', 'master', { status: 'filled' }),
  member('stop', 'stop-loss'),
]

const lines = (rows: readonly OrderRow[]) =>
  asTree<{ id: string; original: OrderRow }, OrderRow>(
    rows.map((row) => ({ id: row.clientOrderId, original: row })),
    parentOfOrder,
  )

const columns = treeColumns(
  orderColumns(englishText, String, {
    onlyStocks: false,
    isTree: true,
    withAccount: false,
    withReasons: false,
    withLinks: true,
    positionOf: () => undefined,
    waits: () => false,
  }),
  englishText,
)
const textOf = (row: OrderRow, column: string): string | undefined =>
  columns.find(({ id }) => id === column)?.data?.(row)

describe('the tree of orders', () => {
  it('has linked orders under one row that names what they are and how many are open', () => {
    const rows = orderTreeRows([...bracket, order('alone')], [...bracket, order('alone')])
    const tree = lines(rows)
    expect(tree.map(({ place }) => place?.level)).toEqual([1, 2, 2, 2, 1])
    const [combo] = tree
    expect(combo?.original.comboRow).toMatchObject({ kind: 'bracket', open: 2 })
    expect(textOf(combo?.original ?? order('x'), 'symbol')).toBe('AAPL bracket')
    expect(textOf(combo?.original ?? order('x'), 'status')).toBe('2 of 3 open')
    expect(textOf(combo?.original ?? order('x'), 'quantity')).toBe('')
  })

  it('names a combination by all its orders, also by those that a filter hides', () => {
    const [exit] = bracket
    if (exit === undefined) throw new Error('a bracket has an exit')
    const [combo, ...others] = orderTreeRows([exit], bracket)
    expect(combo?.comboRow?.kind).toBe('bracket')
    expect(others).toEqual([exit])
  })

  it('names each kind of combination', () => {
    const kindOf = (...roles: readonly ComboRole[]) => {
      const members = roles.map((role, index) => member(`${index}`, role))
      return orderTreeRows(members, members)[0]?.comboRow?.kind
    }
    expect(kindOf('take-profit', 'stop-loss')).toBe('protection')
    expect(kindOf('oco', 'oco')).toBe('oco')
    expect(kindOf('master', 'oto')).toBe('oto')
    expect(kindOf('master', 'otoco', 'otoco')).toBe('otoco')
    expect(kindOf('master')).toBe('unknown')
  })

  it('has the legs of a strategy under their order, each with its own side and quantity', () => {
    const rows = orderTreeRows([vertical()], [vertical()])
    expect(lines(rows).map(({ place }) => place?.level)).toEqual([1, 2, 2])
    expect(rows.slice(1).map((row) => textOf(row, 'side'))).toEqual(['Buy', 'Sell'])
    expect(rows.slice(1).map((row) => textOf(row, 'symbol'))).toEqual([
      'NVDA 18 Dec 26 190 C',
      'NVDA 18 Dec 26 200 C',
    ])
    expect(rows.slice(1).map((row) => textOf(row, 'status'))).toEqual(['', ''])
  })

  it('has no legs where the broker does not report on which side one is', () => {
    expect(orderTreeRows([vertical(['buy', 'unknown'])], [])).toHaveLength(1)
  })

  it('exports orders only', () => {
    const all = [...bracket, vertical()]
    expect(orderTreeRows(all, all).filter(isOrderRow)).toEqual(all)
  })
})
