import { describe, expect, it } from 'vitest'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { market } from '../harness/fake-order-gateway.js'

describe('CONFIRM-36: the person extends the time', () => {
  it('an extension gives a new end from now, a new quote, and approve disarmed', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm('k1', market())
    await fixture.advance(100_000)
    await fixture.drawCards()
    const [before, previews] = [fixture.latest().expiresAt, fixture.gateway.previews.length]
    expect((await fixture.service.review.extend(fixture.card().id)).ok).toBe(true)
    expect(fixture.latest().expiresAt).toBeGreaterThan(before + 60_000)
    expect(fixture.gateway.previews.length).toBe(previews + 1)
    await fixture.drawCards()
    expect(fixture.card().arming.armed).toBe(false)
    await fixture.advance(60_000)
    expect(fixture.latest().status).toBe('PENDING')
    expect(fixture.auditRecords('extended')).toHaveLength(1)
  })

  it('an extension is refused after the instruction has expired', async () => {
    const late = await new InstructionFixture().start()
    await late.requestAndArm('k1', market())
    const { id } = late.card()
    await late.advance(120_000)
    expect(await late.service.review.extend(id)).toMatchObject({
      ok: false,
      error: { code: 'instruction/ended' },
    })
    expect(late.service.get(id)?.status).toBe('EXPIRED')
  })
})
