import { describe, expect, test } from 'vitest'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import {
  dollars,
  draft,
  evaluateDraft,
  leg,
  MARKET,
  option,
  order,
  position,
  price,
  quantity,
  quote,
  verdictText,
  shares,
  exposureText,
  type PolicyOverrides,
} from './policy-fixture.js'

const contracts: PolicyOverrides = { facts: { multiplier: '100' } }
const holding = (held: string, overrides: PolicyOverrides['usage'] = {}): PolicyOverrides => ({
  facts: { position: position(held) },
  usage: overrides,
})
const risk = (orderDraft: OrderDraft, overrides: PolicyOverrides = {}) => {
  const { worst, dangers, counted } = ((verdict) => ({
    worst: verdict.maxLoss === null ? 'none' : decimalText(verdict.maxLoss),
    counted: decimalText(verdict.exposure),
    dangers: verdict.dangers.map(({ code }) => code),
  }))(evaluateDraft(orderDraft, overrides))
  return { worst, counted, dangers }
}

describe('REL-36: the exposure of an order', () => {
  test('is the ask plus a buffer for a market order, else the last price; unavailable without', () => {
    expect(exposureText(draft(MARKET))).toBe('1020')
    expect(
      exposureText(draft(MARKET), { facts: { quote: quote({ ask: null, last: price('90') }) } }),
    ).toBe('918')
    expect(
      verdictText(draft(MARKET), { facts: { quote: quote({ ask: null, last: null, bid: null }) } }),
    ).toBe('deny unavailable')
    expect(verdictText(draft(MARKET), { facts: { quote: null } })).toBe('deny unavailable')
  })

  test('is the limit for a limit order, even far above the market; invalid without a limit', () => {
    expect(exposureText(draft({ limitPrice: price('150') }))).toBe('1500')
    expect(verdictText(draft({ limitPrice: null }))).toBe('deny invalid')
    expect(verdictText(draft({ limitPrice: price('0') }))).toBe('deny invalid')
    expect(verdictText(draft(shares('0')))).toBe('deny invalid')
  })

  test('is no risk for a held sale, and an unbounded short sale if any part is not held', () => {
    expect(risk(draft({ side: 'sell' }), holding('10'))).toMatchObject({ worst: '0', dangers: [] })
    expect(risk(draft({ side: 'sell' }), holding('9.99999'))).toMatchObject({
      worst: 'none',
      dangers: expect.arrayContaining(['short-sale', 'unlimited-loss']) as string[],
    })
    expect(exposureText(draft({ side: 'sell' }), holding('9.99999'))).toBe('2040')
    expect(risk(draft({ side: 'buy' }), holding('-10'))).toMatchObject({ worst: '0' })
  })

  test('excludes what other orders already sell, and holdings of other accounts', () => {
    const selling = { working: [order('a', { side: 'sell', quantity: quantity('4') })] }
    expect(risk(draft({ side: 'sell', ...shares('6') }), holding('10', selling)).worst).toBe('0')
    expect(risk(draft({ side: 'sell', ...shares('6.00001') }), holding('10', selling)).worst).toBe(
      'none',
    )
    const pendingUsage = {
      pending: [
        {
          action: { kind: 'place' as const, draft: draft({ side: 'sell', ...shares('4') }) },
          exposure: quantity('0') as never,
        },
      ],
    }
    expect(
      risk(draft({ side: 'sell', ...shares('6.00001') }), holding('10', pendingUsage)).worst,
    ).toBe('none')
    expect(
      risk(draft({ side: 'sell' }), {
        facts: { position: { ...position('10'), accountId: accountId('OTHER') } },
      }).worst,
    ).toBe('none')
  })

  test('is nothing for a sale by amount that the holding covers after a fall of the price too', () => {
    expect(risk(draft({ side: 'sell', ...dollars('979') }), holding('10'))).toMatchObject({
      counted: '0',
      worst: '0',
    })
    expect(risk(draft({ side: 'sell', ...dollars('980') }), holding('10'))).toMatchObject({
      counted: '1960',
      worst: 'none',
    })
  })

  test('is the premium for bought options, the strike less the premium for written puts, unbounded for calls', () => {
    expect(
      risk(option('buy', [leg('buy', 'call', '100', '3')], '2', '3'), contracts),
    ).toMatchObject({ counted: '600', worst: '600', dangers: ['equity-unknown'] })
    expect(
      risk(option('sell', [leg('sell', 'put', '100', '3')], '2', '3'), contracts),
    ).toMatchObject({
      counted: '29400',
      worst: '29400',
      dangers: expect.arrayContaining(['uncovered-option']) as string[],
    })
    const call = risk(option('sell', [leg('sell', 'call', '100')], '2'), contracts)
    expect(call).toMatchObject({
      worst: 'none',
      dangers: expect.arrayContaining(['uncovered-option', 'unlimited-loss']) as string[],
    })
    expect(call.counted).toBe('20400')
  })

  test('counts every leg of a combination and deducts the premium that its limit guarantees', () => {
    const condor = [
      leg('sell', 'put', '95'),
      leg('buy', 'put', '90'),
      leg('sell', 'call', '105'),
      leg('buy', 'call', '112'),
    ]
    expect(risk(option('sell', condor, '1'), contracts)).toMatchObject({
      counted: '600',
      worst: '600',
      dangers: [],
    })
    expect(
      risk(option('buy', [leg('buy', 'call', '100'), leg('sell', 'call', '105')], '2'), contracts),
    ).toMatchObject({ counted: '200', worst: '200' })
    expect(
      risk(
        option('sell', [leg('sell', 'call', '100', '2'), leg('buy', 'call', '105')], '1'),
        contracts,
      ),
    ).toMatchObject({ worst: 'none' })
    const covered = option(
      'buy',
      [
        { symbol: symbol('AAPL'), side: 'buy', quantity: quantity('100'), option: null },
        leg('sell', 'call', '110'),
      ],
      '95',
    )
    expect(risk(covered, contracts)).toMatchObject({ counted: '9500', worst: '9500' })
  })

  test('does not count a long leg as cover when it expires before the short one', () => {
    expect(
      risk(
        option(
          'sell',
          [
            leg('sell', 'call', '100', '1', '2027-06-18'),
            leg('buy', 'call', '105', '1', '2027-01-15'),
          ],
          '1',
        ),
        contracts,
      ).worst,
    ).toBe('none')
    expect(
      risk(
        option(
          'sell',
          [
            leg('sell', 'call', '100', '1', '2027-01-15'),
            leg('buy', 'call', '105', '1', '2027-06-18'),
          ],
          '1',
        ),
        contracts,
      ).worst,
    ).toBe('400')
  })

  test('is refused for options by amount, and combinations without a limit or with bad legs', () => {
    const spread = [leg('sell', 'call', '100'), leg('buy', 'call', '105')]
    expect(verdictText({ ...option('sell', spread), ...MARKET }, contracts)).toBe(
      'deny unavailable',
    )
    expect(verdictText({ ...option('sell', spread), ...dollars('100') }, contracts)).toBe(
      'deny invalid',
    )
    expect(verdictText(option('buy', [leg('sell', 'call', '100')]), contracts)).toBe('deny invalid')
    expect(verdictText(option('buy', [leg('buy', 'call', '100', '1')], '2', '2'), contracts)).toBe(
      'deny invalid',
    )
    expect(verdictText(option('buy', []), contracts)).toBe('deny invalid')
  })

  test('is the cost of event contracts, at most $1 each; selling unheld ones buys the other side', () => {
    const event = (overrides: Partial<OrderDraft>): OrderDraft =>
      draft({
        assetClass: 'event',
        ...shares('100'),
        limitPrice: price('0.40'),
        terms: { outcome: 'yes' },
        ...overrides,
      })
    expect(exposureText(event({}))).toBe('40')
    expect(exposureText(event({ limitPrice: price('1.50') }))).toBe('100')
    expect(exposureText(event({ side: 'sell' }))).toBe('100')
    expect(
      exposureText(event({ ...dollars('25'), terms: { outcome: 'yes', tradeMode: 'by-amount' } })),
    ).toBe('25')
    const held = { facts: { position: position('100', { assetClass: 'event', outcome: 'yes' }) } }
    expect(risk(event({ side: 'sell' }), held).worst).toBe('0')
    expect(risk(event({ side: 'sell', terms: { outcome: 'no' } }), held).worst).not.toBe('0')
  })

  test('is the full value of futures, not the margin; unavailable without a multiplier', () => {
    const future = draft({ assetClass: 'futures', ...shares('2'), limitPrice: price('5000') })
    expect(exposureText(future, { facts: { multiplier: '50' } })).toBe('500000')
    expect(
      risk({ ...future, side: 'sell' }, { facts: { multiplier: '50', quote: null } }),
    ).toMatchObject({ counted: '0' })
    expect(
      verdictText({ ...future, side: 'sell' }, { facts: { multiplier: '50', quote: null } }),
    ).toBe('deny unavailable')
    expect([
      verdictText(future, { facts: { multiplier: '0' } }),
      verdictText(future, { facts: { multiplier: '' } }),
    ]).toEqual(['deny unavailable', 'deny unavailable'])
    expect(verdictText({ ...future, ...dollars('100') }, { facts: { multiplier: '50' } })).toBe(
      'deny invalid',
    )
  })

  test('names the dangers, and asks for the typed quantity of large orders', () => {
    const balance = { netLiquidation: quantity('4000') } as unknown as NonNullable<
      NonNullable<PolicyOverrides['facts']>['balance']
    >
    const tier = (equity: string) => {
      const { tier: tierName, dangers } = evaluateDraft(draft(), {
        facts: { balance: { ...balance, netLiquidation: quantity(equity) as never } },
      })
      return [tierName, dangers.map(({ code }) => code)]
    }
    expect(tier('4000.1')).toEqual(['plain', []])
    expect(tier('4000')).toEqual(['danger', ['large-share']])
    expect(tier('2000.1')).toEqual(['danger', ['large-share']])
    expect(tier('2000')).toEqual(['largest', ['large-share']])
    expect(
      evaluateDraft(draft({ limitPrice: price('9999.99') }), {
        facts: {
          balance: { ...balance, netLiquidation: quantity('10000000') as never },
          quote: quote({ ask: price('9999.99') }),
        },
      }).tier,
    ).toBe('plain')
    expect(
      evaluateDraft(draft({ limitPrice: price('10000') }), {
        facts: {
          balance: { ...balance, netLiquidation: quantity('10000000') as never },
          quote: quote({ ask: price('10000') }),
        },
      }),
    ).toMatchObject({ tier: 'largest', dangers: [{ code: 'large-order' }] })
    const far = (limit: string) =>
      evaluateDraft(draft({ limitPrice: price(limit) }), {
        facts: { balance: { ...balance, netLiquidation: quantity('10000000') as never } },
      }).dangers.map(({ code }) => code)
    expect([far('105'), far('105.01')]).toEqual([[], ['far-through']])
  })
})
