import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'

describe('CONFIRM-3: a decision is used once', () => {
  it('refuses and logs the second and every further use', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const decision = fixture.decision()
    expect((await fixture.service.decisions.decide(decision)).ok).toBe(true)
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await fixture.service.decisions.decide(decision)).ok).toBe(false)
      expect(
        fixture.auditRecords('decided').filter(({ body }) => body['refused'] === true),
      ).toHaveLength(attempt)
    }
    expect(fixture.logged.filter((name) => name === 'instruction.decision-refused')).toHaveLength(3)
    expect(fixture.sent).toHaveLength(1)
  })

  it('accepts one of several concurrent uses, whatever window sends them', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const decision = fixture.decision()
    const all = await Promise.all([
      fixture.service.decisions.decide(decision),
      fixture.service.decisions.decide({ ...decision }),
      fixture.service.decisions.decide({ ...decision, decision: 'decline' }),
    ])
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(fixture.sent).toHaveLength(1)
    expect(fixture.latest().status).toBe('APPROVED')
  })

  it('uses up a refused decision too; a press that came too early needs a new one', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.request('k1')
    await fixture.drawCards(1_000)
    const early = fixture.decision()
    expect((await fixture.service.decisions.decide(early)).ok).toBe(false)
    await fixture.drawCards(2_000)
    expect(fixture.card().arming.armed).toBe(true)
    expect((await fixture.service.decisions.decide(early)).ok).toBe(false)
    expect(fixture.sent).toEqual([])
    expect(await fixture.approve()).toBe('ok')
  })

  it('keeps a decline when an approval of the same card follows', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const [no, yes] = [fixture.decision({ decision: 'decline' }), fixture.decision()]
    expect((await fixture.service.decisions.decide(no)).ok).toBe(true)
    expect((await fixture.service.decisions.decide(yes)).ok).toBe(false)
    expect(fixture.latest()).toMatchObject({ status: 'REJECTED', ending: { why: 'declined' } })
    expect(fixture.sent).toEqual([])
  })

  it('refuses every decision that was issued before a restart', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const decision = fixture.decision()
    await fixture.restart()
    expect((await fixture.service.decisions.decide(decision)).ok).toBe(false)
    expect(fixture.sent).toEqual([])
  })
})
