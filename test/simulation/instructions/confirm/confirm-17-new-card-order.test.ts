import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

describe('CONFIRM-17: new cards go behind the one that is being read', () => {
  it('keeps the displayed card unchanged and armed; only the count of pending ones changes', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.policy = { maxPerMinute: 60 }
    await fixture.requestAndArm('k1')
    const before = fixture.card()
    for (const [key, price] of [
      ['k2', '180'],
      ['k3', '181'],
      ['k4', '182'],
    ] as const) {
      await fixture.request(key, draft(price))
    }
    expect(fixture.card()).toEqual(before)
    expect(fixture.service.confirm.live.get().waiting).toBe(3)
    expect(await fixture.approve()).toBe('ok')
    // Its result stays on the screen until the person goes on.
    await fixture.advance(20_000)
    expect(fixture.card()).toMatchObject({ id: before.id, state: 'confirmed' })
    fixture.service.confirm.defer(before.id)
    expect(fixture.card().line).toContain('180')
    expect(fixture.service.confirm.live.get().waiting).toBe(2)
  })

  it('notifies the shell once for each new instruction, and not for a repeated request', async () => {
    const fixture = await new InstructionFixture().start()
    const calls: number[] = []
    fixture.service.confirm.onAttention((waiting) => calls.push(waiting))
    await fixture.request('k1')
    await fixture.request('k2', draft('180'))
    await fixture.request('k1')
    expect(calls).toEqual([1, 2])
  })

  it('keeps a postponed card pending, with its time running, until it is shown again', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1')
    const { id } = fixture.card()
    fixture.service.confirm.defer(id)
    expect(fixture.service.confirm.live.get().card).toBeNull()
    expect(fixture.latest().status).toBe('PENDING')
    fixture.service.confirm.show(id)
    await fixture.drawCards()
    expect(fixture.card().id).toBe(id)
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 1_500 })
    fixture.service.confirm.defer(id)
    await fixture.advance(15 * 60_000)
    expect(fixture.latest().status).toBe('EXPIRED')
  })

  it('replaces an ended card by a pending one while the window is hidden', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.window({ visible: false, focused: false })
    await fixture.request('k1', draft('1', '10', { type: 'market', limitPrice: null }))
    await fixture.request('k2', draft('180'))
    await fixture.advance(2 * 60_000)
    expect(fixture.card()).toMatchObject({ line: 'BUY 10 AAPL, limit 180.00, day', state: 'open' })
  })
})
