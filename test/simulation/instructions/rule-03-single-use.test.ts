import { describe, expect, it } from 'vitest'
import { DeskWorld } from './desk-world.js'

describe('rule 3: a decision is single use', () => {
  it('the second use is refused and logged, and so is every further one', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const decision = at.decision()
    expect((await at.desk.decide(decision)).ok).toBe(true)
    for (let again = 1; again <= 3; again += 1) {
      expect((await at.desk.decide(decision)).ok).toBe(false)
      expect(at.kinds('decided').filter(({ body }) => body['refused'] === true)).toHaveLength(again)
    }
    expect(at.logged.filter((name) => name === 'instruction.decision-refused')).toHaveLength(3)
    expect(at.sent).toHaveLength(1)
  })

  it('from any window, at the same moment: one of them counts', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const decision = at.decision()
    const all = await Promise.all([
      at.desk.decide(decision),
      at.desk.decide({ ...decision }),
      at.desk.decide({ ...decision, decision: 'decline' }),
    ])
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(at.sent).toHaveLength(1)
    expect(at.only().status).toBe('APPROVED')
  })

  it('one that was refused is used up too: pressing too early and again needs what is shown then', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.look(1_000)
    const early = at.decision()
    expect((await at.desk.decide(early)).ok).toBe(false)
    await at.look(2_000)
    expect(at.card().arming.armed).toBe(true)
    expect((await at.desk.decide(early)).ok).toBe(false)
    expect(at.sent).toEqual([])
    expect(await at.approve()).toBe('ok')
  })

  it('a decline and an approval of the same card: the first holds', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const [no, yes] = [at.decision({ decision: 'decline' }), at.decision()]
    expect((await at.desk.decide(no)).ok).toBe(true)
    expect((await at.desk.decide(yes)).ok).toBe(false)
    expect(at.only()).toMatchObject({ status: 'REJECTED', ending: { why: 'declined' } })
    expect(at.sent).toEqual([])
  })

  it('after a restart nothing that was given out counts any more', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const decision = at.decision()
    await at.restart()
    expect((await at.desk.decide(decision)).ok).toBe(false)
    expect(at.sent).toEqual([])
  })
})
