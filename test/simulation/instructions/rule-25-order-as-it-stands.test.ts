import { describe, expect, test } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../shared/domain/ids.js'
import type { Order, OrderChange } from '../../../shared/domain/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import { ASSISTANT, DeskWorld, draft, RICH } from './desk-world.js'
import { orderRow } from './fake-door.js'

const O1 = clientOrderId('o1')
const price = (text: string) => asPrice(dec(text))
const shares = (text: string) => asQuantity(dec(text))

/** An order for 10 at 100 works, and ten thousand dollars an order are the most. */
async function desk(): Promise<DeskWorld> {
  const at = new DeskWorld()
  at.judge = judgePolicy
  at.facts = {
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
  at.policy = {
    maxOrder: asMoney(dec('10000')),
    maxDay: asMoney(dec('1000000')),
    maxQuantity: null,
  }
  await at.start()
  at.door.row(orderRow(draft('100', '10'), 'o1'))
  return at
}
const change = (at: DeskWorld, key: string, of: OrderChange) =>
  at.desk.instruct(ASSISTANT, {
    key,
    reason: '',
    action: { kind: 'replace', accountId: draft().accountId, clientOrderId: O1, change: of },
  })
/** The page draws until approve can be pressed. */
const armed = async (at: DeskWorld): Promise<void> => {
  for (let turn = 0; turn < 10 && !at.card().arming.armed; turn += 1) await at.look(1_000)
}
const become = (at: DeskWorld, over: Partial<Order>): void => at.door.become('o1', over)
const fieldOf = (at: DeskWorld, id: string) => at.card().compare.find((each) => each.id === id)

describe('rule-25: a change is of the order as it stands, not as it stood when it was asked for', () => {
  test('two changes, each within the limit by itself, do not come to more than the limit together', async () => {
    const at = await desk()
    expect(await change(at, 'more', { quantity: shares('100') })).toMatchObject({ ok: true })
    expect(await change(at, 'dearer', { limitPrice: price('1000') })).toMatchObject({ ok: true })
    await at.look(4_000)
    await armed(at)
    expect(await at.approve()).toBe('ok')
    expect(at.door.changes).toHaveLength(1)
    await at.pass(1_000)
    at.desk.later(null)
    await at.look(3_400)
    const [, second] = at.all()
    // A hundred at a thousand dollars is ten times what one order may be worth.
    if (second?.status === 'PENDING') await at.approve()
    expect(at.door.changes).toHaveLength(1)
    expect(at.only()).toMatchObject({
      status: 'REJECTED',
      ending: {
        why: 'withdrawn',
        detail: 'Not allowed any more: Worth $100,000.00, over the limit of $10,000.00 per order',
      },
    })
  })

  test('the card shows the order as it stands, is armed anew when that becomes different, and what is sent is what it shows', async () => {
    const at = await desk()
    await change(at, 'k', { limitPrice: price('101') })
    await at.look(3_400)
    const before = at.card()
    expect([fieldOf(at, 'quantity')?.value, before.line]).toEqual([
      '10',
      'CHANGE the order to BUY 10 AAPL, limit 101.00, day',
    ])
    become(at, { quantity: shares('20') })
    // The very next press is of a card that says something else than what would be sent.
    expect(await at.approve()).toBe('instruction/changed')
    expect(at.door.changes).toEqual([])
    await armed(at)
    expect([fieldOf(at, 'quantity')?.value, fieldOf(at, 'price')?.before, at.card().line]).toEqual([
      '20',
      'limit 100.00',
      'CHANGE the order to BUY 20 AAPL, limit 101.00, day',
    ])
    expect(at.card().digest).not.toBe(before.digest)
    expect(await at.approve()).toBe('ok')
    expect(at.kinds('sent').map(({ line }) => line)).toEqual([
      'CHANGE the order to BUY 20 AAPL, limit 101.00, day',
    ])
    // What was approved stays on the card.
    expect(at.card().line).toBe('CHANGE the order to BUY 20 AAPL, limit 101.00, day')
  })

  test('what the order became is priced before it is decided on', async () => {
    const at = await desk()
    await change(at, 'k', { limitPrice: price('101') })
    await at.look(3_400)
    at.door.previews.length = 0
    become(at, { quantity: shares('20') })
    await at.look(1_000)
    expect(at.door.previews.at(-1)?.size).toEqual({ kind: 'quantity', quantity: '20' })
  })

  test('a change of an order that ended meanwhile is over, and says why', async () => {
    const at = await desk()
    await change(at, 'k', { limitPrice: price('101') })
    await at.look(3_400)
    become(at, { status: 'filled', filledQuantity: shares('10') })
    await at.approve()
    await at.look(5_000)
    expect(at.only()).toMatchObject({
      status: 'REJECTED',
      ending: { why: 'withdrawn', detail: 'Not allowed any more: This order is filled already' },
    })
    expect(at.door.changes).toEqual([])
  })

  test('while another change is on its way nobody knows what a change would leave: it waits', async () => {
    const at = await desk()
    await change(at, 'k', { limitPrice: price('101') })
    await at.look(3_400)
    become(at, { pending: { kind: 'replace', state: 'sent', since: epochMs(0) } })
    expect(await at.approve()).toBe('instruction/changed')
    expect(at.door.changes).toEqual([])
    expect(await change(at, 'k2', { limitPrice: price('102') })).toMatchObject({
      ok: false,
      error: {
        code: 'unavailable',
        message:
          'A change of this order is on its way; ask again when it is known what became of it',
      },
    })
    become(at, { pending: null })
    await armed(at)
    expect(await at.approve()).toBe('ok')
  })

  test('an order that becomes different between the decision and the order desk is not changed', async () => {
    const at = await desk()
    await change(at, 'k', { limitPrice: price('101') })
    await at.look(3_400)
    const sending = at.approve()
    become(at, { quantity: shares('99') })
    await sending
    expect(at.door.changes).toEqual([])
    expect(at.only().outcome).toMatchObject({
      state: 'denied',
      text: 'Not sent: the order was changed meanwhile',
    })
  })

  test('a cancel shows what would be cancelled now', async () => {
    const at = await desk()
    await at.desk.instruct(ASSISTANT, {
      key: 'c',
      reason: '',
      action: { kind: 'cancel', accountId: draft().accountId, clientOrderId: O1 },
    })
    await at.look(3_400)
    become(at, { filledQuantity: shares('4') })
    await at.look(1_000)
    await armed(at)
    expect([fieldOf(at, 'filled')?.value, fieldOf(at, 'cancelled')?.value]).toEqual(['4', '6'])
    expect(await at.approve()).toBe('ok')
  })
})
