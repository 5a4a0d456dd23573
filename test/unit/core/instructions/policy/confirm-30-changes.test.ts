import { describe, expect, test } from 'vitest'
import type { PolicyInput } from '../../../../../electron/core/instructions/policy/policy-types.js'
import type { Balance } from '../../../../../shared/domain/account/account.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import type { Order, OrderChange } from '../../../../../shared/domain/orders/order.js'
import type { LockOut } from '../../../../../shared/domain/orders/limits/personal-limits.schema.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  ACC,
  NOW,
  dollars,
  draft,
  evaluateDraft,
  money,
  order,
  pendingUse,
  position,
  price,
  quantity,
  todayUse,
  type PolicyOverrides,
} from './policy-fixture.js'

type Replace = Extract<PolicyInput['action'], { readonly kind: 'replace' }>

const replaceOf = (
  before: Order,
  change: OrderChange,
  otherChanges: Replace['others'] = [],
): Replace => ({
  kind: 'replace',
  accountId: ACC,
  clientOrderId: before.clientOrderId,
  change,
  before,
  ...(otherChanges.length === 0 ? {} : { others: otherChanges }),
})
/** So large that no order of these tests is dangerous by its size. */
const BALANCE = { netLiquidation: money('1000000') } as Balance
const evaluate = (action: Replace, overrides: PolicyOverrides = {}) =>
  evaluateDraft(draft(), { ...overrides, action, facts: { balance: BALANCE, ...overrides.facts } })
const limitTo = (text: string): OrderChange => ({ limitPrice: price(text) })

/** Two purchases of ten shares, changed to $98 and $99: $980 and $990. */
function pair(first: Partial<Order> = {}, second: Partial<Order> = {}): Replace {
  const [a, b] = [order('a', first), order('b', second)]
  return replaceOf(a, limitTo('98'), [
    { clientOrderId: b.clientOrderId, change: limitTo('99'), before: b },
  ])
}
const codeOf = (...args: Parameters<typeof evaluate>) => evaluate(...args).refusal?.code ?? null
const exposureOf = (...args: Parameters<typeof evaluate>) => decimalText(evaluate(...args).exposure)

describe('CONFIRM-30: a change of one order', () => {
  test('is refused when the order has ended, with how', () => {
    const { result, refusal } = evaluate(
      replaceOf(order('a', { status: 'filled' }), limitTo('101')),
    )
    expect([result, refusal?.code]).toEqual(['deny', 'not-found'])
    expect(refusal?.message).toMatch(/filled/i)
  })

  test('is refused while another change is on its way, but not while a cancel is', () => {
    const pending = (kind: 'replace' | 'cancel') => ({
      pending: { kind, state: 'sent', since: NOW } as const,
    })
    const { refusal } = evaluate(replaceOf(order('a', pending('replace')), limitTo('101')))
    expect(refusal?.code).toBe('unavailable')
    expect(refusal?.message).toMatch(/change/i)
    expect(codeOf(replaceOf(order('a', pending('cancel')), limitTo('101')))).toBeNull()
  })

  test('is refused when the product does not allow it', () => {
    const future = order('a', { assetClass: 'futures', type: 'market', limitPrice: null })
    const { refusal } = evaluate(replaceOf(future, limitTo('101')))
    expect(refusal?.code).toBe('invalid')
    expect(refusal?.message).not.toBe('')
  })

  test('counts the changed order once, whatever its row and its approval counted', () => {
    const action = replaceOf(order('a'), limitTo('101'))
    const usage = {
      working: [order('a'), order('c')],
      today: [{ ...todayUse('1000'), clientOrderId: clientOrderId('a') }, todayUse('500')],
    }
    const policy = (maxDay: string) => ({ policy: { maxDay: money(maxDay) }, usage })
    expect(codeOf(action, policy('2510'))).toBeNull()
    expect(codeOf(action, policy('2509.99'))).toBe('over-limit')
  })
})

describe('CONFIRM-30: a change of several orders together', () => {
  test('asks once, with the exposure and the loss of all of them', () => {
    const { result, refusal, exposure, maxLoss, tier } = evaluate(pair())
    expect([result, refusal, tier]).toEqual(['ask', null, 'plain'])
    expect(decimalText(exposure)).toBe('1970')
    expect(maxLoss === null ? null : decimalText(maxLoss)).toBe('1970')
  })

  test('shows each limit of all orders once, and those of one order for each', () => {
    const names = evaluate(pair(), {
      policy: { maxSymbolDay: money('9999'), maxProductDay: money('9999') },
    }).rules.map(({ rule }) => rule)
    const totals = 'halt account action product symbol hours per-minute pending orders-per-day'
    for (const rule of [...totals.split(' '), 'per-day', 'per-symbol', 'per-product', 'ask']) {
      expect(
        names.filter((name) => name === rule),
        rule,
      ).toHaveLength(1)
    }
    expect(names.filter((name) => name === 'per-order')).toHaveLength(2)
  })

  test('counts the total of the day with every order, as they would become', () => {
    const within = (maxDay: string) =>
      evaluate(pair(), { policy: { maxDay: money(maxDay) } }).refusal?.code ?? null
    expect([within('1970'), within('1969.99')]).toEqual([null, 'over-limit'])
    const text = evaluate(pair()).rules.find(({ rule }) => rule === 'per-day')?.text
    expect(text).toContain('$1,970.00')
  })

  test('does not count their present rows, but every other order', () => {
    const usage = {
      working: [order('a'), order('b'), order('c')],
      today: [
        { ...todayUse('1000'), clientOrderId: clientOrderId('a') },
        { ...todayUse('1000'), clientOrderId: clientOrderId('b') },
        { ...todayUse('300'), clientOrderId: clientOrderId('d') },
        todayUse('500'),
      ],
    }
    const within = (maxDay: string) => codeOf(pair(), { policy: { maxDay: money(maxDay) }, usage })
    expect([within('3770'), within('3769.99')]).toEqual([null, 'over-limit'])
  })

  test('is one card among the pending ones', () => {
    const pending = [pendingUse('10')]
    expect(codeOf(pair(), { policy: { maxPending: 2 }, usage: { pending } })).toBeNull()
    expect(codeOf(pair(), { policy: { maxPending: 1 }, usage: { pending } })).toBe('too-many')
    const batch = { pending: [...pending, ...pending, ...pending], cards: 1 }
    expect(codeOf(pair(), { policy: { maxPending: 2 }, usage: batch })).toBeNull()
  })

  test('is refused for the reason of the first order that may not change', () => {
    const ended: Partial<Order> = { status: 'cancelled' }
    const changing: Partial<Order> = { pending: { kind: 'replace', state: 'sent', since: NOW } }
    expect(codeOf(pair({}, ended))).toBe('not-found')
    expect(codeOf(pair(changing, ended))).toBe('unavailable')
    const { result, rules } = evaluate(pair({}, ended))
    expect(result).toBe('deny')
    expect(rules.some((rule) => rule.result === 'denied')).toBe(true)
  })

  test('shows why the first order was refused, although the last one passes', () => {
    const { rules } = evaluate(pair({ quantity: quantity('20') }), {
      policy: { maxOrder: money('1500') },
    })
    expect(rules.filter(({ result }) => result === 'denied').map(({ rule }) => rule)).toEqual([
      'per-order',
    ])
    const denied = evaluate(pair({ quantity: quantity('20') }), {
      policy: { maxProductDay: money('1500') },
    }).rules.filter(({ result }) => result === 'denied')
    expect(denied.map(({ rule }) => rule)).toEqual(['per-product', 'per-product'])
  })

  test('has no limit of loss when one of its orders has none', () => {
    const { maxLoss } = evaluate(pair({}, { side: 'sell' }), { facts: { position: null } })
    expect(maxLoss).toBeNull()
  })

  test('names each danger once, and is as grave as its gravest order', () => {
    const { dangers, tier } = evaluate(pair({ side: 'sell' }, { side: 'sell' }))
    expect(evaluate(pair()).dangers).toEqual([])
    const codes = dangers.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.length).toBeGreaterThan(0)
    const mixed = evaluate(pair({ side: 'sell' }, {}))
    expect([mixed.tier, evaluate(pair({}, { side: 'sell' })).tier]).toEqual([tier, tier])
    expect(tier).not.toBe('plain')
  })

  test('does not count the position of a changed order against it, for orders of any origin', () => {
    const sells = pair(
      { side: 'sell', quantity: quantity('5') },
      { side: 'sell', quantity: quantity('5') },
    )
    const facts = { position: position('10') }
    const rows = [
      order('a', { side: 'sell', quantity: quantity('5') }),
      order('b', { side: 'sell', quantity: quantity('5') }),
    ]
    const plain = evaluate(sells, { facts })
    const alongside = { requested: [], working: rows }
    expect(evaluate(sells, { facts, usage: { others: alongside } }).dangers).toEqual(plain.dangers)
    expect(evaluate(sells, { facts, usage: { working: rows } }).dangers).toEqual(plain.dangers)
    const other = {
      requested: [],
      working: [order('c', { side: 'sell', quantity: quantity('5') })],
    }
    expect(evaluate(sells, { facts, usage: { others: other } }).dangers).not.toEqual(plain.dangers)
    expect(exposureOf(sells, { facts, usage: { others: alongside } })).toBe(
      exposureOf(sells, { facts }),
    )
  })
})

describe('REL-36: an account that is locked out after a daily loss', () => {
  const lockOut: LockOut = {
    accountId: ACC,
    reason: 'daily-loss',
    until: exchangeInstant('2026-11-24', 4 * 60),
    since: epochMs(0),
    dayPnl: money('-1012.40'),
    limit: money('1000'),
    currency: 'USD',
  }

  test('refuses new orders only; the order gateway decides about changes', () => {
    expect(codeOf(replaceOf(order('a'), limitTo('101')), { lockOut })).toBeNull()
    expect(evaluateDraft(draft(), { lockOut: null }).refusal).toBeNull()
  })

  test('refuses an amount, which may be more than the position', () => {
    const { refusal, rules } = evaluateDraft(draft({ side: 'sell', ...dollars('1') }), {
      lockOut,
      facts: { position: position('10') },
    })
    expect(refusal?.code).toBe('locked-out')
    expect(rules.filter(({ result }) => result === 'denied').map(({ rule }) => rule)).toEqual([
      'lock-out',
    ])
  })
})

describe('REL-36: a text of an assistant in a refusal', () => {
  test('is cut: a currency', () => {
    const { refusal } = evaluateDraft(draft(), { facts: { currency: 'X'.repeat(500) } })
    expect(refusal?.code).toBe('not-allowed')
    expect(refusal?.message.length).toBeLessThan(200)
  })

  test('is refused: an order too long for the line that a person reads', () => {
    const { refusal, rules } = evaluateDraft(draft({ symbol: symbol('A'.repeat(400)) }))
    expect(refusal?.code).toBe('invalid')
    expect(refusal?.message).not.toBe('')
    expect(rules.some(({ rule, result }) => rule === 'line' && result === 'denied')).toBe(true)
  })
})
