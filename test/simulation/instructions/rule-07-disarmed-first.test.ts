import { describe, expect, it } from 'vitest'
import { DeskWorld } from './desk-world.js'

const DANGER = {
  dangers: [{ code: 'large-share', text: 'Worth half of the account' }],
  tier: 'danger' as const,
}

describe('rule 7: approve is disarmed until the person can have read', () => {
  it.each([
    ['a plain order', 1_500, {}],
    ['a dangerous one', 3_000, DANGER],
    ['one of the largest tier', 3_000, { ...DANGER, tier: 'largest' as const }],
  ] as const)('%s: %i ms, counted in main', async (_what, ms, verdict) => {
    const at = await new DeskWorld().start()
    at.verdict = verdict
    await at.ask('k1')
    await at.look()
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: ms, blocked: 'none' })
    await at.pass(ms - 1)
    const says = { acknowledged: ['large-share'], typedQuantity: '10' }
    expect(at.card().arming.armsInMs).toBe(1)
    expect(await at.decide(says)).toBe('instruction/refused')
    await at.pass(1)
    expect(at.card().arming).toMatchObject({ armed: true, armsInMs: 0 })
    expect(await at.decide(says)).toBe('ok')
    expect(at.sent).toHaveLength(1)
  })

  it('counts from when the card is first whole on the screen, not from when it came', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.pass(2_000)
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: null, blocked: 'hidden' })
    const { id, digest } = at.card()
    at.desk.shown(id, digest, false)
    await at.pass(2_000)
    expect(at.card().arming).toMatchObject({ armsInMs: null, blocked: 'hidden' })
    await at.look()
    expect(at.card().arming.armsInMs).toBe(1_500)
  })

  it('a page that says it drew something else has drawn nothing', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.pass(100)
    at.desk.shown(at.card().id, '0'.repeat(64), true)
    at.desk.shown('f'.repeat(32) as ReturnType<typeof at.card>['id'], at.card().digest, true)
    await at.pass(3_000)
    expect(at.card().arming).toMatchObject({ armed: false, blocked: 'hidden' })
    expect(at.kinds('shown')).toEqual([])
  })

  it('counts only while the window is focused and seen; a break starts it again', async () => {
    const at = await new DeskWorld().start()
    at.window({ focused: false })
    await at.ask('k1')
    await at.look(2_000)
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: null, blocked: 'unfocused' })
    at.window()
    await at.pass(1_400)
    at.window({ focused: false })
    await at.pass(50)
    at.window()
    expect(at.card().arming.armsInMs).toBe(1_500)
    await at.pass(1_500)
    expect(at.card().arming.armed).toBe(true)
  })

  it('an order that becomes dangerous while it is read takes the long time from then on', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.look(2_000)
    expect(at.card().arming.armed).toBe(true)
    at.verdict = DANGER
    await at.desk.requote(at.card().id)
    await at.look()
    expect(at.card().arming.armsInMs).toBe(3_000)
  })

  it('says what keeps it from counting', async () => {
    const at = await new DeskWorld().start()
    at.door.price = () => null
    at.factsFail = false
    await at.ask('k1')
    await at.look(100)
    // Where the broker offers no estimate the program's own stands in; only without any price it
    // cannot be decided on.
    expect(at.card().arming.blocked).toBe('none')
    at.window({ visible: false, focused: false })
    expect(at.card().arming.blocked).toBe('hidden')
    at.window({ covered: true })
    expect(at.card().arming.blocked).toBe('hidden')
  })
})
