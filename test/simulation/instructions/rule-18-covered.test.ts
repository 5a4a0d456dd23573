import { expect, it } from 'vitest'
import { DeskWorld } from './desk-world.js'

it.each([
  ['covered', { covered: true }],
  ['minimised or hidden', { visible: false, focused: false }],
] as const)(
  'rule 18: a window that is %s disarms approve until it is seen again',
  async (_what, over) => {
    const at = await new DeskWorld().start()
    await at.ready()
    const before = at.decision()
    at.window(over)
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: null, blocked: 'hidden' })
    expect((await at.desk.decide(before)).ok).toBe(false)
    at.window()
    await at.look()
    expect(at.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
    expect(await at.approve()).toBe('instruction/refused')
    await at.look(750)
    expect(await at.approve()).toBe('ok')
    expect(at.sent).toHaveLength(1)
  },
)

it('rule 18: another window that has the focus is told as that: turning to this one is all that it takes', async () => {
  const at = await new DeskWorld().start()
  await at.ready()
  at.window({ covered: true, focused: false })
  expect(at.card().arming).toMatchObject({ armed: false, armsInMs: null, blocked: 'unfocused' })
})
