import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'

describe('REL-28: when something cannot be written', () => {
  it('a request is refused and can be repeated', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.storeFails = true
    expect(await fixture.request('k1')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    expect(fixture.service.confirm.live.get().card).toBeNull()
    fixture.storeFails = false
    fixture.auditFails = 'asked'
    expect(await fixture.request('k1')).toMatchObject({ ok: false, error: { code: 'unavailable' } })
    fixture.auditFails = null
    expect((await fixture.request('k1')).ok).toBe(true)
  })

  it('an approval is not sent, and the instruction has ended', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.storeFails = true
    await fixture.approve()
    expect(fixture.sent).toEqual([])
    expect(fixture.latest()).toMatchObject({ status: 'REJECTED', ending: { why: 'withdrawn' } })
    fixture.storeFails = false
    await fixture.restart()
    expect(fixture.latest().status).toBe('REJECTED')
    expect(fixture.sent).toEqual([])
  })

  it('an outcome is queried again after a restart', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.gateway.behavior = 'hold'
    const done = fixture.approve()
    await fixture.advance(10)
    fixture.storeFails = true
    fixture.gateway.release()
    await done
    expect(fixture.latest().outcome?.state).toBe('acknowledged')
    fixture.storeFails = false
    await fixture.restart()
    await fixture.advance(3_000)
    expect(fixture.latest().outcome?.state).toBe('acknowledged')
    expect(fixture.sent).toHaveLength(1)
  })
})
