import { describe, expect, it } from 'vitest'
import { DeskWorld, draft } from './desk-world.js'

describe('rule 10: the preview is at most 5 s old when approve is pressed', () => {
  it('while a card is read it is asked for anew before that', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    for (let second = 0; second < 20; second += 1) {
      await at.look(1_000)
      expect(at.wall() - at.card().asOf).toBeLessThanOrEqual(5_000)
      expect(at.card().arming.armed).toBe(true)
    }
    expect(at.door.previews.length).toBeGreaterThanOrEqual(5)
    expect(await at.approve()).toBe('ok')
  })

  it('one that is older is asked for again, and approve is off until the person has seen it', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const asked = at.door.previews.length
    // The beat is late: the program was busy, or its timers were held up.
    at.world.now += 5_001
    const before = at.decision()
    expect((await at.desk.decide(before)).ok).toBe(false)
    expect(at.door.previews.length).toBe(asked + 1)
    expect(at.sent).toEqual([])
    await at.look()
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: 1_500 })
    await at.pass(1_500)
    expect(await at.approve()).toBe('ok')
  })

  it('at exactly 5 s it still counts', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    const since = at.wall() - at.card().asOf
    at.world.now += 5_000 - since
    expect(await at.approve()).toBe('ok')
  })

  it('what is shared with another card was asked for before: the card says so, and is as old as that', async () => {
    const at = await new DeskWorld().start()
    at.facts = { agedMs: 900 }
    await at.ask('k1')
    await at.look()
    expect(at.wall() - at.card().asOf).toBe(900)
    await at.look(3_400)
    const since = at.wall() - at.card().asOf
    expect(since).toBeGreaterThanOrEqual(900)
    at.world.now += 5_001 - since
    expect(await at.approve()).toBe('instruction/changed')
    expect(at.sent).toEqual([])
  })

  it('time that the computer slept makes it old, although the steady clock stood still', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.sleep(60_000)
    at.desk.disturbed('resumed')
    await at.pass(900)
    await at.look()
    const asked = at.door.previews.length
    expect(at.wall() - at.card().asOf).toBeLessThan(5_000)
    expect(asked).toBeGreaterThan(1)
  })

  it('without a price nothing is decided on, and the card says so', async () => {
    const at = await new DeskWorld().start()
    at.door.price = () => null
    await at.ask('k1', draft('1', '10', { type: 'market', limitPrice: null }))
    await at.look(5_000)
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: null, blocked: 'preview' })
    expect(at.card().money[0]).toMatchObject({ id: 'cost', value: 'not known', mark: 'warning' })
    expect(await at.approve()).toBe('instruction/refused')
  })

  it('a card that nobody looks at asks for nothing; brought up, it asks at once', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.window({ visible: false, focused: false })
    const asked = at.door.previews.length
    await at.pass(60_000)
    expect(at.door.previews.length).toBe(asked)
    at.window()
    await at.look()
    expect(at.door.previews.length).toBe(asked + 1)
  })
})
