import { describe, expect, test } from 'vitest'
import { planRoll } from '../../../../../electron/core/instructions/assistant/jobs/roll-plan.js'
import type { MarketReads } from '../../../../../electron/core/instructions/assistant/market-reads.js'
import { decimalText, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { ACC, position, price, quantity } from '../policy/policy-fixture.js'

const AAPL = symbol('AAPL')
const [NEAR, FAR] = ['2027-01-15', '2027-02-19']
const HELD = 'AAPL270115C00100000'

type Net = { readonly bid: string | null; readonly ask: string | null } | null

/** Plans to roll two calls of 100, with the two contracts together at this net price. */
const roll = (size: '2' | '-2', net: Net, limitPrice: string | null = null) =>
  planRoll(
    {
      queries: {
        positions: () =>
          Promise.resolve(
            ok({
              positions: [
                position(size, {
                  assetClass: 'option',
                  strategy: 'single',
                  legs: [
                    {
                      legId: 'L',
                      symbol: AAPL,
                      quantity: quantity(size),
                      option: {
                        type: 'call',
                        style: null,
                        strike: price('100'),
                        expiration: NEAR,
                        multiplier: null,
                        deliverable: null,
                      },
                      settles: null,
                    },
                  ],
                }),
              ],
              unreadable: [],
            }),
          ),
        market: () =>
          Promise.resolve(
            ok({
              price:
                net === null
                  ? null
                  : {
                      bid: net.bid === null ? null : price(net.bid),
                      ask: net.ask === null ? null : price(net.ask),
                      last: null,
                      ageMs: 0,
                    },
              step: dec('0.05'),
              quote: null,
              listing: null,
            }),
          ),
      } as never,
      market: {
        products: {
          optionChain: () =>
            Promise.resolve(
              ok({
                underlying: AAPL,
                // An adjusted contract expires in between; it is not what is held.
                expiries: [
                  { root: AAPL, expiration: NEAR },
                  { root: symbol('AAPL1'), expiration: '2027-01-22' },
                  { root: AAPL, expiration: FAR },
                ].map((expiry) => ({ ...expiry, multiplier: dec('100'), rows: [] })),
              }),
            ),
        } as never,
      },
    },
    {} as MarketReads,
    {
      kind: 'roll',
      accountId: ACC,
      name: HELD,
      quantity: null,
      expiration: null,
      strike: null,
      limitPrice: limitPrice === null ? null : price(limitPrice),
    },
  )

/** Returns the side, the price and the legs of the planned order. */
async function planned(...given: Parameters<typeof roll>): Promise<string> {
  const plan = await roll(...given)
  if (!plan.ok) throw new Error(inEnglish(plan.error.message))
  const { action } = plan.value
  const draft = action.kind === 'place' ? action.drafts[0] : undefined
  if (draft?.limitPrice == null) throw new Error('no order with a price')
  const legs = (draft.terms?.legs ?? []).map(({ side, option }) => `${side} ${option?.expiration}`)
  return `${draft.side} @ ${decimalText(draft.limitPrice)}: ${legs.join(', ')}`
}

describe('rolling a held option', () => {
  test('pays at most the ask for a later call, on the next step', async () => {
    expect(await planned('2', { bid: '1.00', ask: '1.12' })).toBe(
      `buy @ 1.15: buy ${FAR}, sell ${NEAR}`,
    )
  })

  test('receives at least the bid where the call was sold', async () => {
    expect(await planned('-2', { bid: '1.08', ask: '1.20' })).toBe(
      `sell @ 1.05: buy ${NEAR}, sell ${FAR}`,
    )
  })

  test.each<[string, Net]>([
    ['no price', null],
    ['a bid alone', { bid: '1.00', ask: null }],
  ])('is refused with %s: no price that nobody quoted reaches a card', async (_, net) => {
    expect(await roll('2', net)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: { code: 'refusals.noQuote' } },
    })
  })

  test('uses the price of the request where nothing is quoted', async () => {
    expect(await planned('2', null, '0.85')).toBe(`buy @ 0.85: buy ${FAR}, sell ${NEAR}`)
  })
})
