import { describe, expect, it } from 'vitest'
import { judgePolicy } from '../../../electron/core/instructions/judge.js'
import { DeskWorld, draft, RICH } from './desk-world.js'

const HOUR = 3_600_000
const code = (answer: Awaited<ReturnType<DeskWorld['ask']>>): string =>
  answer.ok ? 'ok' : answer.error.code
const priced = (index: number) => draft(`${100 + index}`, '1')

async function desk(ordersPerDay: number): Promise<DeskWorld> {
  const at = new DeskWorld()
  at.judge = judgePolicy
  at.facts = { balance: RICH }
  at.policy = { ordersPerDay, maxPerMinute: 60, maxPending: 20 }
  return at.start()
}
const approved = async (at: DeskWorld, index: number): Promise<void> => {
  await at.ready(`k${index}`, priced(index))
  at.desk.show(at.only().id)
  await at.look(3_400)
  expect(await at.approve()).toBe('ok')
}

describe('rule 21: orders today against the limit', () => {
  it('the card counts what was approved today against the limit of the connection, also after a restart', async () => {
    const at = await desk(3)
    await approved(at, 1)
    await approved(at, 2)
    await at.restart()
    await at.ask('k3', priced(3))
    await at.look()
    expect(at.card().asks).toMatchObject({ ordersToday: 2, limitToday: 3 })
    expect(at.card().policy.find(({ rule }) => rule === 'orders-per-day')?.text).toBe(
      '3 of 3 orders a day',
    )
  })

  it('at its bound one more is refused in words, also after a restart, until midnight in New York', async () => {
    const at = await desk(2)
    await approved(at, 1)
    await approved(at, 2)
    expect(await at.ask('k3', priced(3))).toMatchObject({
      ok: false,
      error: {
        code: 'over-limit',
        message:
          'Together with what waits and was approved today it is 3 orders, over the limit of 2 a day',
      },
    })
    await at.restart()
    expect(code(await at.ask('k4', priced(4)))).toBe('over-limit')
    at.sleep(24 * HOUR)
    await at.pass(1_000)
    expect(code(await at.ask('k5', priced(5)))).toBe('ok')
    expect(at.card().asks).toMatchObject({ ordersToday: 0, limitToday: 2 })
  })

  it('what waits takes its place: two at once do not become one too many, and a declined one gives its place back', async () => {
    const at = await desk(1)
    expect([code(await at.ask('k1', priced(1))), code(await at.ask('k2', priced(2)))]).toEqual([
      'ok',
      'over-limit',
    ])
    await at.look(3_400)
    await at.decline()
    expect(code(await at.ask('k3', priced(3)))).toBe('ok')
  })

  it('rows of a batch are orders each', async () => {
    const at = await desk(3)
    expect(code(await at.ask('k1', [1, 2, 3, 4].map(priced)))).toBe('over-limit')
    expect(code(await at.ask('k2', [1, 2, 3].map(priced)))).toBe('ok')
  })

  it('a limit that is lowered while a card is read holds when it is approved', async () => {
    const at = await desk(2)
    await approved(at, 1)
    await at.ready('k2', priced(2))
    at.desk.show(at.only().id)
    await at.look(3_400)
    const decision = at.decision()
    at.policy = { ...at.policy, ordersPerDay: 1 }
    expect((await at.desk.decide(decision)).ok).toBe(false)
    expect(at.sent).toHaveLength(1)
  })
})
