import { describe, expect, test } from 'vitest'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { decimalText } from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/order.js'
import {
  dollars,
  draft,
  judge,
  leg,
  MARKET,
  option,
  order,
  position,
  price,
  quantity,
  quote,
  said,
  shares,
  worth,
  type Asking,
} from './judge-rig.js'

const contracts: Asking = { facts: { multiplier: '100' } }
const holding = (held: string, more: Asking['usage'] = {}): Asking => ({
  facts: { position: position(held) },
  usage: more,
})
const risk = (of: OrderDraft, more: Asking = {}) => {
  const { worst, dangers, counted } = ((verdict) => ({
    worst: verdict.worstCase === null ? 'none' : decimalText(verdict.worstCase),
    counted: decimalText(verdict.worth),
    dangers: verdict.dangers.map(({ code }) => code),
  }))(judge(of, more))
  return { worst, counted, dangers }
}

describe('rel-036: what an order is worth to a limit', () => {
  test('a market order is worth the ask and a buffer; without an ask the last price, without a price nothing is taken', () => {
    expect(worth(draft(MARKET))).toBe('1020')
    expect(
      worth(draft(MARKET), { facts: { quote: quote({ ask: null, last: price('90') }) } }),
    ).toBe('918')
    expect(
      said(draft(MARKET), { facts: { quote: quote({ ask: null, last: null, bid: null }) } }),
    ).toBe('deny unavailable')
    expect(said(draft(MARKET), { facts: { quote: null } })).toBe('deny unavailable')
  })

  test('a limit order is worth its limit, even far above the market; a limit order without a limit is nothing', () => {
    expect(worth(draft({ limitPrice: price('150') }))).toBe('1500')
    expect(said(draft({ limitPrice: null }))).toBe('deny invalid')
    expect(said(draft({ limitPrice: price('0') }))).toBe('deny invalid')
    expect(said(draft(shares('0')))).toBe('deny invalid')
  })

  test('sales: what is held is no risk, what is not held is a short sale without a bound, half held is one whole', () => {
    expect(risk(draft({ side: 'sell' }), holding('10'))).toMatchObject({ worst: '0', dangers: [] })
    expect(risk(draft({ side: 'sell' }), holding('9.99999'))).toMatchObject({
      worst: 'none',
      dangers: expect.arrayContaining(['short-sale', 'unlimited-loss']) as string[],
    })
    expect(worth(draft({ side: 'sell' }), holding('9.99999'))).toBe('2040')
    expect(risk(draft({ side: 'buy' }), holding('-10'))).toMatchObject({ worst: '1000' })
  })

  test('what another order sells already is not free to sell again, and another account’s holding is none', () => {
    const selling = { working: [order('a', { side: 'sell', quantity: quantity('4') })] }
    expect(risk(draft({ side: 'sell', ...shares('6') }), holding('10', selling)).worst).toBe('0')
    expect(risk(draft({ side: 'sell', ...shares('6.00001') }), holding('10', selling)).worst).toBe(
      'none',
    )
    const waits = {
      pending: [
        {
          action: { kind: 'place' as const, draft: draft({ side: 'sell', ...shares('4') }) },
          worth: quantity('0') as never,
        },
      ],
    }
    expect(risk(draft({ side: 'sell', ...shares('6.00001') }), holding('10', waits)).worst).toBe(
      'none',
    )
    expect(
      risk(draft({ side: 'sell' }), {
        facts: { position: { ...position('10'), accountId: accountId('OTHER') } },
      }).worst,
    ).toBe('none')
  })

  test('a sale for an amount counts at it where the holding covers it', () => {
    expect(risk(draft({ side: 'sell', ...dollars('999') }), holding('10'))).toMatchObject({
      counted: '999',
      worst: '0',
    })
    expect(risk(draft({ side: 'sell', ...dollars('1001') }), holding('10'))).toMatchObject({
      counted: '2002',
      worst: 'none',
    })
  })

  test('options: bought at their premium, written puts at the strike, written calls without a bound', () => {
    expect(
      risk(option('buy', [leg('buy', 'call', '100', '3')], '2', '3'), contracts),
    ).toMatchObject({ counted: '600', worst: '600', dangers: ['equity-unknown'] })
    expect(
      risk(option('sell', [leg('sell', 'put', '100', '3')], '2', '3'), contracts),
    ).toMatchObject({
      counted: '30000',
      worst: '30000',
      dangers: expect.arrayContaining(['uncovered-option']) as string[],
    })
    const call = risk(option('sell', [leg('sell', 'call', '100')], '2'), contracts)
    expect(call).toMatchObject({
      worst: 'none',
      dangers: expect.arrayContaining(['uncovered-option', 'unlimited-loss']) as string[],
    })
    expect(call.counted).toBe('20400')
  })

  test('combinations: every leg counts, and what is received is not set against what can be lost', () => {
    const condor = [
      leg('sell', 'put', '95'),
      leg('buy', 'put', '90'),
      leg('sell', 'call', '105'),
      leg('buy', 'call', '112'),
    ]
    expect(risk(option('sell', condor, '1'), contracts)).toMatchObject({
      counted: '700',
      worst: '700',
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

  test('a long leg that ends first covers nothing on the last day', () => {
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
    ).toBe('500')
  })

  test('a combination without a limit, an amount of options, and legs that do not fit are refused', () => {
    const spread = [leg('sell', 'call', '100'), leg('buy', 'call', '105')]
    expect(said({ ...option('sell', spread), ...MARKET }, contracts)).toBe('deny unavailable')
    expect(said({ ...option('sell', spread), ...dollars('100') }, contracts)).toBe('deny invalid')
    expect(said(option('buy', [leg('sell', 'call', '100')]), contracts)).toBe('deny invalid')
    expect(said(option('buy', [leg('buy', 'call', '100', '1')], '2', '2'), contracts)).toBe(
      'deny invalid',
    )
    expect(said(option('buy', []), contracts)).toBe('deny invalid')
  })

  test('event contracts: what they cost, at most the dollar that they may pay; selling what is not held buys the other side', () => {
    const event = (more: Partial<OrderDraft>): OrderDraft =>
      draft({
        assetClass: 'event',
        ...shares('100'),
        limitPrice: price('0.40'),
        terms: { outcome: 'yes' },
        ...more,
      })
    expect(worth(event({}))).toBe('40')
    expect(worth(event({ limitPrice: price('1.50') }))).toBe('100')
    expect(worth(event({ side: 'sell' }))).toBe('100')
    expect(
      worth(event({ ...dollars('25'), terms: { outcome: 'yes', tradeMode: 'by-amount' } })),
    ).toBe('25')
    const held = { facts: { position: position('100', { assetClass: 'event', outcome: 'yes' }) } }
    expect(risk(event({ side: 'sell' }), held).worst).toBe('0')
    expect(risk(event({ side: 'sell', terms: { outcome: 'no' } }), held).worst).not.toBe('0')
  })

  test('futures: full value, not margin; an unknown multiplier is no multiplier', () => {
    const future = draft({ assetClass: 'futures', ...shares('2'), limitPrice: price('5000') })
    expect(worth(future, { facts: { multiplier: '50' } })).toBe('500000')
    expect(
      risk({ ...future, side: 'sell' }, { facts: { multiplier: '50', quote: null } }),
    ).toMatchObject({ counted: '0' })
    expect(said({ ...future, side: 'sell' }, { facts: { multiplier: '50', quote: null } })).toBe(
      'deny unavailable',
    )
    expect([
      said(future, { facts: { multiplier: '0' } }),
      said(future, { facts: { multiplier: '' } }),
    ]).toEqual(['deny unavailable', 'deny unavailable'])
    expect(said({ ...future, ...dollars('100') }, { facts: { multiplier: '50' } })).toBe(
      'deny invalid',
    )
  })

  test('what is dangerous is named, and large orders want the quantity typed', () => {
    const balance = { netLiquidation: quantity('4000') } as unknown as NonNullable<
      NonNullable<Asking['facts']>['balance']
    >
    const tier = (most: string) => {
      const { tier: of, dangers } = judge(draft(), {
        facts: { balance: { ...balance, netLiquidation: quantity(most) as never } },
      })
      return [of, dangers.map(({ code }) => code)]
    }
    expect(tier('4000.1')).toEqual(['plain', []])
    expect(tier('4000')).toEqual(['danger', ['large-share']])
    expect(tier('2000.1')).toEqual(['danger', ['large-share']])
    expect(tier('2000')).toEqual(['largest', ['large-share']])
    expect(
      judge(draft({ limitPrice: price('9999.99') }), {
        facts: {
          balance: { ...balance, netLiquidation: quantity('10000000') as never },
          quote: quote({ ask: price('9999.99') }),
        },
      }).tier,
    ).toBe('plain')
    expect(
      judge(draft({ limitPrice: price('10000') }), {
        facts: {
          balance: { ...balance, netLiquidation: quantity('10000000') as never },
          quote: quote({ ask: price('10000') }),
        },
      }),
    ).toMatchObject({ tier: 'largest', dangers: [{ code: 'large-order' }] })
    const far = (limit: string) =>
      judge(draft({ limitPrice: price(limit) }), {
        facts: { balance: { ...balance, netLiquidation: quantity('10000000') as never } },
      }).dangers.map(({ code }) => code)
    expect([far('105'), far('105.01')]).toEqual([[], ['far-through']])
  })
})
