import { describe, expect, test } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import type { Order, OrderChange } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { ASSISTANT, InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { orderRow, draft } from '../harness/fake-order-gateway.js'
import { writtenOut } from '../../../harness/written-out.js'

const O1 = clientOrderId('o1')
const price = (text: string) => asPrice(dec(text))
const shares = (text: string) => asQuantity(dec(text))

/** Creates a working order for 10 at 100, with a limit of $10,000 per order. */
async function createFixture(): Promise<InstructionFixture> {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = {
    quote: {
      symbol: draft().symbol,
      last: price('100'),
      bid: price('100'),
      ask: price('100'),
      receivedAt: epochMs(0),
      time: null,
    } as never,
    balance: RICH,
  }
  fixture.policy = {
    maxOrder: asMoney(dec('10000')),
    maxDay: asMoney(dec('1000000')),
    maxQuantity: null,
  }
  await fixture.start()
  fixture.gateway.setOrder(orderRow(draft('100', '10'), 'o1'))
  return fixture
}
const change = (fixture: InstructionFixture, key: string, orderChange: OrderChange) =>
  fixture.service.intake.instruct(ASSISTANT, {
    key,
    reason: '',
    action: {
      kind: 'replace',
      accountId: draft().accountId,
      clientOrderId: O1,
      change: orderChange,
    },
  })
/** Lets the page draw until approve is armed. */
const armed = async (fixture: InstructionFixture): Promise<void> => {
  for (let turn = 0; turn < 10 && !fixture.card().arming.armed; turn += 1) {
    await fixture.drawCards(1_000)
  }
}
const updateOrder = (fixture: InstructionFixture, over: Partial<Order>): void =>
  fixture.gateway.updateOrder('o1', over)
const fieldOf = (fixture: InstructionFixture, id: string) =>
  fixture.card().compare.find((field) => field.id === id)

describe('CONFIRM-25: a change is applied to the present order, not to the one at the request', () => {
  test('refuses two changes that together exceed the limit', async () => {
    const fixture = await createFixture()
    expect(await change(fixture, 'more', { quantity: shares('100') })).toMatchObject({ ok: true })
    expect(await change(fixture, 'dearer', { limitPrice: price('1000') })).toMatchObject({
      ok: true,
    })
    await fixture.drawCards(4_000)
    await armed(fixture)
    expect(await fixture.approve()).toBe('ok')
    expect(fixture.gateway.changes).toHaveLength(1)
    await fixture.advance(1_000)
    fixture.service.confirm.defer(null)
    await fixture.drawCards(3_400)
    const [, second] = fixture.instructions()
    // A hundred at $1,000 is ten times the limit per order.
    if (second?.status === 'PENDING') await fixture.approve()
    expect(fixture.gateway.changes).toHaveLength(1)
    expect(fixture.latest()).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail:
          'Not allowed any more: Order value $100,000.00, over the limit of $10,000.00 per order',
      },
    })
  })

  test('shows the present order, disarms when it changes, and sends what is displayed', async () => {
    const fixture = await createFixture()
    await change(fixture, 'k', { limitPrice: price('101') })
    await fixture.drawCards(3_400)
    const before = fixture.card()
    expect([fieldOf(fixture, 'quantity')?.value, before.line]).toEqual([
      '10',
      'CHANGE the order to BUY 10 AAPL, limit 101.00, day',
    ])
    updateOrder(fixture, { quantity: shares('20') })
    // The next press is for a card that no longer shows what would be sent.
    expect(await fixture.approve()).toBe('instruction/changed')
    expect(fixture.gateway.changes).toEqual([])
    await armed(fixture)
    expect([
      fieldOf(fixture, 'quantity')?.value,
      fieldOf(fixture, 'price')?.before,
      fixture.card().line,
    ]).toEqual(['20', 'limit 100.00', 'CHANGE the order to BUY 20 AAPL, limit 101.00, day'])
    expect(fixture.card().digest).not.toBe(before.digest)
    expect(await fixture.approve()).toBe('ok')
    expect(fixture.auditRecords('sent').map(({ line }) => line)).toEqual([
      'CHANGE the order to BUY 20 AAPL, limit 101.00, day',
    ])
    // The approved order stays on the card.
    expect(fixture.card().line).toBe('CHANGE the order to BUY 20 AAPL, limit 101.00, day')
  })

  test('requests a preview of the changed order before a decision', async () => {
    const fixture = await createFixture()
    await change(fixture, 'k', { limitPrice: price('101') })
    await fixture.drawCards(3_400)
    fixture.gateway.previews.length = 0
    updateOrder(fixture, { quantity: shares('20') })
    await fixture.drawCards(1_000)
    expect(fixture.gateway.previews.at(-1)?.size).toEqual({ kind: 'quantity', quantity: '20' })
  })

  test('ends a change with the reason when its order has ended', async () => {
    const fixture = await createFixture()
    await change(fixture, 'k', { limitPrice: price('101') })
    await fixture.drawCards(3_400)
    updateOrder(fixture, { status: 'filled', filledQuantity: shares('10') })
    await fixture.approve()
    await fixture.drawCards(5_000)
    expect(fixture.latest()).toMatchObject({
      status: 'REJECTED',
      ending: { why: 'withdrawn', detail: 'Not allowed any more: This order is filled already' },
    })
    expect(fixture.gateway.changes).toEqual([])
  })

  test('blocks the decision while another change of the order is under way', async () => {
    const fixture = await createFixture()
    await change(fixture, 'k', { limitPrice: price('101') })
    await fixture.drawCards(3_400)
    updateOrder(fixture, { pending: { kind: 'replace', state: 'sent', since: epochMs(0) } })
    expect(await fixture.approve()).toBe('instruction/changed')
    expect(fixture.gateway.changes).toEqual([])
    expect(writtenOut(await change(fixture, 'k2', { limitPrice: price('102') }))).toMatchObject({
      ok: false,
      error: {
        code: 'unavailable',
        message:
          'A change of this order has no outcome yet; request again when its outcome is known',
      },
    })
    updateOrder(fixture, { pending: null })
    await armed(fixture)
    expect(await fixture.approve()).toBe('ok')
  })

  test('does not send a change when the order changes between decision and send', async () => {
    const fixture = await createFixture()
    await change(fixture, 'k', { limitPrice: price('101') })
    await fixture.drawCards(3_400)
    const sending = fixture.approve()
    updateOrder(fixture, { quantity: shares('99') })
    await sending
    expect(fixture.gateway.changes).toEqual([])
    expect(fixture.latest().outcome).toMatchObject({
      state: 'denied',
      text: 'Not sent: the order was changed meanwhile',
    })
  })

  test('shows the present quantity that a cancel would end', async () => {
    const fixture = await createFixture()
    await fixture.service.intake.instruct(ASSISTANT, {
      key: 'c',
      reason: '',
      action: { kind: 'cancel', accountId: draft().accountId, clientOrderId: O1 },
    })
    await fixture.drawCards(3_400)
    updateOrder(fixture, { filledQuantity: shares('4') })
    await fixture.drawCards(1_000)
    await armed(fixture)
    expect([fieldOf(fixture, 'filled')?.value, fieldOf(fixture, 'cancelled')?.value]).toEqual([
      '4',
      '6',
    ])
    expect(await fixture.approve()).toBe('ok')
  })
})
