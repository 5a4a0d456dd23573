import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICIES } from '../../../../../electron/core/instructions/connections/connection-file.js'
import { createOrderFigures } from '../../../../../electron/core/instructions/assistant/order-figures.js'
import { evaluatePolicy } from '../../../../../electron/core/instructions/policy/policy-engine.js'
import type { CardFacts } from '../../../../../electron/core/instructions/policy/policy-types.js'
import type { Account, Balance } from '../../../../../shared/domain/account/account.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { Instrument } from '../../../../../shared/domain/instruments/instrument.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  draft,
  leg,
  money,
  option,
  position,
  price,
  quote,
  shares,
} from '../policy/policy-fixture.js'

const NO_USAGE = { pending: [], working: [], today: [], requestTimes: [] }
const balance = {
  currency: 'USD',
  netLiquidation: money('100000'),
  currencies: [{ currency: 'USD', buyingPower: money('50000'), optionBuyingPower: money('20000') }],
} as unknown as Balance

const figuresOf = (order: OrderDraft, cost: string, facts: Partial<CardFacts>) =>
  createOrderFigures({
    environment: 'practice',
    clock: { now: () => epochMs(0), monotonic: () => 0 } as never,
    evaluatePolicy,
    usage: () => NO_USAGE,
    fetchFacts: () =>
      Promise.resolve(
        ok({
          instrument: null,
          quote: quote(),
          price: null,
          quoteAgeMs: 0,
          position: null,
          positions: [],
          balance,
          multiplier: '1',
          currency: 'USD',
          session: 'regular' as const,
          account: { type: 'margin' } as Account,
          delayed: false,
          tick: null,
          agedMs: 0,
          ...facts,
        } satisfies CardFacts),
      ),
  })({ id: 'A', policy: DEFAULT_POLICIES.practice } as unknown as ConnectionView, order, {
    cost: money(cost),
    fees: money('0.10'),
    currency: 'USD',
    asOf: epochMs(0),
    source: 'provider',
  })

describe('REL-47: an estimate for an assistant', () => {
  it('tells a sale of shares by what it brings, makes final and frees', async () => {
    const apple = position('10', {
      averageCost: price('90'),
      lastPrice: price('100'),
      marketValue: money('1000'),
    })
    expect(
      await figuresOf(draft({ side: 'sell', limitPrice: price('100'), ...shares('10') }), '1000', {
        positions: [apple],
        position: apple,
      }),
    ).toEqual({
      'Estimated proceeds': '$1,000.00',
      'Profit or loss of closing': '+$99.90',
      'Buying power': '$50,000.00 → $50,999.60',
      Position: '10 → 0',
    })
  })

  it('states the margin of shares by day and overnight where they differ', async () => {
    const stock = (overnight: string) =>
      ({
        intradayMarginLong: dec('0.25'),
        maintenanceMarginLong: dec(overnight),
      }) as Instrument
    const buys = draft({ side: 'buy', limitPrice: price('100'), ...shares('10') })
    const figures = (overnight: string, type: 'margin' | 'cash' = 'margin') =>
      figuresOf(buys, '1000', {
        instrument: stock(overnight),
        price: { ...quote(), last: price('100') } as never,
        account: { type } as Account,
      })
    expect(await figures('0.75')).toMatchObject({
      'Margin of position, day': '$250.00',
      'Margin of position, overnight': '$750.00',
    })
    expect(await figures('0.25')).not.toHaveProperty('Margin of position, overnight')
    expect(await figures('0.75', 'cash')).not.toHaveProperty('Margin of position, day')
  })

  it('tells a vertical by its ends, its margin and option buying power', async () => {
    const legs = [leg('buy', 'call', '100'), leg('sell', 'call', '105')]
    const vertical = option('buy', legs, '2')
    expect(
      await figuresOf({ ...vertical, terms: { ...vertical.terms, strategy: 'vertical' } }, '200', {
        multiplier: '100',
        spot: price('101'),
      }),
    ).toMatchObject({
      'Estimated cost': '$200.00',
      'Maximum loss': '$200.10',
      'Maximum gain': '$299.90',
      'Margin required': '$0.00',
      'Option buying power': '$20,000.00 → $19,799.90',
    })
  })

  it('says nothing of a risk that was not computed because the policy denies the order', async () => {
    const future = draft({
      assetClass: 'futures',
      symbol: symbol('ESZ6'),
      ...shares('1'),
      limitPrice: price('6700'),
    })
    const figures = await figuresOf(future, '13200', { multiplier: '', currency: 'EUR' })
    expect(figures).not.toHaveProperty('Maximum loss')
  })
})
