import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestIdentity } from '../../../../../electron/core/instructions/requests/action.js'
import { canonicalText } from '../../../../../electron/core/instructions/requests/digest.js'
import { asQuantity, dec, decimalText, type Decimal } from '../../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { draft, leg, money, order, price, quantity } from '../policy/policy-fixture.js'

const text = (action: InstructionAction): string => canonicalText(requestIdentity(action))
const place = (overrides: Partial<OrderDraft>): string =>
  text({ kind: 'place', draft: draft(overrides) })

/** Returns a draft with every number that a draft can have, each written by `n`. */
const numbers = (n: (value: string) => Decimal): OrderDraft =>
  draft({
    assetClass: 'option',
    size: { kind: 'quantity', quantity: asQuantity(n('10')) },
    limitPrice: price(decimalText(n('187.5'))),
    stopPrice: price(decimalText(n('180'))),
    trail: { kind: 'amount', step: n('0.5') },
    terms: {
      legs: [{ ...leg('buy', 'call', decimalText(n('100'))), quantity: asQuantity(n('10')) }],
      algo: { kind: 'pov', targetPercent: n('5'), maxPercent: n('10') },
    },
  })

describe('SEC-23: the identity of a request does not depend on how numbers are written', () => {
  test('ignores trailing zeros in every number of a draft', () => {
    const long = (value: string): Decimal => dec(value.includes('.') ? `${value}00` : `${value}.00`)
    expect(text({ kind: 'place', draft: numbers(long) })).toBe(
      text({ kind: 'place', draft: numbers(dec) }),
    )
    expect(place({ size: { kind: 'amount', amount: money('5.0') } })).toBe(
      place({ size: { kind: 'amount', amount: money('5.00') } }),
    )
    expect(place({ limitPrice: price('187.5') })).not.toBe(place({ limitPrice: price('187.51') }))
  })

  test('ignores them in a change of an order too', () => {
    const before = order('a')
    const change = (quantityText: string, limit: string): string =>
      text({
        kind: 'replace',
        accountId: before.accountId,
        clientOrderId: before.clientOrderId,
        change: {
          quantity: quantity(quantityText),
          limitPrice: price(limit),
          trail: { kind: 'percent', step: dec(limit) },
        },
        before,
      })
    expect(change('10', '1.50')).toBe(change('10.0', '1.5'))
    expect(change('10', '1.50')).not.toBe(change('10', '1.6'))
  })
})

describe('SEC-23: identifiers are compared as text, also when they look like numbers', () => {
  const lookalikes = fc
    .tuple(
      fc.constantFrom('7', '12', '150', '0'),
      fc.constantFrom(
        (n: string) => `0${n}`,
        (n: string) => `${n}.0`,
        (n: string) => `00${n}.00`,
        (n: string) => `${n}E0`,
      ),
    )
    .map(([n, write]) => [n, write(n)] as const)
  const before = order('a')

  test.each<[string, (name: string) => InstructionAction]>([
    [
      'separates accounts',
      (name) => ({ kind: 'place', draft: draft({ accountId: accountId(name) }) }),
    ],
    ['separates symbols', (name) => ({ kind: 'place', draft: draft({ symbol: symbol(name) }) })],
    [
      'separates the symbols of legs',
      (name) => ({
        kind: 'place',
        draft: draft({ terms: { legs: [{ ...leg('buy', 'call', '100'), symbol: symbol(name) }] } }),
      }),
    ],
    [
      'separates the positions that legs are taken from',
      (name) => ({
        kind: 'place',
        draft: draft({ terms: { legging: { direction: 'out', positionId: name } } }),
      }),
    ],
    [
      'separates the accounts of a change',
      (name) => ({
        kind: 'replace',
        accountId: accountId(name),
        clientOrderId: before.clientOrderId,
        change: {},
        before,
      }),
    ],
    [
      'separates the orders of a change',
      (name) => ({
        kind: 'replace',
        accountId: before.accountId,
        clientOrderId: clientOrderId(name),
        change: {},
        before,
      }),
    ],
    [
      'separates the orders of a cancel',
      (name) => ({
        kind: 'cancel',
        accountId: before.accountId,
        clientOrderId: clientOrderId(name),
        before,
      }),
    ],
  ])('%s', (_title, actionNamed) => {
    fc.assert(
      fc.property(lookalikes, ([first, second]) => {
        expect(text(actionNamed(first))).not.toBe(text(actionNamed(second)))
      }),
      { numRuns: 16 },
    )
  })
})
