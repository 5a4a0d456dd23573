import { expect, it } from 'vitest'
import { ASSISTANT, DeskWorld, draft, OTHER } from './desk-world.js'

it('rule 6: an assistant that asks again, revokes or waits lengthens nothing, arms nothing and approves nothing', async () => {
  const at = await new DeskWorld().start()
  await at.ask('k1')
  await at.look(500)
  const { expiresAt, id } = at.only()
  const before = at.card().arming
  for (let again = 0; again < 20; again += 1) {
    await at.ask(again % 2 === 0 ? 'k1' : null, draft('187.5'))
  }
  expect(at.only().expiresAt).toBe(expiresAt)
  expect(at.card().arming.armed).toBe(false)
  expect(at.card().arming.nonce).not.toBe(before.nonce)
  // Another assistant can neither see nor touch it.
  expect(await at.desk.revoke(OTHER, id)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  await at.pass(expiresAt - at.wall() + 1_000)
  expect(at.desk.get(id)?.status).toBe('EXPIRED')
  expect(await at.desk.revoke(ASSISTANT, id)).toMatchObject({
    ok: false,
    error: { code: 'already-ended' },
  })
  expect(at.sent).toEqual([])
})
