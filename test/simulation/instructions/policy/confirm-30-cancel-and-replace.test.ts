import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSISTANT, InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { orderRow, draft } from '../harness/fake-order-gateway.js'

const ID = 'c'.repeat(32)
const createFixture = async (
  kind: 'cancel' | 'replace',
  change = { limitPrice: asPrice(dec('190')), quantity: asQuantity(dec('12')) },
): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = { balance: RICH }
  fixture.policy = {
    allow: [
      {
        symbol: symbol('AAPL'),
        maxOrder: asMoney(dec('100000')),
        total: asMoney(dec('1000000')),
        used: asMoney(dec('0')),
        until: epochMs(9_000_000_000_000),
      },
    ],
  }
  const row = orderRow(draft(), ID, { filledQuantity: asQuantity(dec('4')) })
  fixture.gateway.setOrder(row)
  fixture.gateway.setOrder(orderRow(draft('170'), 'd'.repeat(32)))
  const on = { accountId: row.accountId, clientOrderId: row.clientOrderId }
  await fixture.service.intake.instruct(ASSISTANT, {
    key: 'k',
    reason: '',
    action: kind === 'cancel' ? { kind, ...on } : { kind, ...on, change },
  })
  await fixture.drawCards(3_400)
  return fixture
}

describe('CONFIRM-30: cancels and replaces of an assistant always need approval', () => {
  it.each(['cancel', 'replace'] as const)(
    '%s: also under an auto-approve rule for its orders',
    async (kind) => {
      const fixture = await createFixture(kind)
      expect(fixture.latest().status).toBe('PENDING')
      expect(fixture.gateway.changes).toEqual([])
      expect(await fixture.approve()).toBe('ok')
      expect(fixture.gateway.changes.map((change) => change.kind)).toEqual([kind])
      expect(fixture.latest().outcome).toMatchObject({ state: 'acknowledged', clientOrderId: ID })
    },
  )

  it('shows what a cancel has filled, what it would end, and what stays open (CONFIRM-25)', async () => {
    const fixture = await createFixture('cancel')
    expect(fixture.card().compare.map(({ id, value }) => [id, value])).toEqual([
      ['filled', '4'],
      ['cancelled', '6'],
      ['open', 'BUY 10 AAPL, limit 170.00, day'],
    ])
  })

  it('shows old and new values of a replace and marks the changes', async () => {
    const fixture = await createFixture('replace')
    expect(
      fixture.card().compare.map(({ id, before, value, mark }) => [id, before, value, mark]),
    ).toEqual([
      ['quantity', '10', '12', 'changed'],
      ['price', 'limit 187.50', 'limit 190.00', 'changed'],
      ['time', 'day', 'day', 'none'],
      ['filled', null, '4', 'none'],
    ])
    // The order has filled 4 of 12, so only the other 8 would be added.
    expect(fixture.card().effect.find(({ id }) => id === 'position')).toMatchObject({
      before: '0',
      value: '8',
    })
  })

  it('sends nothing for an order that has ended, and says so', async () => {
    const fixture = await createFixture('cancel')
    fixture.gateway.updateOrder(ID, { status: 'filled' })
    const repeated = await fixture.service.intake.instruct(ASSISTANT, {
      key: 'k2',
      reason: '',
      action: {
        kind: 'replace',
        accountId: draft().accountId,
        clientOrderId: orderRow(draft(), ID).clientOrderId,
        change: { limitPrice: asPrice(dec('1')) },
      },
    })
    expect(repeated).toMatchObject({ ok: false, error: { code: 'not-found' } })
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
    'settles a %s whose answer was lost by the order itself',
    async (kind, over, state) => {
      const fixture = await createFixture(kind)
      fixture.gateway.behavior = 'unknown'
      await fixture.approve()
      expect(fixture.latest().outcome?.state).toBe('unknown')
      await fixture.restart()
      await fixture.advance(5_000)
      expect(fixture.latest().outcome?.state).toBe('unknown')
      fixture.gateway.updateOrder(ID, { pending: null, ...over })
      await fixture.advance(5_000)
      expect(fixture.latest().outcome?.state).toBe(state)
      expect(fixture.gateway.changes).toHaveLength(1)
    },
  )
})
