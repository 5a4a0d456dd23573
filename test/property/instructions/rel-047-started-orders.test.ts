import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountRefusalOf,
  type GateContext,
} from '../../../electron/core/instructions/queue/intake/intake-gate.js'
import { asQuantity, dec, ZERO_QUANTITY } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Side } from '../../../shared/domain/side.js'
import { runs } from '../../harness/system/effort.js'
import {
  draft,
  money,
  position,
  price,
  quote,
  shares,
} from '../../unit/core/instructions/policy/policy-fixture.js'
import {
  accepted,
  heldQuantity,
  send,
  shown,
  type Part,
} from '../../unit/practice/exchange/combos/combo-fixture.js'
import { ExchangeFixture } from '../../unit/practice/exchange/exchange-fixture.js'

interface Member {
  readonly side: 'BUY' | 'SELL' | 'SHORT'
  readonly size: number
}
const size = fc.integer({ min: 1, max: 6 })
const anyMember = (...sides: readonly Member['side'][]): fc.Arbitrary<Member> =>
  fc.record({ side: fc.constantFrom(...sides), size })
const group = fc.record({
  held: fc.integer({ min: -6, max: 6 }),
  entry: anyMember('BUY', 'SELL', 'SHORT'),
  role: fc.constantFrom('OTO' as const, 'OTOCO' as const),
  started: fc.array(anyMember('SELL', 'SHORT'), { minLength: 1, maxLength: 2 }),
})
type Group = typeof group extends fc.Arbitrary<infer T> ? T : never

const SIDES: Readonly<Record<Member['side'], Side>> = { BUY: 'buy', SELL: 'sell', SHORT: 'short' }
const ROLES = { OTO: 'oto', OTOCO: 'otoco' } as const
/** Far above the market, so that a started order stays open beside the others. */
const FAR = '150.00'

/** True when the exchange takes the group and every order of it starts. */
function isTaken({ held, entry, role, started }: Group): boolean {
  const fixture = new ExchangeFixture().usualQuotes()
  const first = held > 0 ? 'BUY' : 'SHORT'
  if (held !== 0) {
    const parts: Part[] = [
      { combo_type: 'NORMAL', order_type: 'MARKET', side: first, quantity: String(Math.abs(held)) },
    ]
    accepted(fixture, parts)
  }
  expect(heldQuantity(fixture)).toBe(held)
  const { result, ids } = send(fixture, [
    { combo_type: 'MASTER', order_type: 'MARKET', side: entry.side, quantity: String(entry.size) },
    ...started.map(
      ({ side, size: quantity }): Part => ({
        combo_type: role,
        order_type: 'LIMIT',
        limit_price: FAR,
        side,
        quantity: String(quantity),
      }),
    ),
  ])
  return result.ok && shown(fixture, ids).every((row) => !row.startsWith('FAILED'))
}

const draftOf = ({ side, size: quantity }: Member, over: Partial<OrderDraft>): OrderDraft =>
  draft({ side: SIDES[side], ...shares(String(quantity)), ...over })

/** True when the request reaches the person. */
function isRequested({ held, entry, role, started }: Group): boolean {
  const refusal = accountRefusalOf(
    {
      kind: 'place',
      draft: draftOf(entry, { type: 'market', limitPrice: null }),
      linked: started.map((member) => ({
        role: ROLES[role],
        draft: draftOf(member, { limitPrice: price(FAR) }),
      })),
    },
    {
      facts: {
        quote: quote(),
        price: quote(),
        session: 'regular',
        position: held === 0 ? null : position(String(held)),
        balance: null,
        currency: 'USD',
      },
      gate: { refusal: null, previews: [] },
      // Nothing else sells what is held.
      available: () => (held > 0 ? asQuantity(dec(String(held))) : ZERO_QUANTITY),
      earlierCost: money('0'),
    } as unknown as GateContext,
  )
  return refusal === null
}

describe('REL-47: orders that start when the first of them has filled', () => {
  it('are requested exactly when the broker takes and starts them, whatever is held', () => {
    fc.assert(
      fc.property(group, (given) => {
        expect(isRequested(given)).toBe(isTaken(given))
      }),
      { numRuns: runs(150, 3_000) },
    )
  })

  it.each([
    ['a short sale after all of it is sold', 5, 'SELL', 5, 'SHORT', true],
    ['a short sale after a part of it is sold', 5, 'SELL', 4, 'SHORT', false],
    ['a short sale after a purchase', 0, 'BUY', 1, 'SHORT', false],
    ['a sale after all of it is sold', 5, 'SELL', 5, 'SELL', false],
    ['a sale after more was bought than was sold short', -1, 'BUY', 2, 'SELL', true],
    ['a sale of what only covers a short position', -2, 'BUY', 2, 'SELL', false],
  ] as const)('decide on %s by what is held then', (...row) => {
    const [, held, first, quantity, then, expected] = row
    const group: Group = {
      held,
      entry: { side: first, size: quantity },
      role: 'OTO',
      started: [{ side: then, size: 1 }],
    }
    expect([isTaken(group), isRequested(group)]).toEqual([expected, expected])
  })
})
