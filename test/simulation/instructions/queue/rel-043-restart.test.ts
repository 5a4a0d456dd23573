import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { ORDER_STATUSES } from '../../../../shared/domain/orders/order-state.js'
import { ok } from '../../../../shared/domain/result.js'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { draft, orderRow } from '../harness/fake-order-gateway.js'

type Action = 'cancel' | 'replace'

/** Starts with an order that Countersign sent, in a state in which it can still be changed. */
async function withSentOrder(over: Partial<Order> = {}) {
  const fixture = await new InstructionFixture().start()
  const order = orderRow(draft(), 'c1', { sentAt: fixture.wall(), ...over })
  fixture.gateway.setOrder(order)
  return { fixture, order }
}

const request = (
  { service }: InstructionFixture,
  action: Action,
  { accountId, clientOrderId }: Order,
) =>
  service.intake.instruct(ASSISTANT, {
    key: null,
    reason: '',
    action:
      action === 'cancel'
        ? { kind: 'cancel', accountId, clientOrderId }
        : {
            kind: 'replace',
            accountId,
            clientOrderId,
            change: { limitPrice: asPrice(dec('180')) },
          },
  })

/** How a request ends, or that it does not before the program does. */
const ENDS: Readonly<Record<string, (fixture: InstructionFixture) => Promise<unknown>>> = {
  pending: () => Promise.resolve(),
  approved: async (fixture) => {
    await fixture.drawCards(3_400)
    return fixture.decide()
  },
  declined: async (fixture) => {
    await fixture.drawCards(3_400)
    return fixture.decide({ decision: 'decline' })
  },
  expired: (fixture) => fixture.advance(20 * 60_000),
  revoked: (fixture) =>
    fixture.service.endings.revoke(ASSISTANT, fixture.service.all().at(-1)?.id ?? ('' as never)),
  withdrawn: (fixture) => fixture.service.endings.withdraw('locked'),
  halted: (fixture) => {
    fixture.halt()
    return fixture.advance(10)
  },
}

describe.each(['cancel', 'replace'] as const)('REL-43: a request to %s a sent order', (action) => {
  it.each(Object.keys(ENDS))('is read by the next start when it was %s', async (end) => {
    const { fixture, order } = await withSentOrder()
    expect(await request(fixture, action, order)).toMatchObject({ ok: true })
    await ENDS[end]?.(fixture)
    const before = fixture.service.all().map(({ id, action: requested }) => [id, requested])
    fixture.halt(false)
    await fixture.restart()
    expect(fixture.logged).not.toContain('instruction.store-unreadable')
    expect(fixture.service.closedReason()).toBeNull()
    expect(fixture.service.all().map(({ id, action: requested }) => [id, requested])).toEqual(
      before,
    )
    expect(await fixture.request('next', draft('150'))).toMatchObject({ ok: true })
  })

  it.each(ORDER_STATUSES)('is read by the next start, with an order that is %s', async (status) => {
    const { fixture, order } = await withSentOrder({
      status,
      unconfirmed: true,
      pending: { kind: 'cancel', state: 'unknown', since: 1_800_000_000_000 as never },
    })
    const made = await request(fixture, action, order)
    await fixture.restart()
    expect(fixture.service.closedReason()).toBeNull()
    expect(fixture.service.all()).toHaveLength(made.ok ? 1 : 0)
  })
})

describe('REL-43: entries that cannot be read', () => {
  it('are set aside once the person has looked, and requests are accepted again', async () => {
    const { fixture, order } = await withSentOrder()
    await request(fixture, 'cancel', order)
    fixture.journalLines.push('{"v":1,"kind":"of another program"}')
    await fixture.restart()
    expect(await fixture.request('k', draft('150'))).toMatchObject({
      ok: false,
      error: { code: 'unavailable' },
    })
    expect(await fixture.service.recover()).toEqual(ok(undefined))
    expect(fixture.unreadableLines).toEqual(['{"v":1,"kind":"of another program"}'])
    expect(fixture.service.all()).toHaveLength(1)
    expect(await fixture.request('k', draft('150'))).toMatchObject({ ok: true })
    await fixture.restart()
    expect(fixture.service.closedReason()).toBeNull()
  })
})
