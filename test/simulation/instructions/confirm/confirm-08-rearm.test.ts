import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const BOUNDS = { x: 0, y: 0, width: 400, height: 600 }
const armed = async (): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  await fixture.requestAndArm()
  expect(fixture.card().arming.armed).toBe(true)
  return fixture
}

describe('CONFIRM-8: changes of card or window disarm approve for 750 ms', () => {
  it.each([
    [
      'changed content',
      async (fixture: InstructionFixture) => {
        fixture.facts = { session: 'extended' }
        await fixture.service.review.requote(fixture.card().id)
      },
    ],
    [
      'a repeated request',
      async (fixture: InstructionFixture) => {
        await fixture.request('k1')
      },
    ],
    [
      'a new quote without a change',
      async (fixture: InstructionFixture) => {
        await fixture.service.review.requote(fixture.card().id)
      },
    ],
    [
      'focus of the window',
      (fixture: InstructionFixture) => {
        fixture.window({ focused: false })
        fixture.window()
      },
    ],
    [
      'the window was hidden and shown',
      (fixture: InstructionFixture) => {
        fixture.window({ visible: false, focused: false })
        fixture.window()
      },
    ],
    [
      'the window was covered and uncovered',
      (fixture: InstructionFixture) => {
        fixture.window({ isOccluded: true })
        fixture.window()
      },
    ],
    [
      'a move of the window by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, x: 10 } })
      },
    ],
    [
      'a move of the window up by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, y: -10 } })
      },
    ],
    [
      'growth of the window by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, width: 410 } })
      },
    ],
    [
      'shrinking of the window by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, height: 590 } })
      },
    ],
    [
      'the computer woke up',
      (fixture: InstructionFixture) => {
        fixture.service.handleInterruption('resumed')
      },
    ],
    [
      'the app was unlocked',
      (fixture: InstructionFixture) => {
        fixture.service.handleInterruption('unlocked')
      },
    ],
  ] as const)('disarms after: %s', async (_what, happen) => {
    const fixture = await armed()
    await happen(fixture)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
    expect(await fixture.approve()).toBe('instruction/refused')
    await fixture.advance(749)
    expect(fixture.card().arming.armed).toBe(false)
    await fixture.advance(1)
    await fixture.drawCards()
    expect(await fixture.approve()).toBe('ok')
  })

  it('ignores a move below 10 px, but adds moves up', async () => {
    const fixture = await armed()
    fixture.window({ bounds: { ...BOUNDS, x: 9 } })
    expect(fixture.card().arming.armed).toBe(true)
    fixture.window({ bounds: { ...BOUNDS, x: 14 } })
    expect(fixture.card().arming.armsInMs).toBe(750)
  })

  it('stays disarmed until the page has drawn new content, however long that takes', async () => {
    const fixture = await armed()
    await fixture.request('k1')
    await fixture.advance(2_000)
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: null })
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(750)
  })

  it('treats a jump of the wall clock as sleep, with or without a system event', async () => {
    const fixture = await armed()
    fixture.sleep(3_000)
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(fixture.sent).toEqual([])
  })

  it('gives the next card its full time when the card above it closes', async () => {
    const fixture = await armed()
    await fixture.request('k2', draft('180'))
    expect(fixture.service.confirm.live.get().waiting).toBe(1)
    const first = fixture.card()
    expect(await fixture.decline({}, first)).toBe('ok')
    fixture.service.confirm.defer(first.id)
    expect(fixture.card().id).not.toBe(first.id)
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
  })

  it('withdraws on lock, and starts disarmed afterwards', async () => {
    const fixture = await armed()
    fixture.service.handleInterruption('locked')
    expect(fixture.latest()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    fixture.service.handleInterruption('unlocked')
    await fixture.request('k2')
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
  })

  it('does not arm at once when a missing price returns', async () => {
    const fixture = await armed()
    fixture.factsFail = true
    await fixture.advance(6_000)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, blocked: 'preview' })
    fixture.factsFail = false
    await fixture.service.review.requote(fixture.card().id)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
  })
})
