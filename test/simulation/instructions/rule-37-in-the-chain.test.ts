import { describe, expect, it } from 'vitest'
import { DeskWorld } from './desk-world.js'

describe('rule 37: every card, decision and digest of what was on the screen is in the chain', () => {
  it('asked, shown, decided, sent, outcome: in this order, with the digest that stood there', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { digest, id, line } = at.card()
    expect(await at.approve()).toBe('ok')
    const mine = at.audit.filter(({ subject }) => subject === id)
    expect(mine.map(({ kind }) => kind)).toEqual([
      'asked',
      ...mine.filter(({ kind }) => kind === 'shown').map(() => 'shown'),
      'decided',
      'sent',
      'outcome',
    ])
    expect(mine.findLast(({ kind }) => kind === 'shown')).toMatchObject({
      body: { shown: digest },
      line,
    })
    expect(mine.find(({ kind }) => kind === 'decided')).toMatchObject({
      body: { decision: 'approve', by: 'person', shown: digest },
    })
    expect(mine.find(({ kind }) => kind === 'sent')).toMatchObject({ body: { shown: digest } })
  })

  it('a card that changes is shown anew, under another digest', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const first = at.card().digest
    at.cost = '1990.00'
    await at.look(6_000)
    await at.look()
    const second = at.card().digest
    expect(second).not.toBe(first)
    const shown = at.kinds('shown').map(({ body }) => body['shown'])
    expect(shown).toEqual(expect.arrayContaining([first, second]))
    expect(shown.filter((each) => each === first)).toHaveLength(1)
  })

  it('a decline with its reason, a refused decision, and what ended without one', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const { digest, id } = at.card()
    expect((await at.desk.decide({ ...at.decision(), digest: 'f'.repeat(64) })).ok).toBe(false)
    expect(await at.decline({ why: 'not today' })).toBe('ok')
    expect(at.kinds('decided')).toMatchObject([
      { subject: id, body: { refused: true, shown: 'f'.repeat(64) } },
      { subject: id, body: { decision: 'decline', by: 'person', shown: digest, why: 'not today' } },
    ])
    await at.ready('k2')
    await at.desk.withdraw('the desk was locked')
    expect(at.kinds('ended').at(-1)).toMatchObject({
      line: 'the desk was locked',
      body: { ending: 'withdrawn' },
    })
  })

  it.each(['asked', 'decided', 'sent'] as const)(
    'what cannot be written down does not happen: %s',
    async (kind) => {
      const at = await new DeskWorld().start()
      if (kind === 'asked') {
        at.auditFails = kind
        expect((await at.ask('k1')).ok).toBe(false)
        expect(at.all()).toEqual([])
        return
      }
      await at.ready()
      at.auditFails = kind
      await at.approve()
      expect(at.sent).toEqual([])
    },
  )
})
