import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

describe('CONFIRM-10: the preview is at most 5 s old when approve is pressed', () => {
  it('is requested again in time while the card is read', async () => {
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

  it('is requested again when it is older, and approve is disarmed until it was displayed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const previewCount = fixture.gateway.previews.length
    // The timer is late because the program was busy.
    fixture.simulation.now += 5_001
    const before = fixture.decision()
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    expect(fixture.gateway.previews.length).toBe(previewCount + 1)
    expect(fixture.sent).toEqual([])
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 1_500 })
    await fixture.advance(1_500)
    expect(await fixture.approve()).toBe('ok')
  })

  it('is accepted at exactly 5 s', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const since = fixture.wall() - fixture.card().asOf
    fixture.simulation.now += 5_000 - since
    expect(await fixture.approve()).toBe('ok')
  })

  it('has the age of its facts when another card shares them', async () => {
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

  it('counts the time that the computer slept, although the monotonic clock stopped', async () => {
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

  it('blocks approval when there is no price, and the card says so', async () => {
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

  it('is not requested while the window is hidden, and at once when it appears', async () => {
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
