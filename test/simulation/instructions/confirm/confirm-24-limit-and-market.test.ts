import { expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { CardFacts } from '../../../../electron/core/instructions/policy/policy-types.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft, held } from '../harness/fake-order-gateway.js'

const quote = {
  symbol: symbol('AAPL'),
  bid: asPrice(dec('187.40')),
  ask: asPrice(dec('187.50')),
  last: asPrice(dec('187.45')),
} as unknown as NonNullable<CardFacts['quote']>

/** Returns the card's market fields by name. */
async function marketOf(
  order: OrderDraft,
  facts: Partial<CardFacts> = {},
): Promise<Readonly<Record<string, string>>> {
  const fixture = new InstructionFixture()
  fixture.facts = {
    quote,
    price: { ...quote, ageMs: 0 },
    session: 'regular',
    position: held(order, '10'),
    ...facts,
  }
  await fixture.start()
  await fixture.requestAndArm('k1', order)
  return Object.fromEntries(fixture.card().market.map(({ id, value }) => [id, value]))
}

it.each([
  ['187.50', 'buy', 'at the market'],
  ['190.00', 'buy', '2.50 (1.3%, 250 ticks, $25.00) through the market'],
  ['180.00', 'buy', '7.50 (4%, 750 ticks, $75.00) away from the market'],
  ['187.49', 'buy', '0.01 (under 0.1%, 1 tick, $0.10) away from the market'],
  ['187.40', 'sell', 'at the market'],
  ['187.00', 'sell', '0.40 (0.2%, 40 ticks, $4.00) through the market'],
  ['190.00', 'sell', '2.60 (1.4%, 260 ticks, $26.00) away from the market'],
] as const)('CONFIRM-24: a limit of %s to %s is %s', async (limit, side, distance) => {
  expect((await marketOf(draft(limit, '10', { side })))['distance']).toBe(distance)
})

it('CONFIRM-24: products without regular hours show open or closed as their session', async () => {
  expect((await marketOf(draft()))['session']).toBe('regular hours')
  expect((await marketOf(draft(), { session: 'extended' }))['session']).toBe('extended hours')
  expect(
    (await marketOf(draft('0.40', '100', { assetClass: 'event', terms: { outcome: 'yes' } })))[
      'session'
    ],
  ).toBe('open')
  expect(
    (
      await marketOf(draft('0.40', '100', { assetClass: 'event', terms: { outcome: 'yes' } }), {
        session: 'closed',
      })
    )['session'],
  ).toBe('closed')
})
