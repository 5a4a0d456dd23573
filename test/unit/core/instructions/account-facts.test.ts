import { describe, expect, test } from 'vitest'
import { createAccountFacts } from '../../../../electron/core/instructions/account-facts.js'
import type { Balance } from '../../../../shared/domain/account.js'
import { accountId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { appError, type AppError } from '../../../../shared/ipc/errors.js'
import { decimalText } from '../../../../shared/domain/decimal.js'
import { ACC, order, quantity } from './judge-rig.js'

function rig() {
  const at = { now: 1_000 }
  const orders: Order[] = []
  let heard: (rows: readonly Order[]) => void = () => undefined
  const waiting: ((answer: Result<Balance, AppError>) => void)[] = []
  const look = createAccountFacts({
    lookUps: {
      positions: () => Promise.resolve(ok([])),
      balance: () =>
        new Promise((resolve) => {
          waiting.push(resolve)
        }),
    },
    orders: {
      all: () => orders,
      subscribe: (listener) => {
        heard = listener
        return () => undefined
      },
    },
    clock: { now: () => epochMs(at.now), monotonic: () => at.now },
  })
  const answer = (from = 0): void => {
    for (const each of waiting.slice(from)) each(ok({ currency: 'USD' } as Balance))
  }
  const fills = (row: Order): void => {
    orders.splice(0, orders.length, row)
    heard([row])
  }
  return { at, orders, waiting, look, answer, fills }
}
const age = (found: Awaited<ReturnType<ReturnType<typeof rig>['look']>>): number | string =>
  found.ok ? found.value.ageMs : found.error.code

describe('rule 10: what cards of one account share says how old it is', () => {
  test('everybody who asks while it is on its way gets the one answer, with its age before they asked', async () => {
    const { at, look, waiting, answer } = rig()
    const first = look(ACC)
    at.now += 400
    const second = look(ACC)
    at.now += 5_000
    answer()
    expect([age(await first), age(await second), waiting.length]).toEqual([0, 400, 1])
  })

  test('an answer serves for one second from when it was asked for, not from when it came', async () => {
    const { at, look, waiting, answer } = rig()
    const first = look(ACC)
    at.now += 600
    answer()
    await first
    at.now += 400
    expect([age(await look(ACC)), waiting.length]).toEqual([1_000, 1])
    at.now += 1
    const again = look(ACC)
    answer(1)
    expect([age(await again), waiting.length]).toEqual([0, 2])
  })

  test('another account, and an account whose orders changed meanwhile, are asked about anew', async () => {
    const { at, look, waiting, orders, answer } = rig()
    const first = look(ACC)
    void look(accountId('OTHER'))
    expect(waiting).toHaveLength(2)
    answer()
    await first
    orders.push(order('a', { updatedAt: epochMs(5) }))
    void look(ACC)
    expect(waiting).toHaveLength(3)
    // A fill while it is on its way as well: what comes may be from before.
    orders[0] = order('a', { updatedAt: epochMs(6) })
    at.now += 1
    void look(ACC)
    expect(waiting).toHaveLength(4)
  })

  test('what failed is told to all who waited, and asked for again by the next', async () => {
    const { look, waiting, answer } = rig()
    const both = [look(ACC), look(ACC)]
    waiting[0]?.(err(appError('provider/unavailable', 'down')))
    expect((await Promise.all(both)).map(age)).toEqual([
      'provider/unavailable',
      'provider/unavailable',
    ])
    const again = look(ACC)
    answer(1)
    expect([age(await again), waiting.length]).toEqual([0, 2])
  })
})

describe('rel-036: a position is taken to show a fill only when it was asked for long enough after the fill was known', () => {
  const settledOf = async (of: ReturnType<typeof rig>): Promise<string> => {
    const asking = of.look(ACC)
    of.answer()
    const found = await asking
    const filled = found.ok ? found.value.settled.get(order('a').clientOrderId) : undefined
    return filled === undefined ? 'none' : decimalText(filled)
  }
  const filled = (many: string): Order =>
    order('a', { side: 'sell', filledQuantity: quantity(many) })

  test('ten seconds later it does; more that filled since then is counted only after ten more', async () => {
    const of = rig()
    of.fills(filled('3'))
    const seen = [await settledOf(of)]
    of.at.now += 9_999
    seen.push(await settledOf(of))
    of.at.now += 1_001
    seen.push(await settledOf(of))
    of.fills(filled('5'))
    seen.push(await settledOf(of))
    of.at.now += 10_000
    seen.push(await settledOf(of))
    of.fills({ ...filled('5'), status: 'cancelled' })
    of.at.now += 2_000
    expect([...seen, await settledOf(of)]).toEqual(['0', '0', '3', '3', '5', 'none'])
  })

  test('what was asked for before the fill was old enough does not become right by waiting', async () => {
    const of = rig()
    of.fills(filled('3'))
    of.at.now += 9_500
    const early = of.look(ACC)
    of.at.now += 600
    const shared = of.look(ACC)
    of.answer()
    const both = [await early, await shared].map((found) =>
      found.ok
        ? decimalText(found.value.settled.get(order('a').clientOrderId) ?? quantity('9'))
        : '',
    )
    expect([both, of.waiting.length]).toEqual([['0', '0'], 1])
  })
  test('an order of another account under the same id says nothing of this one', async () => {
    const of = rig()
    of.fills({ ...filled('3'), accountId: accountId('OTHER') })
    of.at.now += 9_000
    of.fills(filled('3'))
    of.at.now += 1_500
    const seen = [await settledOf(of)]
    of.fills({ ...filled('3'), accountId: accountId('OTHER'), status: 'filled' })
    of.at.now += 10_000
    expect([...seen, await settledOf(of)]).toEqual(['0', '3'])
  })
})
