import { describe, expect, it } from 'vitest'
import { hasMoved } from '../../../../electron/core/instructions/confirm/card.js'
import { PRICE_TOLERANCE_PRESETS } from '../../../../electron/core/instructions/policy/price-distance.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const money = (text: string) => asMoney(dec(text))
const FACTS = { tick: dec('0.01'), price: null, multiplier: '1' }
const { narrow, usual, wide } = PRICE_TOLERANCE_PRESETS

describe('CONFIRM-11: a changed market needs a new decision', () => {
  it.each([
    // 10 shares with a step of one cent: five steps are 0.50; half a percent of 1,000 is 5.
    ['accepts a change of half a percent', '1000', '1005', '1', false],
    ['reports a change of a cent more', '1000', '1005.01', '1', true],
    ['reports a change downward too', '1000', '994.99', '1', true],
    // Half a percent of 50 is 0.25, so the five steps count.
    ['accepts five price steps of a cheap order', '50', '50.50', '1', false],
    ['reports more than five price steps of it', '50', '50.51', '1', true],
    // Ten contracts of 100 units: five steps are 50.
    ['multiplies price steps by the contract size', '1000', '1050', '100', false],
    ['reports more than that', '1000', '1050.01', '100', true],
  ] as const)('%s', (_what, from, to, multiplier, moved) => {
    expect(
      hasMoved(
        { kind: 'place', draft: draft('100', '10') },
        { seen: money(from), now: money(to) },
        { ...FACTS, multiplier },
        usual,
      ),
    ).toBe(moved)
  })

  it("uses the person's own tolerance", () => {
    const action = { kind: 'place' as const, draft: draft('100', '10') }
    expect(hasMoved(action, { seen: money('1000'), now: money('1001.01') }, FACTS, narrow)).toBe(
      true,
    )
    expect(hasMoved(action, { seen: money('1000'), now: money('1001.01') }, FACTS, usual)).toBe(
      false,
    )
    expect(hasMoved(action, { seen: money('1000'), now: money('1010') }, FACTS, wide)).toBe(false)
    // Even with the widest setting, a hundredth more needs a new decision.
    expect(hasMoved(action, { seen: money('1000'), now: money('1010.01') }, FACTS, wide)).toBe(true)
  })

  it('shows old and new cost, disarms for the full time, and then compares with the new cost', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.decision()
    fixture.cost = '1890.00'
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().moved).toEqual({ from: money('1875.00'), to: money('1890.00') })
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
    await fixture.drawCards()
    expect(fixture.card().arming).toMatchObject({ armed: false, armsInMs: 1_500 })
    await fixture.advance(1_500)
    expect(fixture.card().arming.armed).toBe(true)
    expect(fixture.sent).toEqual([])
    fixture.cost = '1870.00'
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().moved).toEqual({ from: money('1890.00'), to: money('1870.00') })
  })

  it('adds small moves up: it compares with the first displayed cost', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    fixture.cost = '1881.00'
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().moved).toBeNull()
    await fixture.drawCards(1_000)
    fixture.cost = '1887.00'
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().moved).toEqual({ from: money('1875.00'), to: money('1887.00') })
  })

  it('uses the tolerance that is set when the price moves', async () => {
    const fixture = await new InstructionFixture().start()
    fixture.tolerance = { ratio: dec('0.1'), ticks: 5 }
    await fixture.requestAndArm()
    fixture.cost = '1990.00'
    await fixture.service.review.requote(fixture.card().id)
    expect(fixture.card().moved).toBeNull()
  })

  it.each([
    ['fresh', { quoteAgeMs: 0 }, 'live'],
    ['5 s old', { quoteAgeMs: 5_000 }, 'live'],
    ['older than 5 s', { quoteAgeMs: 5_001 }, 'stale'],
    ['of unknown age', { quoteAgeMs: null }, 'stale'],
    ['delayed', { quoteAgeMs: 0, delayed: true }, 'delayed'],
  ] as const)('labels a quote that is %s', async (_what, facts, label) => {
    const fixture = await new InstructionFixture().start()
    fixture.facts = facts
    await fixture.request('k1')
    await fixture.drawCards()
    expect(fixture.card().label).toBe(label)
  })

  it('labels a quote as stale when it grows too old on the screen', async () => {
    const fixture = await new InstructionFixture().start()
    await fixture.requestAndArm()
    const before = fixture.decision()
    fixture.factsFail = true
    await fixture.advance(6_000)
    expect(fixture.card().label).toBe('stale')
    expect(fixture.card().quoteAgeMs).toBeGreaterThan(5_000)
    expect((await fixture.service.decisions.decide(before)).ok).toBe(false)
  })
})
