import { expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'

it.each([
  ['covered', { isOccluded: true }],
  ['minimized or hidden', { visible: false, focused: false }],
] as const)(
  'CONFIRM-18: a window that is %s disarms approve until it is visible again',
  async (_what, over) => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.decision()
    fixture.window(over)
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: null, blocked: 'hidden' })
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    fixture.window()
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 750 })
    expect(await fixture.approve()).toBe('instruction/refused')
    await fixture.drawCards(750)
    expect(await fixture.approve()).toBe('ok')
    expect(fixture.sent).toHaveLength(1)
  },
)

it('CONFIRM-18: a window without focus is reported as unfocused, even if also covered', async () => {
  const fixture = await new InstructionFixture().start()
  await fixture.requestAndArm()
  fixture.window({ isOccluded: true, focused: false })
  expect(fixture.card().arming).toMatchObject({
    armed: false,
    armsInMs: null,
    blocked: 'unfocused',
  })
})
