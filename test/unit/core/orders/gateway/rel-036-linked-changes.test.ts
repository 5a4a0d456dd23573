import { describe, expect, test } from 'vitest'
import type { MemberChange, Order } from '../../../../../shared/domain/orders/order.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { ACCOUNT } from '../../session/session-fixture.js'
import { EITHER, GatewayFixture, price, quantity, UNKNOWN } from './gateway-fixture.js'

/** What these changes would be refused for. */
const checked = async (desk: GatewayFixture, changes: readonly MemberChange[]) =>
  writtenOut(await desk.wait(desk.service.check({ kind: 'replace', accountId: ACCOUNT, changes })))

describe('REL-36: a change of several linked orders', () => {
  const changesOf = (orders: readonly Order[]): readonly MemberChange[] =>
    orders.map(({ clientOrderId }, n) => ({
      clientOrderId,
      change: { limitPrice: price(`99.${n + 1}`) },
    }))
  const request = (desk: GatewayFixture, [first, ...others]: readonly MemberChange[]) => {
    if (first === undefined) throw new Error('no change')
    return desk.service.replace(ACCOUNT, first.clientOrderId, first.change, others)
  }
  const linked = async () => {
    const desk = new GatewayFixture().started()
    const orders = await desk.workingCombo(EITHER)
    return { desk, orders, changes: changesOf(orders) }
  }

  test('is sent in one request, after each of them is journaled', async () => {
    const { desk, orders, changes } = await linked()
    let stored = 0
    desk.answer = async () => {
      stored = desk.records('replace').length
      return UNKNOWN
    }
    const outcome = await desk.wait(request(desk, changes))
    expect(stored).toBe(3)
    expect(outcome).toMatchObject({
      value: { outcome: 'unknown', order: { clientOrderId: orders[0]?.clientOrderId } },
    })
    expect(desk.sent).toEqual([
      {
        kind: 'replace',
        ids: orders.map(({ clientOrderId }) => clientOrderId),
        carried: [changes[0]?.change, { combo: orders[0]?.terms?.combo, others: changes.slice(1) }],
      },
    ])
    expect(desk.settled).toMatchObject(
      changes.map(({ clientOrderId, change }) => ({ kind: 'replace', clientOrderId, change })),
    )
    expect(desk.projection.working().map(({ pending }) => pending?.state)).toEqual(
      Array(3).fill('unknown'),
    )
  })

  test('is sent with its combination also when only one of them changes', async () => {
    const { desk, orders, changes } = await linked()
    await desk.wait(request(desk, changes.slice(0, 1)))
    expect(desk.sent).toMatchObject([
      { carried: [changes[0]?.change, { combo: orders[0]?.terms?.combo, others: [] }] },
    ])
  })

  test('is refused while a change of one of them is on its way', async () => {
    const { desk, changes } = await linked()
    const first = request(desk, changes.slice(2))
    expect(await desk.wait(request(desk, changes))).toMatchObject({
      ok: false,
      error: { code: 'order/request-pending' },
    })
    await desk.wait(first)
    expect(desk.sent).toHaveLength(1)
  })

  test('is refused as a whole when one of them is not possible', async () => {
    const { desk, orders, changes } = await linked()
    const bad = [changes[0]!, { ...changes[1]!, change: { quantity: quantity('1000000') } }]
    expect(writtenOut(await desk.wait(request(desk, bad)))).toMatchObject({
      value: {
        outcome: 'denied',
        reasons: [expect.stringContaining('max-quantity'), expect.any(String)],
      },
    })
    expect(await checked(desk, bad)).toMatchObject({ value: [{ code: 'max-quantity' }, {}] })
    expect(await checked(desk, changes)).toEqual({ ok: true, value: [] })
    desk.show(orders[2]!.clientOrderId, { status: 'cancelled' })
    expect(writtenOut(await desk.wait(request(desk, changes)))).toMatchObject({
      value: { outcome: 'denied', reasons: [expect.stringContaining('not-replaceable')] },
    })
    expect(await checked(desk, changes)).toMatchObject({ value: [{ code: 'not-replaceable' }] })
    expect(desk.sent).toEqual([])
    expect(desk.records('replace')).toEqual([])
  })

  test('is stopped for all of them when one ends, or trading halts, while they are stored', async () => {
    for (const stop of [
      ({ desk, orders }: Awaited<ReturnType<typeof linked>>) =>
        desk.show(orders[1]!.clientOrderId, { status: 'cancelled' }),
      ({ desk }: Awaited<ReturnType<typeof linked>>) => desk.service.setTrading('halted'),
    ]) {
      const fixture = await linked()
      const { desk, changes } = fixture
      desk.disk.delayMs = 500
      const requested = request(desk, changes)
      await desk.pass(700)
      stop(fixture)
      await desk.wait(requested)
      await desk.pass(5_000)
      expect(desk.sent).toEqual([])
      const stored = desk.records('replace').map((record) => record.request)
      expect(desk.records('outcome').slice(3)).toMatchObject(
        stored.map((request) => ({ of: request, outcome: 'not-sent' })),
      )
      expect(desk.projection.working().every(({ pending }) => pending === null)).toBe(true)
    }
  })

  test('is stopped by a halt while it waits to leave', async () => {
    const { desk, changes } = await linked()
    desk.beforeLeaving = async () => desk.service.setTrading('halted')
    expect(await desk.wait(request(desk, changes))).toMatchObject({ value: { outcome: 'denied' } })
    expect(desk.sent).toEqual([])
    expect(desk.projection.working().map(({ pending }) => pending)).toEqual([null, null, null])
  })
})
