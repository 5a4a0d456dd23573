import { describe, expect, it } from 'vitest'
import { InstructionFixture, draft } from '../harness/instruction-fixture.js'

describe('CONFIRM-10: the preview is at most 5 s old when approve is pressed', () => {
  it('while a card is read it is asked for anew before that', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    for (let second = 0; second < 20; second += 1) {
      await fixture.drawCards(1_000)
      expect(fixture.wall() - fixture.card().asOf).toBeLessThanOrEqual(5_000)
      expect(fixture.card().arming.armed).toBe(true)
    }
    expect(fixture.gateway.previews.length).toBeGreaterThanOrEqual(5)
    expect(await fixture.approve()).toBe('ok')
  })

  it('one that is older is asked for again, and approve is off until the person has seen it', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const previewCount = fixture.gateway.previews.length
    // The beat is late: the program was busy, or its timers were held up.
    fixture.simulation.now += 5_001
    const before = fixture.decision()
    expect((await fixture.service.decide(before)).ok).toBe(false)
    expect(fixture.gateway.previews.length).toBe(previewCount + 1)
    expect(fixture.sent).toEqual([])
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 1_500 })
    await fixture.advance(1_500)
    expect(await fixture.approve()).toBe('ok')
  })

  it('at exactly 5 s it still counts', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const since = fixture.wall() - fixture.card().asOf
    fixture.simulation.now += 5_000 - since
    expect(await fixture.approve()).toBe('ok')
  })

  it('what is shared with another card was asked for before: the card says so, and is as old as that', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.facts = { agedMs: 900 }
    await fixture.request('k1')
    await fixture.drawCards()
    expect(fixture.wall() - fixture.card().asOf).toBe(900)
    await fixture.drawCards(3_400)
    const since = fixture.wall() - fixture.card().asOf
    expect(since).toBeGreaterThanOrEqual(900)
    fixture.simulation.now += 5_001 - since
    expect(await fixture.approve()).toBe('instruction/changed')
    expect(fixture.sent).toEqual([])
  })

  it('time that the computer slept makes it old, although the steady clock stood still', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.sleep(60_000)
    fixture.service.handleInterruption('resumed')
    await fixture.advance(900)
    await fixture.drawCards()
    const previewCount = fixture.gateway.previews.length
    expect(fixture.wall() - fixture.card().asOf).toBeLessThan(5_000)
    expect(previewCount).toBeGreaterThan(1)
  })

  it('without a price nothing is decided on, and the card says so', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.gateway.price = () => null
    await fixture.request('k1', draft('1', '10', { type: 'market', limitPrice: null }))
    await fixture.drawCards(5_000)
    expect(fixture.card().arming).toMatchObject({
      armed: false,
      armsInMs: null,
      blocked: 'preview',
    })
    expect(fixture.card().money[0]).toMatchObject({
      id: 'cost',
      value: 'not known',
      mark: 'warning',
    })
    expect(await fixture.approve()).toBe('instruction/refused')
  })

  it('a card that nobody looks at asks for nothing; brought up, it asks at once', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.window({ visible: false, focused: false })
    const previewCount = fixture.gateway.previews.length
    await fixture.advance(60_000)
    expect(fixture.gateway.previews.length).toBe(previewCount)
    fixture.window()
    await fixture.drawCards()
    expect(fixture.gateway.previews.length).toBe(previewCount + 1)
  })
})
