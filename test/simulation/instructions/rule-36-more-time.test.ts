import { describe, expect, it } from 'vitest'
import { DeskWorld, market } from './desk-world.js'

describe('rule 36: more time, by the person', () => {
  it('before it is over: a new time from now, a re-quote, and disarmed again', async () => {
    const at = await new DeskWorld().start()
    await at.ready('k1', market())
    await at.pass(100_000)
    await at.look()
    const [before, previews] = [at.only().expiresAt, at.door.previews.length]
    expect((await at.desk.extend(at.card().id)).ok).toBe(true)
    expect(at.only().expiresAt).toBeGreaterThan(before + 60_000)
    expect(at.door.previews.length).toBe(previews + 1)
    await at.look()
    expect(at.card().arming.armed).toBe(false)
    await at.pass(60_000)
    expect(at.only().status).toBe('PENDING')
    expect(at.kinds('extended')).toHaveLength(1)
  })

  it('not when it is over, and not past the trading day', async () => {
    const late = await new DeskWorld().start()
    await late.ready('k1', market())
    const { id } = late.card()
    await late.pass(120_000)
    expect(await late.desk.extend(id)).toMatchObject({
      ok: false,
      error: { code: 'instruction/ended' },
    })
    expect(late.desk.get(id)?.status).toBe('EXPIRED')
  })
})
