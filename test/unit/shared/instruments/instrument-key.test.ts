import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../shared/domain/account/account.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../shared/domain/orders/order-terms.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol, type Symbol, type TradingSymbol } from '../../../../shared/domain/ids.js'
import {
  contractSymbol,
  legInstrumentKeys,
  orderInstrumentKey,
  positionInstrumentKey,
  pricedKey,
  symbolKeys,
  tradedKeys,
  tradesSame,
  underlyingSymbol,
  type InstrumentKey,
  type UnderlyingKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { TradedLeg } from '../../../../shared/domain/instruments/instrument-key.js'

/** Whether a map of instruments can be read with such a value. */
type AsKey<Value> = Value extends Parameters<Map<InstrumentKey, unknown>['get']>[0]
  ? 'accepted'
  : 'refused'

/** Whether a map of quotes can be read with such a value. */
type AsQuoteKey<Value> = Value extends Parameters<ReadonlyMap<Symbol, Quote>['get']>[0]
  ? 'accepted'
  : 'refused'

const AAPL = symbol('AAPL')
const CALL = symbol('AAPL261218C00190000')
const MARKET = symbol('KXRATE-26DEC31-T3')
const leg = (root: string, strike: string, side: 'buy' | 'sell' = 'buy'): TradedLeg => ({
  symbol: symbol(root),
  side,
  quantity: asQuantity(dec('1')),
  option: { type: 'call', strike: asPrice(dec(strike)), expiration: '2026-12-18' },
})
const option = (...legs: readonly TradedLeg[]) =>
  ({ assetClass: 'option', symbol: AAPL, terms: { legs, outcome: null } }) as const
const event = (outcome: 'yes' | 'no' | 'unknown') =>
  ({ assetClass: 'event', symbol: MARKET, terms: { legs: [], outcome } }) as const

describe('the key of an instrument', () => {
  it('is not a symbol: a map of instruments refuses one', () => {
    // These lines do not compile once one of the three is accepted as a key.
    const symbolIs: AsKey<Symbol> = 'refused'
    const textIs: AsKey<string> = 'refused'
    const underlyingIs: AsKey<UnderlyingKey> = 'refused'
    const keyIs: AsKey<InstrumentKey> = 'accepted'
    expect([symbolIs, textIs, underlyingIs, keyIs]).toEqual([
      'refused',
      'refused',
      'refused',
      'accepted',
    ])
    expect(pricedKey(AAPL)).not.toBe(AAPL)
  })

  it('differs between a stock, a pair of the same symbol, and an option on the stock', () => {
    const keys = [
      orderInstrumentKey({ assetClass: 'stock', symbol: AAPL }),
      orderInstrumentKey({ assetClass: 'crypto', symbol: AAPL }),
      orderInstrumentKey(option(leg('AAPL', '190'))),
      orderInstrumentKey(option(leg('AAPL1', '190'))),
      orderInstrumentKey(option(leg('AAPL', '195'))),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(null)
  })

  it('differs between the outcomes of an event, and is unknown with the outcome', () => {
    expect(orderInstrumentKey(event('yes'))).not.toBe(orderInstrumentKey(event('no')))
    expect(orderInstrumentKey(event('unknown'))).toBeNull()
  })

  it('is the same however the broker names a contract', () => {
    const named = [
      orderInstrumentKey({ assetClass: 'option', symbol: CALL }),
      orderInstrumentKey(option(leg('AAPL', '190'))),
      orderInstrumentKey(option({ ...leg('AAPL', '190'), symbol: CALL, option: null })),
      positionInstrumentKey({
        assetClass: 'option',
        symbol: AAPL,
        legs: [{ ...leg('AAPL  261218C00190000', '190'), settles: null }] as never,
      }),
      pricedKey(CALL),
    ]
    expect(new Set(named)).toEqual(new Set(['option AAPL261218C00190000']))
  })

  it('is unknown where the symbol of a contract and its terms contradict each other', () => {
    expect(orderInstrumentKey(option({ ...leg('AAPL', '195'), symbol: CALL }))).toBeNull()
  })

  it('is unknown for an option whose contract is not described, which is never its underlying', () => {
    const unknown = { assetClass: 'option', symbol: AAPL } as const
    expect(orderInstrumentKey(unknown)).toBeNull()
    expect(contractSymbol(unknown)).toBeNull()
  })
})

describe('the symbol of an order or a position', () => {
  it('is no symbol of a quote: an option states that of its underlying', () => {
    // These lines do not compile once a position's quote can be looked up by its symbol.
    const positionIs: AsQuoteKey<Position['symbol']> = 'refused'
    const orderIs: AsQuoteKey<Order['symbol']> = 'refused'
    const legIs: AsQuoteKey<DraftLeg['symbol']> = 'refused'
    const contractIs: AsQuoteKey<TradingSymbol | ReturnType<typeof underlyingSymbol>> = 'refused'
    const listedIs: AsQuoteKey<NonNullable<ReturnType<typeof contractSymbol>>> = 'accepted'
    expect([positionIs, orderIs, legIs, contractIs, listedIs]).toEqual([
      ...Array.from({ length: 4 }, () => 'refused'),
      'accepted',
    ])
    expect(
      contractSymbol({ ...option(leg('AAPL', '190')), ...option(leg('AAPL', '190')).terms }),
    ).toBe(CALL)
  })

  it('leads to the stock of an option, and of every other product to itself', () => {
    expect(underlyingSymbol({ assetClass: 'option', symbol: CALL })).toBe(AAPL)
    expect(underlyingSymbol({ assetClass: 'option', symbol: AAPL })).toBe(AAPL)
    expect(underlyingSymbol({ assetClass: 'event', symbol: MARKET })).toBe(MARKET)
  })
})

describe('several legs', () => {
  const spread = option(leg('AAPL', '190'), leg('AAPL', '195', 'sell'))

  it('are one key each, and none for the order', () => {
    expect(orderInstrumentKey(spread)).toBeNull()
    expect(legInstrumentKeys(spread).map(({ key, side }) => `${side} ${key}`)).toEqual([
      'buy option AAPL261218C00190000',
      'sell option AAPL261218C00195000',
    ])
  })

  it('trade the same in any order of the legs, and not with another contract', () => {
    expect(tradesSame(spread, option(leg('AAPL', '195'), leg('AAPL', '190')))).toBe(true)
    expect(tradesSame(spread, option(leg('AAPL', '190'), leg('AAPL', '200')))).toBe(false)
    expect(tradesSame(spread, option(leg('AAPL', '190')))).toBe(false)
  })

  it('several legs of which one is not described trade nothing that is known', () => {
    const unknown = option(leg('AAPL', '190'), {
      ...leg('AAPL', '195'),
      option: { type: 'call', strike: null, expiration: null },
    })
    expect(tradedKeys(unknown)).toEqual([])
    expect(tradesSame(unknown, unknown)).toBe(false)
  })
})

describe('a symbol above a chart or in a list', () => {
  it('stands for its own product, and for both outcomes of an event', () => {
    expect(symbolKeys(AAPL)).toEqual(['stock AAPL'])
    expect(symbolKeys(CALL)).toEqual(['option AAPL261218C00190000'])
    expect(symbolKeys(symbol('BTCUSD'))).toEqual(['crypto BTCUSD'])
    expect(symbolKeys(MARKET)).toEqual([`event ${MARKET} yes`, `event ${MARKET} no`])
  })

  it('has the prices of the "yes" outcome', () => {
    expect(pricedKey(MARKET)).toBe(`event ${MARKET} yes`)
  })
})
