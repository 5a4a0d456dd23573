import { describe, expect, it } from 'vitest'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import type { CardFacts } from '../../../../electron/core/instructions/policy/policy-types.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { InstructionFixture } from '../harness/instruction-fixture.js'
import { draft, held } from '../harness/fake-order-gateway.js'

const balance = {
  currency: 'USD',
  netLiquidation: asMoney(dec('20000')),
  currencies: [
    { currency: 'USD', buyingPower: asMoney(dec('5000')), optionBuyingPower: asMoney(dec('3000')) },
  ],
} as unknown as NonNullable<CardFacts['balance']>
const holds = (quantity: string) => held(draft(), quantity)
const quote = {
  symbol: symbol('AAPL'),
  bid: asPrice(dec('187.40')),
  ask: asPrice(dec('187.50')),
  last: asPrice(dec('187.45')),
} as unknown as NonNullable<CardFacts['quote']>

/**
 * Returns the card of an order, evaluated by the real policy with wide limits. `later` are the
 * facts that changed after the request.
 */
async function cardOf(
  order: OrderDraft,
  facts: Partial<CardFacts> = {},
  later: Partial<CardFacts> = {},
): Promise<
  (
    part: 'money' | 'effect',
    id: string,
  ) =>
    | {
        readonly value: string
        readonly before: string | null
        readonly mark: string
        readonly source: string | null
      }
    | undefined
> {
  const fixture = new InstructionFixture()
  fixture.evaluatePolicy = evaluatePolicy
  fixture.policy = { maxOrder: asMoney(dec('100000000')), maxDay: asMoney(dec('100000000')) }
  fixture.facts = { balance, quote, price: { ...quote, ageMs: 0 }, ...facts }
  await fixture.start()
  await fixture.requestAndArm('k1', order)
  fixture.facts = { ...fixture.facts, ...later }
  await fixture.service.review.requote(fixture.card().id)
  const card = fixture.card()
  return (part, id) => card[part].find((field) => field.id === id)
}
const leg = {
  symbol: symbol('AAPL'),
  side: 'sell' as const,
  quantity: asQuantity(dec('1')),
  option: { type: 'call' as const, strike: asPrice(dec('200')), expiration: '2027-01-15' },
}

describe('CONFIRM-23: the account before and after, and the maximum loss', () => {
  it('shows buying power, position and share of equity of a plain purchase', async () => {
    const card = await cardOf(draft(), { position: holds('5') })
    expect(card('effect', 'power')).toMatchObject({
      before: '$5,000.00',
      value: '$3,125.00',
      mark: 'none',
      source: 'Countersign estimate',
    })
    expect(card('effect', 'position')).toMatchObject({ before: '5', value: '15', mark: 'none' })
    expect(card('effect', 'share')).toMatchObject({ value: '9.4%' })
    expect(card('money', 'worst')).toBeUndefined()
  })

  it('marks negative values, and guesses nothing that only the broker knows', async () => {
    const spent = {
      balance: {
        ...balance,
        currencies: [
          { ...balance.currencies[0], buyingPower: asMoney(dec('1000')) },
        ] as unknown as typeof balance.currencies,
      },
    }
    const poor = await cardOf(draft(), {}, spent)
    expect(poor('effect', 'power')).toMatchObject({ value: '−$875.00', mark: 'warning' })
    const option = await cardOf(
      draft('2', '1', { assetClass: 'option', side: 'sell', terms: { legs: [leg] } }),
      { multiplier: '100' },
    )
    expect(option('effect', 'power')).toMatchObject({
      before: '$3,000.00',
      value: expect.stringMatching(/the broker decides/) as string,
    })
  })

  it.each<[string, OrderDraft, Partial<CardFacts>, string]>([
    [
      'a written call',
      draft('2', '1', { assetClass: 'option', side: 'sell', terms: { legs: [leg] } }),
      { multiplier: '100' },
      'unlimited',
    ],
    ['a short sale', draft('187.50', '10', { side: 'short' }), {}, 'unlimited'],
    [
      'a sold future',
      draft('5000', '1', { assetClass: 'futures', side: 'sell' }),
      { multiplier: '50' },
      'unlimited',
    ],
    [
      'a bought future',
      draft('5000', '1', { assetClass: 'futures' }),
      { multiplier: '50' },
      '$250,000.00',
    ],
    [
      'an event contract',
      draft('0.40', '100', { assetClass: 'event', terms: { outcome: 'yes' } }),
      {},
      '$40.00',
    ],
    [
      'a written put',
      draft('2', '1', {
        assetClass: 'option',
        side: 'sell',
        terms: { legs: [{ ...leg, option: { ...leg.option, type: 'put' } }] },
      }),
      { multiplier: '100' },
      // The limit is the least that the sale receives: 200 of the 20,000 are paid for.
      '$19,800.00',
    ],
  ])('shows the maximum loss of %s', async (_what, order, facts, said) => {
    const card = await cardOf(order, facts)
    expect(card('money', 'worst')).toMatchObject({
      value: said,
      source: 'Countersign estimate',
      mark: said === 'unlimited' ? 'warning' : 'none',
    })
  })

  it('marks the short position that would result from selling more than is held', async () => {
    const card = await cardOf(
      draft('187.50', '10', { side: 'sell' }),
      { position: holds('10') },
      { position: holds('4') },
    )
    expect(card('effect', 'position')).toMatchObject({ before: '4', value: '−6', mark: 'warning' })
  })
})
