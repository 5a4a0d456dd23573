import { describe, expect, it } from 'vitest'
import { InstructionFixture, draft } from '../harness/instruction-fixture.js'

const BOUNDS = { x: 0, y: 0, width: 400, height: 600 }
const armed = async (): Promise<InstructionFixture> => {
  const fixture = await new InstructionFixture().start()
  await fixture.requestAndArm()
  expect(fixture.card().arming.armed).toBe(true)
  return fixture
}

describe('CONFIRM-8: whatever might put the button under a finger disarms it for 750 ms', () => {
  it.each([
    [
      'the content changed',
      async (fixture: InstructionFixture) => {
        fixture.cost = '1880.00'
        await fixture.service.requote(fixture.card().id)
      },
    ],
    [
      'it was asked for again',
      async (fixture: InstructionFixture) => {
        await fixture.request('k1')
      },
    ],
    [
      'a re-quote that changed nothing',
      async (fixture: InstructionFixture) => {
        await fixture.service.requote(fixture.card().id)
      },
    ],
    [
      'the window got the focus',
      (fixture: InstructionFixture) => {
        fixture.window({ focused: false })
        fixture.window()
      },
    ],
    [
      'the window came back',
      (fixture: InstructionFixture) => {
        fixture.window({ visible: false, focused: false })
        fixture.window()
      },
    ],
    [
      'it was covered and is not any more',
      (fixture: InstructionFixture) => {
        fixture.window({ isOccluded: true })
        fixture.window()
      },
    ],
    [
      'it moved by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, x: 10 } })
      },
    ],
    [
      'it moved up by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, y: -10 } })
      },
    ],
    [
      'it grew by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, width: 410 } })
      },
    ],
    [
      'it shrank by 10 px',
      (fixture: InstructionFixture) => {
        fixture.window({ bounds: { ...BOUNDS, height: 590 } })
      },
    ],
    [
      'the computer slept and came back',
      (fixture: InstructionFixture) => {
        fixture.service.handleInterruption('resumed')
      },
    ],
    [
      'the desk was unlocked',
      (fixture: InstructionFixture) => {
        fixture.service.handleInterruption('unlocked')
      },
    ],
  ] as const)('%s', async (_what, happen) => {
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

  it('a step under 10 px does not, but steps add up', async () => {
    const fixture = await armed()
    fixture.window({ bounds: { ...BOUNDS, x: 9 } })
    expect(fixture.card().arming.armed).toBe(true)
    fixture.window({ bounds: { ...BOUNDS, x: 14 } })
    expect(fixture.card().arming.armsInMs).toBe(750)
  })

  it('content that the page has not drawn yet arms nothing, however long that takes', async () => {
    const fixture = await armed()
    fixture.cost = '1880.00'
    await fixture.service.requote(fixture.card().id)
    await fixture.advance(2_000)
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: null })
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(750)
  })

  it('the wall clock that jumped means sleep, whether or not the system tells of it', async () => {
    const fixture = await armed()
    fixture.sleep(3_000)
    expect(await fixture.approve()).toBe('instruction/refused')
    expect(fixture.sent).toEqual([])
  })

  it('another card that closes above it gives the next one its whole time', async () => {
    const fixture = await armed()
    await fixture.request('k2', draft('180'))
    expect(fixture.service.confirm.get().waiting).toBe(1)
    const first = fixture.card()
    expect(await fixture.decline({}, first)).toBe('ok')
    fixture.service.defer(first.id)
    expect(fixture.card().id).not.toBe(first.id)
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
  })

  it('a lock withdraws; what comes afterwards starts disarmed', async () => {
    const fixture = await armed()
    fixture.service.handleInterruption('locked')
    expect(fixture.latest()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    fixture.service.handleInterruption('unlocked')
    await fixture.request('k2')
    await fixture.drawCards()
    expect(fixture.card().arming.armsInMs).toBe(1_500)
  })

  it('a price that comes back after it was missing does not make the button alive at once', async () => {
    const fixture = await armed()
    fixture.factsFail = true
    await fixture.advance(6_000)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, blocked: 'preview' })
    fixture.factsFail = false
    await fixture.service.requote(fixture.card().id)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
  })
})
