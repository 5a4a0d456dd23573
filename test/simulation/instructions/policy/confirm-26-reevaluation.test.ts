import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { foreign } from '../../../../shared/messages/make-message.js'

describe('CONFIRM-26: the policy of a card that is being read', () => {
  it('withdraws an instruction that is no longer allowed, with the reason', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.evaluatePolicy = evaluatePolicy
    await fixture.requestAndArm()
    fixture.policy = { maxOrder: asMoney(dec('100')) }
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card()).toMatchObject({
      state: 'withdrawn',
      result: expect.stringContaining('over the limit of $100.00 per order') as string,
    })
    expect(fixture.latest()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
  })

  it('is evaluated again at the approval, when nothing on the card has changed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = {
      result: 'deny',
      refusal: { code: 'over-limit', message: foreign('Over the limit') },
    }
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(fixture.sent).toEqual([])
    expect(fixture.latest()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
  })

  it('does not allow an approval once its connection is not active', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    // Not reported to the queue yet.
    fixture.state = 'paused'
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(fixture.sent).toEqual([])
  })

  it('keeps an instruction that cannot be valued at the moment, but disarmed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.verdict = {
      result: 'deny',
      refusal: { code: 'unavailable', message: foreign('There is no price') },
    }
    const before = fixture.decision()
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    await fixture.advance(10_000)
    expect(fixture.latest().status).toBe('PENDING')
    expect(fixture.card().arming.armed).toBe(false)
    fixture.verdict = {}
    await fixture.drawCards(5_000)
    await fixture.drawCards(3_000)
    expect(await fixture.approve()).toBe('ok')
  })
})
