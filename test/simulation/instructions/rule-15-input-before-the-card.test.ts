import { describe, expect, it } from 'vitest'
import { DeskWorld, draft } from './desk-world.js'

/**
 * What a page cannot be believed about, main decides itself; `isTrusted` and where a press began
 * are the page's own tests.
 */
describe('rule 15, main’s share: no press that began before a card was shown can approve it', () => {
  it('not even one that names the card by everything that main gave out', async () => {
    const at = await new DeskWorld().start()
    await at.ask('k1')
    await at.pass(5_000)
    expect(await at.approve()).toBe('instruction/refused')
    at.desk.shown(at.card().id, at.card().digest, true)
    expect(await at.approve()).toBe('instruction/refused')
    expect(at.sent).toEqual([])
  })

  it('nor a card that waits behind the one that is read', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1')
    await at.ask('k2', draft('180'))
    await at.pass(10)
    const behind = at.all()[1]
    const front = at.decision()
    at.desk.show(behind?.id ?? front.id)
    const back = at.decision()
    at.desk.show(front.id)
    await at.look(3_000)
    expect((await at.desk.decide(back)).ok).toBe(false)
    expect(at.sent).toEqual([])
  })

  it('a press for the card before counts for nothing on the one that followed', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1')
    await at.ask('k2', draft('180'))
    const first = at.decision()
    at.desk.later(first.id)
    await at.look(3_000)
    expect(at.card().id).not.toBe(first.id)
    expect((await at.desk.decide(first)).ok).toBe(false)
    expect((await at.desk.decide({ ...first, id: at.card().id })).ok).toBe(false)
    expect((await at.desk.decide({ ...at.decision(), nonce: first.nonce })).ok).toBe(false)
    expect(at.sent).toEqual([])
  })
})
