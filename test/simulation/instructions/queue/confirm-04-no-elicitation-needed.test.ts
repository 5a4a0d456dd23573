import { expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { writtenOut } from '../../../harness/written-out.js'

it('CONFIRM-4: a request returns at once, and its order stays pending for the person', async () => {
  const fixture = await new InstructionFixture().start()
  fixture.window({ visible: false, focused: false })
  const calls: number[] = []
  fixture.service.confirm.onAttention((waiting) => calls.push(waiting))
  const requested = await fixture.request('k1')
  expect(requested).toMatchObject({ ok: true, value: [{ status: 'PENDING', outcome: null }] })
  expect(writtenOut(fixture.service.rows.all())).toMatchObject([
    { status: 'PENDING', line: 'BUY 10 AAPL, limit 187.50, day' },
  ])
  expect(calls).toEqual([1])
  // The caller is gone; its order still waits for the person's decision.
  await fixture.advance(10 * 60_000)
  expect(fixture.latest().status).toBe('PENDING')
  expect(fixture.sent).toEqual([])
  fixture.window()
  await fixture.drawCards(3_400)
  expect(await fixture.approve()).toBe('ok')
  expect(fixture.sent).toHaveLength(1)
})
