import { describe, expect, it } from 'vitest'
import { DeskWorld, draft } from './desk-world.js'

describe('rule 17: new cards go behind the one that is read', () => {
  it('the card stays, whole and armed; only the number of those that wait changes', async () => {
    const at = await new DeskWorld().start()
    at.policy = { maxPerMinute: 60 }
    await at.ready('k1')
    const before = at.card()
    for (const [key, price] of [
      ['k2', '180'],
      ['k3', '181'],
      ['k4', '182'],
    ] as const) {
      await at.ask(key, draft(price))
    }
    expect(at.card()).toEqual(before)
    expect(at.desk.confirm.get().waiting).toBe(3)
    expect(await at.approve()).toBe('ok')
    // What became of it stays on the screen until the person goes on.
    await at.pass(20_000)
    expect(at.card()).toMatchObject({ id: before.id, state: 'confirmed' })
    at.desk.later(before.id)
    expect(at.card().line).toContain('180')
    expect(at.desk.confirm.get().waiting).toBe(2)
  })

  it('tells the shell that one waits, once for each that comes, and not for what is asked again', async () => {
    const at = await new DeskWorld().start()
    const calls: number[] = []
    at.desk.onAttention((waiting) => calls.push(waiting))
    await at.ask('k1')
    await at.ask('k2', draft('180'))
    await at.ask('k1')
    expect(calls).toEqual([1, 2])
  })

  it('"not now" keeps it in the inbox, with its time running, and it can be brought back', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1')
    const { id } = at.card()
    at.desk.later(id)
    expect(at.desk.confirm.get().card).toBeNull()
    expect(at.only().status).toBe('PENDING')
    at.desk.show(id)
    await at.look()
    expect(at.card().id).toBe(id)
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: 1_500 })
    at.desk.later(id)
    await at.pass(15 * 60_000)
    expect(at.only().status).toBe('EXPIRED')
  })

  it('while nobody looks, a card that is over makes way for one that waits', async () => {
    const at = await new DeskWorld().start()
    at.window({ visible: false, focused: false })
    await at.ask('k1', draft('1', '10', { type: 'market', limitPrice: null }))
    await at.ask('k2', draft('180'))
    await at.pass(2 * 60_000)
    expect(at.card()).toMatchObject({ line: 'BUY 10 AAPL, limit 180.00, day', state: 'open' })
  })
})
