import { describe, expect, it } from 'vitest'
import { DeskWorld } from './desk-world.js'

describe('rel-028: when something cannot be written', () => {
  it('a request that cannot be kept is not taken, and can be made again', async () => {
    const at = await new DeskWorld().start()
    at.storeFails = true
    expect(await at.ask('k1')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    expect(at.desk.confirm.get().card).toBeNull()
    at.storeFails = false
    at.auditFails = 'asked'
    expect(await at.ask('k1')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    at.auditFails = null
    expect((await at.ask('k1')).ok).toBe(true)
  })

  it('an approval that the file does not take is not sent, and is over', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.storeFails = true
    await at.approve()
    expect(at.sent).toEqual([])
    expect(at.only()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    at.storeFails = false
    await at.restart()
    expect(at.only().status).toBe('REJECTED')
    expect(at.sent).toEqual([])
  })

  it('an outcome that is not kept is found out about again', async () => {
    const at = await new DeskWorld().start()
    await at.ready()
    at.door.manner = 'hold'
    const done = at.approve()
    await at.pass(10)
    at.storeFails = true
    at.door.release()
    await done
    expect(at.only().outcome?.state).toBe('acknowledged')
    at.storeFails = false
    await at.restart()
    await at.pass(3_000)
    expect(at.only().outcome?.state).toBe('acknowledged')
    expect(at.sent).toHaveLength(1)
  })
})
