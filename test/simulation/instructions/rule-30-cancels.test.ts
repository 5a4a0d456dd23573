import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ASSISTANT, DeskWorld, draft, RICH } from './desk-world.js'
import { orderRow } from './fake-door.js'

const ID = 'c'.repeat(32)
const asking = async (
  kind: 'cancel' | 'replace',
  change = { limitPrice: asPrice(dec('190')), quantity: asQuantity(dec('12')) },
): Promise<DeskWorld> => {
  const at = await new DeskWorld().start()
  at.judge = judgePolicy
  at.facts = { balance: RICH }
  at.policy = {
    allow: [
      {
        symbol: draft().symbol,
        maxOrder: asMoney(dec('100000')),
        until: epochMs(9_000_000_000_000),
      },
    ],
  }
  const row = orderRow(draft(), ID, { filledQuantity: asQuantity(dec('4')) })
  at.door.row(row)
  at.door.row(orderRow(draft('170'), 'd'.repeat(32)))
  const on = { accountId: row.accountId, clientOrderId: row.clientOrderId }
  await at.desk.instruct(ASSISTANT, {
    key: 'k',
    reason: '',
    action: kind === 'cancel' ? { kind, ...on } : { kind, ...on, change },
  })
  await at.look(3_400)
  return at
}

describe('rule 30: what an assistant wants cancelled or replaced is always asked', () => {
  it.each(['cancel', 'replace'] as const)(
    '%s: even under a rule that lets its orders through',
    async (kind) => {
      const at = await asking(kind)
      expect(at.only().status).toBe('PENDING')
      expect(at.door.changes).toEqual([])
      expect(await at.approve()).toBe('ok')
      expect(at.door.changes.map((each) => each.kind)).toEqual([kind])
      expect(at.only().outcome).toMatchObject({ state: 'acknowledged', clientOrderId: ID })
    },
  )

  it('a cancel says what has filled, what would go, and what stays open (rule 25)', async () => {
    const at = await asking('cancel')
    expect(at.card().compare.map(({ id, value }) => [id, value])).toEqual([
      ['filled', '4'],
      ['cancelled', '6'],
      ['open', 'BUY 10 AAPL, limit 170.00, day'],
    ])
  })

  it('a replace shows old and new, and marks what changes', async () => {
    const at = await asking('replace')
    expect(
      at.card().compare.map(({ id, before, value, mark }) => [id, before, value, mark]),
    ).toEqual([
      ['quantity', '10', '12', 'changed'],
      ['price', 'limit 187.50', 'limit 190.00', 'changed'],
      ['time', 'day', 'day', 'none'],
      ['filled', null, '4', 'none'],
    ])
    // Four are held already, or sold on: only the other eight would come.
    expect(at.card().effect.find(({ id }) => id === 'position')).toMatchObject({
      before: '0',
      value: '8',
    })
  })

  it('nothing is sent for an order that is over, and its caller is told', async () => {
    const at = await asking('cancel')
    at.door.become(ID, { status: 'filled' })
    const again = await at.desk.instruct(ASSISTANT, {
      key: 'k2',
      reason: '',
      action: {
        kind: 'replace',
        accountId: draft().accountId,
        clientOrderId: orderRow(draft(), ID).clientOrderId,
        change: { limitPrice: asPrice(dec('1')) },
      },
    })
    expect(again).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it.each([
    ['cancel', { status: 'cancelled' }, 'acknowledged'],
    ['cancel', { status: 'filled' }, 'rejected'],
    ['cancel', {}, 'rejected'],
    [
      'replace',
      { quantity: asQuantity(dec('12')), limitPrice: asPrice(dec('190')) },
      'acknowledged',
    ],
    ['replace', {}, 'rejected'],
  ] as const)(
    'a %s whose answer was lost is found by the order itself',
    async (kind, over, state) => {
      const at = await asking(kind)
      at.door.manner = 'unknown'
      await at.approve()
      expect(at.only().outcome?.state).toBe('unknown')
      await at.restart()
      await at.pass(5_000)
      expect(at.only().outcome?.state).toBe('unknown')
      at.door.become(ID, { pending: null, ...over })
      await at.pass(5_000)
      expect(at.only().outcome?.state).toBe(state)
      expect(at.door.changes).toHaveLength(1)
    },
  )
})
