import { describe, expect, test } from 'vitest'
import type { WriteOutcome } from '../../../../../electron/core/orders/write-outcome.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { ACCOUNT, draft } from '../../session/session-fixture.js'
import { ACKNOWLEDGED, EITHER, GatewayFixture, limit, price, UNKNOWN } from './gateway-fixture.js'

const TOO_EARLY: WriteOutcome = {
  outcome: 'rejected',
  code: 'PENDING_SUBMIT',
  reason: foreign('still being submitted'),
  tooEarly: true,
}
const CHANGE = { limitPrice: price('99') }
const refusal = (code: string, message: string) => ({ ok: false, error: { code, message } })

describe('REL-36: a cancel', () => {
  const cancelled = async (desk: GatewayFixture, order: Order) =>
    writtenOut(await desk.wait(desk.service.cancel(order.accountId, order.clientOrderId)))

  test('is sent once, with its combination, and shown as pending meanwhile', async () => {
    const desk = new GatewayFixture().started()
    const [order] = await desk.workingCombo(EITHER)
    if (order === undefined) throw new Error('no order')
    const { clientOrderId: id } = order
    let pending: unknown
    desk.answer = async () => {
      pending = desk.order(id).pending
      return UNKNOWN
    }
    await cancelled(desk, order)
    expect(pending).toMatchObject({ kind: 'cancel', state: 'sent' })
    expect(desk.sent).toEqual([{ kind: 'cancel', ids: [id], carried: [order.terms?.combo] }])
    expect(desk.records('cancel')).toMatchObject([
      { request: expect.stringMatching(/^c-[0-9a-f]{32}$/), accountId: ACCOUNT, clientOrderId: id },
    ])
  })

  test('carries no combination for an order that stands alone', async () => {
    const desk = new GatewayFixture().started()
    await cancelled(desk, await desk.working())
    expect(desk.sent).toMatchObject([{ carried: [undefined] }])
  })

  test('passes while trading is halted and the disk fails', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.service.setTrading('halted')
    desk.disk.failing = true
    expect(await cancelled(desk, order)).toMatchObject({ value: { outcome: 'acknowledged' } })
    expect(desk.sent).toHaveLength(1)
  })

  test('waits half a second for a disk that gives no answer', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.disk.silent = true
    void desk.service.cancel(ACCOUNT, order.clientOrderId)
    await desk.pass(490)
    expect(desk.sent).toEqual([])
    await desk.pass(20)
    expect(desk.sent).toHaveLength(1)
  })

  test('is refused while a cancel is on its way, and passes while a replace is', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.answer = () => new Promise(() => undefined)
    void desk.service.replace(ACCOUNT, order.clientOrderId, CHANGE)
    await desk.pass(1_000)
    void desk.service.cancel(ACCOUNT, order.clientOrderId)
    await desk.pass(1_000)
    expect(desk.sent.map(({ kind }) => kind)).toEqual(['replace', 'cancel'])
    expect(await cancelled(desk, order)).toMatchObject(
      refusal('order/request-pending', 'Another request for this order is in progress.'),
    )
  })

  test('does not wait for a cancel or a replace of another order', async () => {
    const desk = new GatewayFixture().started()
    const [first, second] = await desk.workingCombo(EITHER)
    if (first === undefined || second === undefined) throw new Error('no orders')
    const both = [first, second].map((order) => cancelled(desk, order))
    expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
    expect(desk.sent).toHaveLength(2)
  })

  test('is refused once the broker accepted one, until it has an effect', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    await cancelled(desk, order)
    expect(await cancelled(desk, order)).toMatchObject(
      refusal('order/request-pending', 'A cancel of this order is in progress.'),
    )
    expect(desk.sent).toHaveLength(1)
  })

  test('can be repeated while the outcome of the last one is not known', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.answer = async () => UNKNOWN
    await cancelled(desk, order)
    expect(await cancelled(desk, order)).toMatchObject({ value: { outcome: 'unknown' } })
    expect(desk.sent).toHaveLength(2)
  })

  test('can be sent for an order of which a replace is pending', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    await desk.wait(desk.service.replace(ACCOUNT, order.clientOrderId, CHANGE))
    expect(await cancelled(desk, order)).toMatchObject({ value: { outcome: 'acknowledged' } })
  })

  test('is sent again while the order is not at the market yet, and is pending meanwhile', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    const answers = [TOO_EARLY, TOO_EARLY, ACKNOWLEDGED]
    desk.answer = async () => answers.shift() ?? UNKNOWN
    const done = desk.service.cancel(ACCOUNT, order.clientOrderId)
    await desk.pass(200)
    expect(desk.sent).toHaveLength(1)
    expect(desk.order(order.clientOrderId).pending).toMatchObject({ kind: 'cancel', state: 'sent' })
    expect(await desk.wait(done)).toMatchObject({ value: { outcome: 'acknowledged' } })
    expect(desk.sent).toHaveLength(3)
    expect(desk.records('cancel')).toHaveLength(1)
  })

  test('ends with the refusal when the order does not reach the market in ten seconds', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.answer = async () => TOO_EARLY
    expect(await cancelled(desk, order)).toMatchObject({
      value: { outcome: 'rejected', code: 'PENDING_SUBMIT' },
    })
    expect(desk.sent).toHaveLength(6)
    expect(desk.order(order.clientOrderId).pending).toBeNull()
  })

  test('is not sent again for an order that ended meanwhile, nor without an answer', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working()
    desk.answer = async () => TOO_EARLY
    const done = desk.service.cancel(ACCOUNT, order.clientOrderId)
    await desk.pass(100)
    desk.show(order.clientOrderId, { status: 'failed', reason: 'x' })
    expect(await desk.wait(done)).toMatchObject({ value: { outcome: 'rejected' } })
    expect(desk.sent).toHaveLength(1)

    desk.answer = async () => ACKNOWLEDGED
    const other = await desk.working(limit('98'))
    desk.answer = async () => UNKNOWN
    expect(await cancelled(desk, other)).toMatchObject({ value: { outcome: 'unknown' } })
    expect(desk.sent).toHaveLength(1)
  })

  test('is refused for an order that is not known or has ended', async () => {
    const desk = new GatewayFixture().started()
    const order = await desk.working(draft(), { status: 'failed', reason: 'x' })
    expect(await cancelled(desk, order)).toMatchObject(
      refusal('order/already-final', 'The order is rejected already.'),
    )
    expect(await cancelled(desk, { ...order, accountId: accountId('OTHER') })).toMatchObject(
      refusal('order/not-found', 'This order is not known.'),
    )
    expect(desk.sent).toEqual([])
  })
})
