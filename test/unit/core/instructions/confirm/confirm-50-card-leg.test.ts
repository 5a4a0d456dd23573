import { describe, expect, it } from 'vitest'
import { accountImpactFields } from '../../../../../electron/core/instructions/confirm/fields/account-impact-fields.js'
import type { CardFacts } from '../../../../../electron/core/instructions/policy/policy-types.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { catalogue as spanish } from '../../../../../shared/messages/translations/es/index.js'
import {
  createMessageFormatter,
  inEnglish,
  type MessageFormatter,
} from '../../../../../shared/messages/format-message.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { draft, leg, money, position, price, quantity, shares } from '../policy/policy-fixture.js'

const inSpanish = createMessageFormatter('es', spanish)
const calls = (contracts: string): Position =>
  position(contracts, {
    positionId: 'P7',
    assetClass: 'option',
    multiplier: quantity('100'),
    averageCost: price('5'),
    lastPrice: price('5'),
    legs: [
      {
        legId: '1',
        symbol: symbol('AAPL'),
        quantity: quantity(contracts),
        option: { type: 'call', strike: price('190'), expiration: '2027-01-15' } as never,
        settles: null,
      },
    ],
  })
const estimate = {
  cost: money('100'),
  fees: money('0'),
  currency: 'USD',
  source: foreign('broker preview'),
  problem: null,
}

/** Returns what the card of an order of one call writes about the position that it names. */
function legging(
  terms: NonNullable<OrderDraft['terms']>['legging'],
  contracts = '2',
  write: MessageFormatter = inEnglish,
): string | undefined {
  const requested = draft({
    assetClass: 'option',
    side: 'sell',
    ...shares('1'),
    terms: { strategy: 'single', legs: [leg('sell', 'call', '200')], legging: terms },
  })
  const facts = {
    positions: [calls(contracts)],
    position: null,
    balance: null,
    instrument: null,
    price: null,
    multiplier: '100',
  } as unknown as CardFacts
  const fields = accountImpactFields({ kind: 'place', draft: requested }, facts, estimate)
  const found = fields.find(({ id }) => id === 'legging')
  return found === undefined ? undefined : write(found.value)
}

describe('CONFIRM-50: the card of a leg', () => {
  const into = { direction: 'in', positionId: 'P7', strategy: 'vertical' } as const

  it('names the position that the order makes a strategy, or takes the leg from', () => {
    expect(legging(into)).toBe('into vertical with your 2 AAPL 15 Jan 2027 190 call')
    expect(legging(into, '-1')).toBe(
      'into vertical with your short position of 1 AAPL 15 Jan 2027 190 call',
    )
    expect(legging({ direction: 'out', positionId: 'P7' })).toBe(
      'out of the strategy: your 2 AAPL 15 Jan 2027 190 call',
    )
    expect(legging(into, '2', inSpanish)).toMatch(/^entra en vertical con su posición de 2 AAPL/)
  })

  it('says that the position is not known, and says nothing of other orders', () => {
    expect(legging({ ...into, positionId: 'P8' })).toBe('not known')
    expect(legging(undefined)).toBeUndefined()
  })
})
