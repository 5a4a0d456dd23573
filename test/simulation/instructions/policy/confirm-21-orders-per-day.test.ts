import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import { InstructionFixture, RICH } from '../harness/instruction-fixture.js'
import { draft } from '../harness/fake-order-gateway.js'

const HOUR = 3_600_000
const code = (answer: Awaited<ReturnType<InstructionFixture['request']>>): string =>
  answer.ok ? 'ok' : answer.error.code
const priced = (index: number) => draft(`${100 + index}`, '1')

async function createFixture(ordersPerDay: number): Promise<InstructionFixture> {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.facts = { balance: RICH }
  fixture.policy = { ordersPerDay, maxPerMinute: 60, maxPending: 20 }
  return fixture.start()
}
const approved = async (fixture: InstructionFixture, index: number): Promise<void> => {
  await fixture.requestAndArm(`k${index}`, priced(index))
  fixture.service.confirm.show(fixture.latest().id)
  await fixture.drawCards(3_400)
  expect(await fixture.approve()).toBe('ok')
}

describe('CONFIRM-21: orders of the day against the limit', () => {
  it("shows today's approved orders and the limit on the card, also after a restart", async () => {
    const fixture = await createFixture(3)
    await approved(fixture, 1)
    await approved(fixture, 2)
    await fixture.restart()
    await fixture.request('k3', priced(3))
    await fixture.drawCards()
    expect(fixture.card().requester).toMatchObject({ ordersToday: 2, limitToday: 3 })
    expect(fixture.card().policy.find(({ rule }) => rule === 'orders-per-day')?.text).toBe(
      '3 of 3 orders per day',
    )
  })

  it('refuses one more at the limit, also after a restart, until the next trade date', async () => {
    const fixture = await createFixture(2)
    await approved(fixture, 1)
    await approved(fixture, 2)
    expect(await fixture.request('k3', priced(3))).toMatchObject({
      ok: false,
      error: {
        code: 'over-limit',
        message:
          'With what is pending and was approved today this makes 3 orders, over the limit of 2 per day',
      },
    })
    await fixture.restart()
    expect(code(await fixture.request('k4', priced(4)))).toBe('over-limit')
    // A weekend belongs to the trade date of the Friday before it.
    fixture.sleep(4 * 24 * HOUR)
    await fixture.advance(1_000)
    expect(code(await fixture.request('k5', priced(5)))).toBe('ok')
    expect(fixture.card().requester).toMatchObject({ ordersToday: 0, limitToday: 2 })
  })

  it('counts pending instructions, and no longer counts declined ones', async () => {
    const fixture = await createFixture(1)
    expect([
      code(await fixture.request('k1', priced(1))),
      code(await fixture.request('k2', priced(2))),
    ]).toEqual(['ok', 'over-limit'])
    await fixture.drawCards(3_400)
    await fixture.decline()
    expect(code(await fixture.request('k3', priced(3)))).toBe('ok')
  })

  it('counts each row of a batch as an order', async () => {
    const fixture = await createFixture(3)
    expect(code(await fixture.request('k1', [1, 2, 3, 4].map(priced)))).toBe('over-limit')
    expect(code(await fixture.request('k2', [1, 2, 3].map(priced)))).toBe('ok')
  })

  it('uses a limit that was lowered while the card was read', async () => {
    const fixture = await createFixture(2)
    await approved(fixture, 1)
    await fixture.requestAndArm('k2', priced(2))
    fixture.service.confirm.show(fixture.latest().id)
    await fixture.drawCards(3_400)
    const decision = fixture.decision()
    fixture.policy = { ...fixture.policy, ordersPerDay: 1 }
    expect((await fixture.service.decisions.decide(decision)).ok).toBe(false)
    expect(fixture.sent).toHaveLength(1)
  })
})
