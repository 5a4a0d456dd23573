import { describe, expect, it } from 'vitest'
import { ASSISTANT, InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

/** The monotonic clock has fractions of a millisecond; stored and displayed times have none. */
const FRACTION = 1_234.567

describe('CONFIRM-9: times are whole milliseconds', () => {
  it('a card with fractional ages has whole milliseconds', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.facts = { agedMs: FRACTION, quoteAgeMs: FRACTION }
    await fixture.requestAndArm()
    const { card } = fixture.service.confirm.live.get()
    const times = [
      card?.asOf,
      card?.createdAt,
      card?.expiresAt,
      card?.quoteAgeMs,
      card?.arming.armsInMs,
    ]
    expect(times.filter((time) => !Number.isInteger(time ?? 0))).toEqual([])
    expect(card?.quoteAgeMs).toBeGreaterThan(1_234)
    expect(fixture.card().asOf).toBeLessThan(fixture.wall())
    expect(await fixture.approve()).toBe('ok')
  })

  it('a hosted instruction with a fractional validity has whole milliseconds, and is read after a restart', async () => {
    const fixture = await new InstructionFixture().start()
    const taken = await fixture.service.intake.instruct(
      ASSISTANT,
      { key: 'k1', reason: '', action: { kind: 'place', drafts: [draft()] } },
      { sourceId: 's1', validForMs: 60_000 + FRACTION, requestTimes: [] },
    )
    expect(taken.ok).toBe(true)
    expect(fixture.service.rows.all().map(({ expiresAt }) => Number.isInteger(expiresAt))).toEqual([
      true,
    ])
    await fixture.restart()
    expect((await fixture.request('k2')).ok).toBe(true)
  })
})
