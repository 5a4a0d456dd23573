import { describe, expect, it } from 'vitest'
import { DeskWorld, draft } from './desk-world.js'

const BOUNDS = { x: 0, y: 0, width: 400, height: 600 }
const armed = async (): Promise<DeskWorld> => {
  const at = await new DeskWorld().start()
  await at.ready()
  expect(at.card().arming.armed).toBe(true)
  return at
}

describe('rule 8: whatever might put the button under a finger disarms it for 750 ms', () => {
  it.each([
    [
      'the content changed',
      async (at: DeskWorld) => {
        at.cost = '1880.00'
        await at.desk.requote(at.card().id)
      },
    ],
    [
      'it was asked for again',
      async (at: DeskWorld) => {
        await at.ask('k1')
      },
    ],
    [
      'a re-quote that changed nothing',
      async (at: DeskWorld) => {
        await at.desk.requote(at.card().id)
      },
    ],
    [
      'the window got the focus',
      (at: DeskWorld) => {
        at.window({ focused: false })
        at.window()
      },
    ],
    [
      'the window came back',
      (at: DeskWorld) => {
        at.window({ visible: false, focused: false })
        at.window()
      },
    ],
    [
      'it was covered and is not any more',
      (at: DeskWorld) => {
        at.window({ covered: true })
        at.window()
      },
    ],
    [
      'it moved by 10 px',
      (at: DeskWorld) => {
        at.window({ bounds: { ...BOUNDS, x: 10 } })
      },
    ],
    [
      'it moved up by 10 px',
      (at: DeskWorld) => {
        at.window({ bounds: { ...BOUNDS, y: -10 } })
      },
    ],
    [
      'it grew by 10 px',
      (at: DeskWorld) => {
        at.window({ bounds: { ...BOUNDS, width: 410 } })
      },
    ],
    [
      'it shrank by 10 px',
      (at: DeskWorld) => {
        at.window({ bounds: { ...BOUNDS, height: 590 } })
      },
    ],
    [
      'the computer slept and came back',
      (at: DeskWorld) => {
        at.desk.disturbed('resumed')
      },
    ],
    [
      'the desk was unlocked',
      (at: DeskWorld) => {
        at.desk.disturbed('unlocked')
      },
    ],
  ] as const)('%s', async (_what, happen) => {
    const at = await armed()
    await happen(at)
    await at.look()
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
    expect(await at.approve()).toBe('instruction/refused')
    await at.pass(749)
    expect(at.card().arming.armed).toBe(false)
    await at.pass(1)
    await at.look()
    expect(await at.approve()).toBe('ok')
  })

  it('a step under 10 px does not, but steps add up', async () => {
    const at = await armed()
    at.window({ bounds: { ...BOUNDS, x: 9 } })
    expect(at.card().arming.armed).toBe(true)
    at.window({ bounds: { ...BOUNDS, x: 14 } })
    expect(at.card().arming.armsInMs).toBe(750)
  })

  it('content that the page has not drawn yet arms nothing, however long that takes', async () => {
    const at = await armed()
    at.cost = '1880.00'
    await at.desk.requote(at.card().id)
    await at.pass(2_000)
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: null })
    await at.look()
    expect(at.card().arming.armsInMs).toBe(750)
  })

  it('the wall clock that jumped means sleep, whether or not the system tells of it', async () => {
    const at = await armed()
    at.sleep(3_000)
    expect(await at.approve()).toBe('instruction/refused')
    expect(at.sent).toEqual([])
  })

  it('another card that closes above it gives the next one its whole time', async () => {
    const at = await armed()
    await at.ask('k2', draft('180'))
    expect(at.desk.confirm.get().waiting).toBe(1)
    const first = at.card()
    expect(await at.decline({}, first)).toBe('ok')
    at.desk.later(first.id)
    expect(at.card().id).not.toBe(first.id)
    await at.look()
    expect(at.card().arming.armsInMs).toBe(1_500)
  })

  it('a lock withdraws; what comes afterwards starts disarmed', async () => {
    const at = await armed()
    at.desk.disturbed('locked')
    expect(at.only()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    at.desk.disturbed('unlocked')
    await at.ask('k2')
    await at.look()
    expect(at.card().arming.armsInMs).toBe(1_500)
  })

  it('a price that comes back after it was missing does not make the button alive at once', async () => {
    const at = await armed()
    at.factsFail = true
    await at.pass(6_000)
    await at.look()
    expect(at.card().arming).toMatchObject({ armed: false, blocked: 'preview' })
    at.factsFail = false
    await at.desk.requote(at.card().id)
    await at.look()
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
  })
})
