import { describe, expect, it, test } from 'vitest'
import { batchReplaceDenial, replaceDenial } from '../../../../electron/core/risk/replace-rules.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'
import type { AlgoChange, Combo, OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { type ComboRole, ORDER_TYPES } from '../../../../shared/domain/orders/order-types.js'
import type { Order, OrderChange } from '../../../../shared/domain/orders/order.js'

const COMBO: Combo = { role: 'master', clientComboId: 'C', comboId: 'X' }
const withTerms = (terms: object | undefined): Pick<Order, 'assetClass' | 'type' | 'terms'> => ({
  assetClass: 'stock',
  type: 'limit',
  terms: terms as OrderTerms | undefined,
})
/** The code of the sentence that refuses the change; null when nothing does. */
const refusal = (
  order: Pick<Order, 'assetClass' | 'type' | 'terms'>,
  change: OrderChange,
): unknown => {
  const denial = replaceDenial(order, change)
  if (denial !== null) expect(denial.code).toBe('not-replaceable')
  return denial?.message ?? null
}

describe('REL-36: changes of linked orders', () => {
  test.each<[ComboRole, readonly string[]]>([
    ['master', ['limit', 'market', 'stop', 'stop-limit']],
    ['take-profit', ['limit']],
    ['stop-loss', ['limit', 'stop']],
    ['oto', ['limit', 'market', 'stop', 'stop-limit']],
    ['oco', ['limit', 'stop', 'stop-limit']],
    ['otoco', ['limit', 'stop', 'stop-limit']],
  ])('the type of a limit order with the role %s may become or stay %j', (role, types) => {
    const order = withTerms({ combo: { ...COMBO, role } })
    const allowed = ORDER_TYPES.filter((type) => refusal(order, { type }) === null)
    expect(allowed.toSorted()).toEqual(types)
    expect(refusal(order, { type: 'trailing-stop' })).toMatchObject({
      code: 'risk.comboRoleType',
      params: { role, type: 'trailing-stop' },
    })
    expect(refusal(order, { limitPrice: asPrice(dec('1')) })).toBeNull()
  })

  it('linked orders of any type may become a limit order, whatever the role, unless the role is a stop loss', () => {
    const roles = ['master', 'take-profit', 'stop-loss', 'oto', 'oco', 'otoco'] as const
    const allowed = roles.filter(
      (role) =>
        refusal(
          { ...withTerms({ combo: { ...COMBO, role } }), type: 'stop-limit' },
          { type: 'limit' },
        ) === null,
    )
    expect(allowed).toEqual(roles.filter((role) => role !== 'stop-loss'))
  })

  it('linked orders with an unknown role keep their type', () => {
    const order = withTerms({ combo: { ...COMBO, role: 'unknown' } })
    expect(refusal(order, { type: 'market' })).toMatchObject({ code: 'risk.comboRoleUnknown' })
    expect(refusal(order, { type: 'limit' })).toBeNull()
    expect(refusal(order, {})).toBeNull()
  })

  it('do not hold orders without a combination', () => {
    for (const terms of [undefined, {}, { combo: null, algo: null }]) {
      expect(refusal(withTerms(terms), { type: 'market' })).toBeNull()
    }
  })
})

describe('REL-36: changes of orders with an algorithm', () => {
  const members: Required<AlgoChange> = {
    maxPercent: dec('0.1'),
    targetPercent: dec('0.1'),
    start: '10:00',
    end: '11:00',
  } as unknown as Required<AlgoChange>

  test.each([
    ['twap', ['maxPercent', 'start', 'end']],
    ['vwap', ['maxPercent', 'start', 'end']],
    ['pov', ['targetPercent', 'start', 'end']],
  ] as const)('%s: of its terms only %j can be changed', (kind, allowed) => {
    const order = withTerms({ algo: { kind } })
    for (const [name, value] of Object.entries(members)) {
      const found = refusal(order, { algo: { [name]: value } })
      if (allowed.some((member) => member === name)) expect(found).toBeNull()
      else {
        expect(found).toMatchObject({
          code: 'risk.algoTerm',
          params: { algo: kind, member: name },
        })
      }
    }
    expect(refusal(order, { algo: { maxPercent: undefined } as AlgoChange })).toBeNull()
  })

  it('stay market or limit orders of the day', () => {
    const order = withTerms({ algo: { kind: 'twap' } })
    const types = ORDER_TYPES.filter((type) => refusal(order, { type }) === null)
    expect(types.toSorted()).toEqual(['limit', 'market'])
    expect(refusal(order, { type: 'stop' })).toMatchObject({ code: 'risk.algoTypes' })
    expect(refusal(order, { timeInForce: 'day' })).toBeNull()
    expect(refusal(order, { timeInForce: 'gtc' })).toMatchObject({ code: 'risk.algoDayOnly' })
    expect(refusal(order, {})).toBeNull()
  })

  it('are refused for an unknown algorithm, and for an order without one', () => {
    const unknown = withTerms({ algo: { kind: 'unknown' } })
    expect(refusal(unknown, {})).toMatchObject({ code: 'risk.algoUnknown' })
    const change = { algo: { start: '10:00' } as unknown as AlgoChange }
    expect(refusal(withTerms(undefined), change)).toMatchObject({ code: 'risk.noAlgo' })
    expect(refusal(withTerms({ algo: null }), change)).toMatchObject({ code: 'risk.noAlgo' })
  })
})

describe('REL-36: several changes in one request', () => {
  const member = (id: string, over: Partial<Order> = {}): Order =>
    ({
      ...withTerms({ combo: COMBO }),
      accountId: accountId('ACC'),
      clientOrderId: clientOrderId(id),
      quantity: asQuantity(dec('1')),
      status: 'working',
      ...over,
    }) as Order
  const combo = (more: Partial<Combo>) => ({
    terms: { combo: { ...COMBO, ...more } } as OrderTerms,
  })
  const refusalOf = (...orders: readonly Order[]): unknown => batchReplaceDenial(orders)?.message

  it('are allowed for working orders of one combination, and for any single order', () => {
    expect(batchReplaceDenial([])).toBeNull()
    expect(batchReplaceDenial([member('a', { terms: undefined, status: 'filled' })])).toBeNull()
    expect(batchReplaceDenial([member('a'), member('b')])).toBeNull()
    const withoutTheirs = combo({ comboId: null })
    expect(batchReplaceDenial([member('a', withoutTheirs), member('b', withoutTheirs)])).toBeNull()
  })

  test.each<[string, string, Partial<Order>, Partial<Order>?]>([
    ['an order without a combination', 'risk.comboOnly', { terms: undefined }],
    [
      'an order whose combination is none',
      'risk.comboOnly',
      { terms: { combo: null } as OrderTerms },
    ],
    ['a combination without our id', 'risk.comboIdUnknown', combo({ clientComboId: null })],
    ['two combinations', 'risk.severalCombos', combo({ clientComboId: 'D' })],
    ['two ids of the provider', 'risk.severalCombos', combo({ comboId: 'Y' })],
    ['two accounts', 'risk.severalCombos', { accountId: accountId('OTHER') }],
  ])('are refused for %s', (_title, key, second) => {
    expect(refusalOf(member('a'), member('b', second))).toMatchObject({ code: key })
    expect(refusalOf(member('a', second), member('b'))).toMatchObject({ code: key })
    expect(refusalOf(member('a'), member('b'), member('c', second))).toMatchObject({ code: key })
    expect(batchReplaceDenial([member('a'), member('b', second)])?.code).toBe('not-replaceable')
  })

  it('are refused for the same order twice, and for one that has ended', () => {
    expect(refusalOf(member('a'), member('b'), member('a'))).toMatchObject({
      code: 'risk.orderTwice',
    })
    expect(refusalOf(member('a'), member('b', { status: 'filled' }))).toMatchObject({
      code: 'risk.comboMemberEnded',
      params: { status: 'filled' },
    })
  })
})
