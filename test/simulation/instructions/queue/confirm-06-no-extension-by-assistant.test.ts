import { expect, it } from 'vitest'
import { ASSISTANT, InstructionFixture, OTHER } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

it("CONFIRM-6: an assistant's repeated calls and revokes extend, arm and approve nothing", async () => {
  const fixture = await new InstructionFixture().start()
  await fixture.request('k1')
  await fixture.drawCards(500)
  const { expiresAt, id } = fixture.latest()
  const before = fixture.card().arming
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await fixture.request(attempt % 2 === 0 ? 'k1' : null, draft('187.5'))
  }
  expect(fixture.latest().expiresAt).toBe(expiresAt)
  expect(fixture.card().arming.armed).toBe(false)
  expect(fixture.card().arming.nonce).not.toBe(before.nonce)
  // Another assistant can neither see nor revoke it.
  expect(await fixture.service.endings.revoke(OTHER, id)).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  await fixture.advance(expiresAt - fixture.wall() + 1_000)
  expect(fixture.service.get(id)?.status).toBe('EXPIRED')
  expect(await fixture.service.endings.revoke(ASSISTANT, id)).toMatchObject({
    ok: false,
    error: { code: 'already-ended' },
  })
  expect(fixture.sent).toEqual([])
})
