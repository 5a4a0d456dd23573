import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  TRANSFER_DIRECTIONS,
  TRANSFER_EXTENTS,
  TRANSFER_STATUSES,
  type Transfer,
} from '../../../shared/domain/account/activity.js'
import {
  transferGroups,
  transferOfGroup,
  transferTotals,
} from '../../../shared/domain/account/transfer-groups.js'
import { asMoney, asQuantity, dec, decimalText } from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'

const DAYS = ['2026-11-02', '2026-11-09', '2026-11-16']
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)

const record: fc.Arbitrary<Omit<Transfer, 'transferId'>> = fc
  .record({
    account: oneOf(['A', 'B']),
    direction: oneOf([...TRANSFER_DIRECTIONS, 'unknown' as const]),
    status: oneOf([...TRANSFER_STATUSES, 'unknown' as const]),
    extent: oneOf(TRANSFER_EXTENTS),
    group: oneOf([null, 'A20440117', 'A20461803']),
    day: fc.nat(2),
    cents: fc.integer({ min: -9_999, max: 9_999 }),
    shares: fc.nat(500),
    stock: oneOf(['KO', 'F']),
  })
  .map(({ account, direction, status, extent, group, day, cents, shares, stock }) => ({
    accountId: accountId(account),
    method: group === null ? 'crypto' : 'acats',
    direction,
    status,
    failure: status === 'rejected' ? 'Refused.' : null,
    group,
    extent: group === null ? null : extent,
    createdAt: epochMs(Date.parse(`${DAYS[day] ?? ''}T15:00:00Z`)),
    updatedAt: null,
    settlementDate: status === 'completed' ? (DAYS[day] ?? null) : null,
    controlNumber: null,
    contraBroker: null,
    transactionHash: null,
    fromAddress: null,
    toAddress: null,
    cash: [
      { amount: asMoney(dec((cents / 100).toFixed(2))), currency: 'USD', settlementDate: null },
    ],
    positions: [
      {
        assetClass: 'stock',
        symbol: symbol(stock),
        name: null,
        cusip: null,
        quantity: asQuantity(dec(String(shares))),
        feeQuantity: null,
        totalQuantity: null,
        price: null,
        settlementDate: null,
      },
    ],
  }))
const lists = fc
  .array(record, { maxLength: 15 })
  .map((rows) => rows.map((row, index): Transfer => ({ ...row, transferId: `t${index}` })))

const keyOf = ({ accountId: account, group }: Transfer) => `${account} ${group ?? ''}`

describe('records of one ACATS transfer', () => {
  it('are one group each, in any order of the list, and no other record is in one', () => {
    fc.assert(
      fc.property(lists, (rows) => {
        const grouped = (list: readonly Transfer[]) =>
          new Set(
            transferGroups(list).map(({ parts }) =>
              parts
                .map(({ transferId }) => transferId)
                .toSorted()
                .join(' '),
            ),
          )
        const expected = new Set(
          [...new Set(rows.map(keyOf))].flatMap((key) => {
            const ids = rows
              .filter((row) => row.group !== null && keyOf(row) === key)
              .map(({ transferId }) => transferId)
            return ids.length < 2 ? [] : [ids.toSorted().join(' ')]
          }),
        )
        expect(grouped(rows)).toEqual(expected)
        expect(grouped(rows.toReversed())).toEqual(expected)
      }),
    )
  })

  it('are settled together only once each is, on the day of the last', () => {
    fc.assert(
      fc.property(lists, (rows) => {
        for (const group of transferGroups(rows)) {
          const settled = group.parts.every(({ status }) => status === 'completed')
          const days = group.parts.map(({ createdAt }) => createdAt)
          expect(transferOfGroup(group)).toMatchObject({
            createdAt: Math.min(...days),
            updatedAt: Math.max(...days),
            settlementDate: settled ? new Date(Math.max(...days)).toISOString().slice(0, 10) : null,
          })
        }
      }),
    )
  })

  it('move in all what the settled ones move, what left the account below zero', () => {
    fc.assert(
      fc.property(lists, (rows) => {
        const settled = rows.filter(
          ({ status, direction }) => status === 'completed' && direction !== 'unknown',
        )
        const cents = settled.map(({ cash }) => Math.round(Number(cash[0]?.amount) * 100))
        const sharesOf = (stock: string) =>
          settled
            .filter(({ positions }) => positions[0]?.symbol === stock)
            .map(({ direction, positions: [held] }) =>
              direction === 'out' ? -Number(held?.quantity) : Number(held?.quantity),
            )
        const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
        const totals = new Map(
          transferTotals(rows).map(({ name, amount }) => [name, Number(decimalText(amount))]),
        )
        const expected = new Map<string, number>()
        if (settled.length > 0) expected.set('USD', sum(cents) / 100)
        for (const stock of ['KO', 'F']) {
          if (sharesOf(stock).length > 0) expected.set(stock, sum(sharesOf(stock)))
        }
        expect(totals).toEqual(expected)
      }),
    )
  })
})
