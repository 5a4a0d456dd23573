import { describe, expect, it } from 'vitest'
import type { GatewayBehavior } from '../harness/fake-order-gateway.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'

const ticket = (fixture: InstructionFixture): string => fixture.sent[0]?.ticket ?? ''

describe('CONFIRM-12: after approve the result is confirmed, rejected or uncertain, never a guess', () => {
  it('shows "sending" and accepts no press until there is a result', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.gateway.behavior = 'hold'
    const done = fixture.approve()
    await fixture.advance(100)
    expect(fixture.card()).toMatchObject({
      state: 'sending',
      arming: { armed: false, armsInMs: null },
    })
    expect(await fixture.approve()).toBe('instruction/ended')
    expect(await fixture.decline()).toBe('instruction/ended')
    expect(fixture.latest()).toMatchObject({ status: 'APPROVED', outcome: { state: 'sending' } })
    fixture.gateway.release()
    expect(await done).toBe('ok')
    expect(fixture.card().state).toBe('confirmed')
    expect(fixture.sent).toHaveLength(1)
  })

  it.each([
    ['take', 'confirmed', 'acknowledged'],
    ['refuse', 'rejected', 'rejected'],
    ['deny', 'stopped', 'denied'],
    ['error', 'stopped', 'denied'],
    ['unknown', 'uncertain', 'unknown'],
    ['may-exist', 'uncertain', 'unknown'],
  ] as const satisfies readonly (readonly [GatewayBehavior, string, string])[])(
    'an answer "%s" of the order gateway makes it %s',
    async (behavior, state, outcome) => {
      const fixture = await new InstructionFixture().start()
      fixture.gateway.behavior = behavior
      await fixture.requestAndArm()
      await fixture.approve()
      expect(fixture.latest().outcome?.state).toBe(outcome)
      expect(fixture.card().state).toBe(state)
      expect(fixture.card().result).toBe(fixture.latest().outcome?.text)
      expect(fixture.auditRecords('outcome').at(-1)?.body['state']).toBe(outcome)
    },
  )

  it.each([
    ['working', 'acknowledged', 'confirmed'],
    ['rejected', 'rejected', 'rejected'],
    ['not-placed', 'denied', 'stopped'],
  ] as const)(
    "settles an uncertain result by the order's row: %s",
    async (status, outcome, state) => {
      const fixture = await new InstructionFixture().start()
      fixture.gateway.behavior = 'unknown'
      await fixture.requestAndArm()
      await fixture.approve()
      fixture.gateway.updateOrder(ticket(fixture), { status })
      await fixture.advance(10)
      expect(fixture.latest().outcome?.state).toBe(outcome)
      expect(fixture.card().state).toBe(state)
      expect(fixture.sent).toHaveLength(1)
    },
  )

  it('settles a call that threw, also when the order was created', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.gateway.behavior = 'break'
    await fixture.requestAndArm()
    await fixture.approve()
    await fixture.advance(3_000)
    expect(fixture.latest().outcome).toMatchObject({
      state: 'acknowledged',
      clientOrderId: ticket(fixture).slice(2),
    })
    expect(fixture.sent).toHaveLength(1)
  })

  it('notices an order that settled while the answer was on its way', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.gateway.behavior = 'may-exist'
    await fixture.requestAndArm()
    const stop = fixture.gateway.orders.subscribe(() => {
      stop()
      fixture.gateway.updateOrder(ticket(fixture), { status: 'working' })
    })
    await fixture.approve()
    await fixture.advance(10)
    expect(fixture.latest().outcome?.state).toBe('acknowledged')
  })
})
