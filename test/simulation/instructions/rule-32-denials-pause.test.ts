import { describe, expect, it } from 'vitest'
import { DeskWorld, draft, OTHER } from './desk-world.js'

const asked = async (at: DeskWorld, key: string, of = draft()): Promise<void> => {
  const { card } = at.desk.confirm.get()
  if (card !== null) at.desk.later(card.id)
  await at.pass(61_000)
  await at.ready(key, of)
}

describe('rule 32: to deny can pause', () => {
  it('"deny and pause this assistant for 15 min" does both', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await at.ask('k2', draft('180'))
    expect(await at.decline({ why: 'I did not ask for this', pauseMinutes: 15 })).toBe('ok')
    expect(at.pauses).toMatchObject([{ minutes: 15 }])
    expect(at.all().map(({ status, ending }) => [status, ending?.why, ending?.detail])).toEqual([
      ['REJECTED', 'declined', 'I did not ask for this'],
      ['REJECTED', 'withdrawn', 'This assistant was paused'],
    ])
    expect(at.kinds('decided').at(-1)?.body).toMatchObject({
      decision: 'decline',
      by: 'person',
      why: 'I did not ask for this',
    })
  })

  it('one denial alone pauses nothing', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    await at.decline()
    expect(at.pauses).toEqual([])
  })

  it('the second denial of the same order in a row does, however it is spelt', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1', draft('187.50'))
    await at.decline()
    await asked(at, 'k2', draft('187.5'))
    await at.decline()
    expect(at.pauses).toMatchObject([
      { minutes: 15, why: 'The same order was declined twice in a row.' },
    ])
  })

  it('over a restart too', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1')
    await at.decline()
    await at.restart()
    await asked(at, 'k2')
    await at.decline()
    expect(at.pauses).toHaveLength(1)
  })

  it('another order, an approval, or another assistant in between breaks the row', async () => {
    for (const between of ['other', 'approved', 'expired'] as const) {
      const at = await new DeskWorld().start()
      await at.ready('k1')
      await at.decline()
      await asked(at, 'k2', between === 'expired' ? draft() : draft('180'))
      if (between === 'approved') expect(await at.approve()).toBe('ok')
      else if (between === 'other') await at.decline()
      else await at.pass(16 * 60_000)
      await asked(at, 'k3')
      await at.decline()
      // What nobody decided is no answer: the two denials are still in a row.
      expect(at.pauses.length, between).toBe(between === 'expired' ? 1 : 0)
    }
    const at = await new DeskWorld().start()
    await at.ready('k1')
    await at.decline()
    at.desk.later(at.card().id)
    await at.ask('k1', draft(), OTHER)
    await at.look(3_400)
    await at.decline()
    expect(at.pauses).toEqual([])
  })

  it('two same rows of one batch are one denial', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1', [draft(), draft()])
    for (const row of [
      at.decision({ decision: 'decline' }, at.row(0)),
      at.decision({ decision: 'decline' }, at.row(1)),
    ]) {
      await at.desk.decide(row)
    }
    expect(at.all().map(({ ending }) => ending?.why)).toEqual(['declined', 'declined'])
    expect(at.pauses).toEqual([])
  })
})
