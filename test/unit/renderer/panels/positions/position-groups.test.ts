import { describe, expect, it } from 'vitest'
import {
  groupRow,
  positionGroups,
  sumMoment,
  withGroups,
} from '../../../../../renderer/panels/positions/position-groups.js'
import { createRowStore } from '../../../../../renderer/stores/row-store.js'
import { asTree } from '../../../../../renderer/ui/table/tree-rows.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'

const option = (
  type: 'call' | 'put',
  strike: string,
  quantity: string,
  expiration = '2026-12-18',
): Position => ({
  ...shares(quantity),
  positionId: `${type}-${strike}-${expiration}`,
  assetClass: 'option',
  strategy: 'single',
  legs: [
    {
      legId: '1',
      symbol: symbol('AAPL'),
      quantity: asQuantity(dec(quantity)),
      option: { type, strike: asPrice(dec(strike)), expiration } as never,
      settles: 'pm',
    },
  ],
})
function shares(quantity: string): Position {
  return {
    accountId: accountId('ACC'),
    positionId: 'shares',
    symbol: symbol('AAPL'),
    assetClass: 'stock',
    currency: 'USD',
    quantity: asQuantity(dec(quantity)),
    averageCost: null,
    multiplier: null,
    lastPrice: null,
    pricedAt: null,
    marketValue: asMoney(dec('10')),
    unrealizedPnl: asMoney(dec('1')),
    unrealizedPnlRatio: null,
    dayPnl: null,
  }
}
const CONDOR = [
  option('put', '240', '2'),
  option('put', '250', '-2'),
  option('call', '290', '-2'),
  option('call', '300', '2'),
]
const namesOf = (positions: readonly Position[]) =>
  positionGroups(positions).map(({ named, units }) => `${named.side} ${units} ${named.strategy}`)

describe('positions that are a strategy together', () => {
  it('are recognized with their units and the side on which they were opened', () => {
    expect(namesOf(CONDOR)).toEqual(['sell 2 iron-condor'])
    expect(namesOf([option('call', '270', '1'), option('call', '280', '-1')])).toEqual([
      'buy 1 vertical',
    ])
  })

  it('include the shares that they cover', () => {
    expect(
      namesOf([shares('100'), option('put', '250', '1'), option('call', '290', '-1')]),
    ).toEqual(['buy 1 collar-with-stock'])
  })

  it('are no strategy alone, with other shares, or across accounts', () => {
    expect(namesOf([option('call', '270', '3')])).toEqual([])
    expect(namesOf([shares('30'), option('call', '270', '3')])).toEqual([])
    const [long, short] = [option('call', '270', '1'), option('call', '280', '-1')]
    expect(namesOf([long, { ...short, accountId: accountId('OTHER') }])).toEqual([])
  })

  it('are found by expiration where all of an underlying are none', () => {
    const later = [
      option('call', '310', '1', '2027-03-19'),
      option('call', '320', '-1', '2027-03-19'),
    ]
    expect(namesOf([...CONDOR, ...later])).toEqual(['sell 2 iron-condor', 'buy 1 vertical'])
  })

  it('have the sums of the figures of now', () => {
    const store = createRowStore<string, Position>(({ positionId }) => positionId)
    store.replaceAll(CONDOR)
    const groups = positionGroups(CONDOR)
    const grouped = withGroups(store, groups, ({ positionId }) => positionId)
    const key = groups[0]?.key ?? ''
    expect(grouped.get(key)).toMatchObject({ marketValue: dec('40'), quantity: dec('-2') })
    const first = CONDOR[0] as Position
    store.upsert([{ ...first, marketValue: asMoney(dec('-5')) }])
    expect(grouped.get(key)?.marketValue).toEqual(dec('25'))
  })

  it('have the net price, the net cost and the return of the whole', () => {
    const figures = (position: Position, value: string, open: string): Position => ({
      ...position,
      marketValue: asMoney(dec(value)),
      unrealizedPnl: asMoney(dec(open)),
    })
    const [group] = positionGroups([
      figures(option('call', '270', '1'), '1050', '-7'),
      figures(option('call', '280', '-1'), '-575', '-3'),
    ])
    if (group === undefined) throw new Error('no group')
    expect(groupRow(group)).toMatchObject({
      lastPrice: '4.75',
      averageCost: '4.85',
      unrealizedPnlRatio: '-0.020619',
    })
  })

  it('stand under the row of the strategy, whatever the sorting', () => {
    const rows = [...CONDOR].map((original) => ({ id: original.positionId, original }))
    const [group] = positionGroups(CONDOR)
    if (group === undefined) throw new Error('no group')
    const parent = { id: group.key, original: groupRow(group) }
    const ids = asTree([...rows, parent], (row) => (row === parent.original ? null : group.key))
    expect(ids.map(({ id }) => id)).toEqual([group.key, ...rows.map(({ id }) => id)])
  })
})

describe('REL-41: the sum of an account’s positions', () => {
  const stopped = (since: number): Position => ({ ...shares('5'), valuedAt: epochMs(since) })

  it('follows the prices where no row and no figure of the account stands still', () => {
    expect(sumMoment([shares('5')], { valuedAt: null })).toBeNull()
    expect(sumMoment([], null)).toBeNull()
  })

  it('stands still since the earliest row that does', () => {
    expect(sumMoment([stopped(9_000), shares('5'), stopped(7_000)], null)).toBe(7_000)
  })

  it('stands still since a fill that opens a position, which has no row yet', () => {
    expect(sumMoment([shares('5')], { valuedAt: epochMs(8_000) })).toBe(8_000)
    expect(sumMoment([stopped(9_000)], { valuedAt: epochMs(8_000) })).toBe(8_000)
  })
})
