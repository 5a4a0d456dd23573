import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'

describe('CONFIRM-37: the audit chain has every card, decision and displayed digest', () => {
  it('records asked, shown, decided, sent and outcome in sequence, with the displayed digest', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { digest, id, line } = fixture.card()
    expect(await fixture.approve()).toBe('ok')
    const records = fixture.audit.filter(({ subject }) => subject === id)
    expect(records.map(({ kind }) => kind)).toEqual([
      'asked',
      ...records.filter(({ kind }) => kind === 'shown').map(() => 'shown'),
      'decided',
      'sent',
      'outcome',
    ])
    expect(records.findLast(({ kind }) => kind === 'shown')).toMatchObject({
      body: { shown: digest },
      line,
    })
    expect(records.find(({ kind }) => kind === 'decided')).toMatchObject({
      body: { decision: 'approve', by: 'person', shown: digest },
    })
    expect(records.find(({ kind }) => kind === 'sent')).toMatchObject({ body: { shown: digest } })
  })

  it('records a changed card again under its new digest', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const first = fixture.card().digest
    fixture.cost = '1990.00'
    await fixture.drawCards(6_000)
    await fixture.drawCards()
    const second = fixture.card().digest
    expect(second).not.toBe(first)
    const shown = fixture.auditRecords('shown').map(({ body }) => body['shown'])
    expect(shown).toEqual(expect.arrayContaining([first, second]))
    expect(shown.filter((shownDigest) => shownDigest === first)).toHaveLength(1)
  })

  it('records a decline with its reason, a refused decision, and an end without a decision', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const { digest, id } = fixture.card()
    expect(
      (await fixture.service.decisions.decide({ ...fixture.decision(), digest: 'f'.repeat(64) }))
        .ok,
    ).toBe(false)
    expect(await fixture.decline({ why: 'not today' })).toBe('ok')
    expect(fixture.auditRecords('decided')).toMatchObject([
      { subject: id, body: { refused: true, shown: 'f'.repeat(64) } },
      { subject: id, body: { decision: 'decline', by: 'person', shown: digest, why: 'not today' } },
    ])
    await fixture.requestAndArm('k2')
    await fixture.service.endings.withdraw('the desk was locked')
    expect(fixture.auditRecords('ended').at(-1)).toMatchObject({
      line: 'the desk was locked',
      body: { ending: 'withdrawn' },
    })
  })

  it.each(['asked', 'decided', 'sent'] as const)(
    'does nothing that cannot be recorded: %s',
    async (kind) => {
      const fixture = await new InstructionFixture().start()
      if (kind === 'asked') {
        fixture.auditFails = kind
        expect((await fixture.request('k1')).ok).toBe(false)
        expect(fixture.instructions()).toEqual([])
        return
      }
      await fixture.requestAndArm()
      fixture.auditFails = kind
      await fixture.approve()
      expect(fixture.sent).toEqual([])
    },
  )
})
