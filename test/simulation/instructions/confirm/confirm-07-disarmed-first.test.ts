import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const DANGER = {
  dangers: [{ code: 'large-share', text: foreign('Worth half of the account') }],
  tier: 'danger' as const,
}

describe('CONFIRM-7: approve is disarmed until the card can have been read', () => {
  it.each([
    ['a plain order', 1_500, {}],
    ['a dangerous order', 3_000, DANGER],
    ['an order of the largest tier', 3_000, { ...DANGER, tier: 'largest' as const }],
  ] as const)('%s: waits %i ms, counted in main', async (_what, ms, verdict) => {
    const fixture = await new InstructionFixture().start()
    fixture.verdict = verdict
    await fixture.request('k1')
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: ms, blocked: 'none' })
    await fixture.advance(ms - 1)
    const says = { acknowledged: ['large-share'], typedQuantity: '10' }
    expect(fixture.card().arming.armsInMs).toBe(1)
    expect(await fixture.decide(says)).toBe('instruction/refused')
    await fixture.advance(1)
    expect(fixture.card().arming).toMatchObject({ armed: true, armsInMs: 0 })
    expect(await fixture.decide(says)).toBe('ok')
    expect(fixture.sent).toHaveLength(1)
  })

  it('counts from the moment when the card is fully visible, not from its arrival', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.advance(2_000)
    expect(fixture.card().arming).toMatchObject({
      armed: false,
      armsInMs: null,
      blocked: 'drawing',
    })
    const { id, digest } = fixture.card()
    fixture.service.markShown(id, digest, false)
    await fixture.advance(2_000)
    expect(fixture.card().arming).toMatchObject({ armsInMs: null, blocked: 'drawing' })
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
  })

  it('does not count when the page reports another card or digest', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.advance(100)
    fixture.service.markShown(fixture.card().id, '0'.repeat(64), true)
    fixture.service.markShown(
      'f'.repeat(32) as ReturnType<typeof fixture.card>['id'],
      fixture.card().digest,
      true,
    )
    await fixture.advance(3_000)
    expect(fixture.card().arming).toMatchObject({ armed: false, blocked: 'drawing' })
    expect(fixture.auditRecords('shown')).toEqual([])
  })

  it('counts only while the window is focused and visible, and restarts after a break', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.window({ focused: false })
    await fixture.request('k1')
    await fixture.drawCards(2_000)
    expect(fixture.card().arming).toMatchObject({
      armed: false,
      armsInMs: null,
      blocked: 'unfocused',
    })
    fixture.window()
    await fixture.advance(1_400)
    fixture.window({ focused: false })
    await fixture.advance(50)
    fixture.window()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
    await fixture.advance(1_500)
    expect(fixture.card().arming.armed).toBe(true)
  })

  it('uses the long time once an order becomes dangerous while it is read', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.drawCards(2_000)
    expect(fixture.card().arming.armed).toBe(true)
    fixture.verdict = DANGER
    await fixture.service.review.requote(fixture.card().id)
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(3_000)
  })

  it('reports what prevents the count', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.gateway.price = () => null
    fixture.factsFail = false
    await fixture.request('k1')
    await fixture.drawCards(100)
    // Without a broker estimate the app's own is used; only without any price is the card blocked.
    expect(fixture.card().arming.blocked).toBe('none')
    fixture.window({ visible: false, focused: false })
    expect(fixture.card().arming.blocked).toBe('hidden')
    fixture.window({ isOccluded: true })
    expect(fixture.card().arming.blocked).toBe('hidden')
  })
})
