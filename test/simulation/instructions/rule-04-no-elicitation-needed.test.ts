import { expect, it } from 'vitest'
import { DeskWorld } from './desk-world.js'

it('rule 4: the gate is the inbox, whatever the client can do: asking answers at once, and the order waits there', async () => {
  const at = await new DeskWorld().start()
  at.window({ visible: false, focused: false })
  const calls: number[] = []
  at.desk.onAttention((waiting) => calls.push(waiting))
  const asked = await at.ask('k1')
  expect(asked).toMatchObject({ ok: true, value: [{ status: 'PENDING', outcome: null }] })
  expect(at.desk.rows.all()).toMatchObject([
    { status: 'PENDING', line: 'BUY 10 AAPL, limit 187.50, day' },
  ])
  expect(calls).toEqual([1])
  // The caller is long gone; its order still waits for the person, and only for the person.
  await at.pass(10 * 60_000)
  expect(at.only().status).toBe('PENDING')
  expect(at.sent).toEqual([])
  at.window()
  await at.look(3_400)
  expect(await at.approve()).toBe('ok')
  expect(at.sent).toHaveLength(1)
})
