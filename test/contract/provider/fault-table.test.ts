import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS, type FaultEntry } from '../../../electron/practice/faults/fault-table.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let provider: Provider
let account: AccountId

const id = (): ClientOrderId => clientOrderId(randomBytes(16).toString('hex'))

const draft = (): OrderDraft => ({
  accountId: account,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('1.00')),
  stopPrice: null,
  trail: null,
  expireDate: null,
})

const accepted = async (orderId: ClientOrderId): Promise<boolean> => {
  const state = (await session.practice.command({ command: 'state' })) as PracticeState
  return (state.accepted[orderId] ?? 0) > 0
}

beforeAll(async () => {
  session = await openPractice()
  provider = session.provider()
  account = expectOk(await provider.portfolio.accounts()).find(
    (candidate) => candidate.product === 'securities',
  )?.accountId as AccountId
})
afterEach(() => session.practice.command({ command: 'clear-faults' }))
afterAll(() => session.close())

describe('the fault table', () => {
  const entries: readonly (readonly [string, FaultEntry])[] = Object.entries(FAULTS)

  for (const [kind, { placement }] of entries) {
    if (placement === null) continue
    it(`reports a placement with ${kind} as ${placement.outcome}`, async () => {
      const orderId = id()
      await session.practice.command({
        command: 'fault',
        fault: { kind, operation: 'trading.orders.place' },
      })

      const result = await provider.trade.place(draft(), orderId)

      expect(result).toMatchObject({ outcome: placement.outcome })
      expect(await accepted(orderId)).toBe(placement.accepted)
    })
  }

  it('lists the last account with a class that is not published as unsupported', async () => {
    const before = expectOk(await provider.portfolio.accounts())
    await session.practice.command({
      command: 'fault',
      fault: { kind: 'unpublished-class', operation: 'trading.accounts.list' },
    })

    const listed = expectOk(await provider.portfolio.accounts())

    expect(listed.map(({ accountId }) => accountId)).toEqual(before.map((row) => row.accountId))
    expect(listed.filter(({ product }) => product === 'unsupported')).toEqual(listed.slice(-1))
  })

  it('refuses a fault that is not in it', async () => {
    await expect(
      session.practice.command({ command: 'fault', fault: { kind: 'unlisted' } }),
    ).rejects.toThrow('There is no fault named unlisted.')
  })
})
