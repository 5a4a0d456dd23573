import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { asMoney, dec } from '../../../shared/domain/decimal.js'
import { DeskWorld } from './desk-world.js'

describe('rule 26: what the policy says of a card that is read', () => {
  it('what it does not allow any more is withdrawn, with the reason', async () => {
    const at = await new DeskWorld().start()
    at.judge = judgePolicy
    await at.ready()
    at.policy = { maxOrder: asMoney(dec('100')) }
    await at.desk.requote(at.card().id)
    expect(at.card()).toMatchObject({
      state: 'withdrawn',
      result: expect.stringContaining('over the limit of $100.00 per order') as string,
    })
    expect(at.only()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
  })

  it('what cannot be valued at this moment waits, and is only not decided on', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.verdict = { result: 'deny', refusal: { code: 'unavailable', message: 'There is no price' } }
    const before = at.decision()
    expect((await at.desk.decide(before)).ok).toBe(false)
    await at.pass(10_000)
    expect(at.only().status).toBe('PENDING')
    expect(at.card().arming.armed).toBe(false)
    at.verdict = {}
    await at.look(5_000)
    await at.look(3_000)
    expect(await at.approve()).toBe('ok')
  })
})
