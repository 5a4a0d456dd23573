import { describe, expect, it } from 'vitest'
import type { GatewayBehavior } from '../harness/fake-order-gateway.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'

const ticket = (fixture: InstructionFixture): string => fixture.sent[0]?.ticket ?? ''

describe('CONFIRM-12: after approve the result is confirmed, rejected or uncertain, never a guess', () => {
  it('shows "sending" and cannot be pressed until there is one', async () => {
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
    'an order desk that answers "%s" makes it %s',
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
    'what was uncertain becomes what the order shows: %s',
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

  it('a call that broke off is found out about, also when the order was made', async () => {
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

  it('an order that settled while the answer was on its way is not missed', async () => {
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
