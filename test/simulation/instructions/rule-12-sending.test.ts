import { describe, expect, it } from 'vitest'
import type { Manner } from './fake-door.js'
import { DeskWorld } from './desk-world.js'

const ticket = (at: DeskWorld): string => at.sent[0]?.ticket ?? ''

describe('rule 12: after approve the result is confirmed, rejected or uncertain, never a guess', () => {
  it('shows "sending" and cannot be pressed until there is one', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.door.manner = 'hold'
    const done = at.approve()
    await at.pass(100)
    expect(at.card()).toMatchObject({ state: 'sending', arming: { armed: false, armsInMs: null } })
    expect(await at.approve()).toBe('instruction/ended')
    expect(await at.decline()).toBe('instruction/ended')
    expect(at.only()).toMatchObject({ status: 'APPROVED', outcome: { state: 'sending' } })
    at.door.release()
    expect(await done).toBe('ok')
    expect(at.card().state).toBe('confirmed')
    expect(at.sent).toHaveLength(1)
  })

  it.each([
    ['take', 'confirmed', 'acknowledged'],
    ['refuse', 'rejected', 'rejected'],
    ['deny', 'stopped', 'denied'],
    ['error', 'stopped', 'denied'],
    ['unknown', 'uncertain', 'unknown'],
    ['may-exist', 'uncertain', 'unknown'],
  ] as const satisfies readonly (readonly [Manner, string, string])[])(
    'an order desk that answers "%s" makes it %s',
    async (manner, state, outcome) => {
      const at = await new DeskWorld().start()
      at.door.manner = manner
      await at.ready()
      await at.approve()
      expect(at.only().outcome?.state).toBe(outcome)
      expect(at.card().state).toBe(state)
      expect(at.card().result).toBe(at.only().outcome?.text)
      expect(at.kinds('outcome').at(-1)?.body['state']).toBe(outcome)
    },
  )

  it.each([
    ['working', 'acknowledged', 'confirmed'],
    ['rejected', 'rejected', 'rejected'],
    ['not-placed', 'denied', 'stopped'],
  ] as const)(
    'what was uncertain becomes what the order shows: %s',
    async (status, outcome, state) => {
      const at = await new DeskWorld().start()
      at.door.manner = 'unknown'
      await at.ready()
      await at.approve()
      at.door.become(ticket(at), { status })
      await at.pass(10)
      expect(at.only().outcome?.state).toBe(outcome)
      expect(at.card().state).toBe(state)
      expect(at.sent).toHaveLength(1)
    },
  )

  it('a call that broke off is found out about, also when the order was made', async () => {
    const at = await new DeskWorld().start()
    at.door.manner = 'break'
    await at.ready()
    await at.approve()
    await at.pass(3_000)
    expect(at.only().outcome).toMatchObject({
      state: 'acknowledged',
      clientOrderId: ticket(at).slice(2),
    })
    expect(at.sent).toHaveLength(1)
  })

  it('an order that settled while the answer was on its way is not missed', async () => {
    const at = await new DeskWorld().start()
    at.door.manner = 'may-exist'
    await at.ready()
    const stop = at.door.orders.subscribe(() => {
      stop()
      at.door.become(ticket(at), { status: 'working' })
    })
    await at.approve()
    await at.pass(10)
    expect(at.only().outcome?.state).toBe('acknowledged')
  })
})
