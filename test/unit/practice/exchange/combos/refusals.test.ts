import { describe, expect, it } from 'vitest'
import { CRYPTO, ExchangeFixture, MARGIN, value } from '../exchange-fixture.js'
import { send, type Part } from './combo-fixture.js'

const M = { combo_type: 'MASTER' } as const
const P = { combo_type: 'STOP_PROFIT' } as const
const L = { combo_type: 'STOP_LOSS' } as const
const OTO = { combo_type: 'OTO' } as const
const OCO = { combo_type: 'OCO' } as const
const OTOCO = { combo_type: 'OTOCO' } as const
const seven = <T>(item: T): T[] => Array.from({ length: 7 }, () => item)

describe('refusals of a combo', () => {
  it.each<readonly [string, readonly Part[], string]>([
    ['a master alone', [M], 'invalid combo_type, value: MASTER'],
    ['two masters', [M, M, P], 'invalid new_orders, value: 2 MASTER'],
    ['two profits', [M, P, P], 'invalid new_orders, value: 2 STOP_PROFIT'],
    ['OTO without a master', [OTO], 'invalid new_orders, value: 0 MASTER'],
    ['seven OTO', [M, ...seven(OTO)], 'invalid new_orders, value: 7 OTO'],
    ['one OCO', [OCO], 'invalid new_orders, value: 1 OCO'],
    ['seven OCO', seven(OCO), 'invalid new_orders, value: 7 OCO'],
    ['seven OTOCO', [M, ...seven(OTOCO)], 'invalid new_orders, value: 7 OTOCO'],
    ['OCO with a master', [M, OCO, OCO], 'invalid combo_type, value: MASTER'],
    ['kinds that do not go together', [M, OTO, OTOCO], 'invalid combo_type'],
    [
      'a normal order among others',
      [M, P, { combo_type: 'NORMAL' }],
      'invalid combo_type, value: NORMAL',
    ],
    [
      'a stop as master of exits',
      [{ ...M, order_type: 'STOP_LOSS' }, P],
      'invalid order_type, value: STOP_LOSS',
    ],
    [
      'a market order as profit',
      [M, { ...P, order_type: 'MARKET' }],
      'invalid order_type, value: MARKET',
    ],
    [
      'a limit order as loss',
      [M, { ...L, order_type: 'LIMIT' }],
      'invalid order_type, value: LIMIT',
    ],
    [
      'a market order in OCO',
      [OCO, { ...OCO, order_type: 'MARKET' }],
      'invalid order_type, value: MARKET',
    ],
    [
      'a trailing stop in OTO',
      [M, { ...OTO, order_type: 'TRAILING_STOP_LOSS' }],
      'invalid order_type, value: TRAILING_STOP_LOSS',
    ],
    [
      'an amount of money',
      [{ ...M, entrust_type: 'AMOUNT', total_cash_amount: '100' }, P],
      'invalid entrust_type, value: AMOUNT',
    ],
    ['an algorithm', [{ ...M, algo_type: 'TWAP' }, P], 'invalid algo_type, value: TWAP'],
    ['exits on the master’s own side', [M, { ...P, side: 'BUY' }], 'invalid side, value: BUY'],
    ['exits that would open a position', [{ ...P, side: 'BUY' }], 'invalid side, value: BUY'],
    ['exits in another stock', [M, { ...P, symbol: 'MSFT' }], 'invalid symbol, value: MSFT'],
    [
      'an exit larger than the master',
      [M, { ...P, quantity: '11' }],
      'invalid quantity, value: 11',
    ],
    [
      'a profit below the entry',
      [M, { ...P, limit_price: '98.00' }],
      'invalid limit_price, value: 98.00',
    ],
  ])('cover %s', (_what, parts, message) => {
    const fixture = new ExchangeFixture().usualQuotes()
    const { result } = send(fixture, parts)
    expect(result).toMatchObject({
      ok: false,
      error: {
        status: 417,
        code: 'OPENAPI_PARAM_ERR',
        message: expect.stringContaining(message) as string,
      },
    })
    expect(value(fixture.exchange.openOrders({ accountId: MARGIN })).data).toEqual([])
    expect(value(fixture.exchange.balance(MARGIN)).account_currency_assets[0]?.held_amount).toBe(
      '0.00',
    )
  })

  it('cover a stop loss above the entry', () => {
    expect(
      send(new ExchangeFixture().usualQuotes(), [M, { ...L, stop_price: '99.50' }]).result,
    ).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_ORDER_STOP_PRICE_MUST_LESS_TRADE_PRICE' },
    })
  })

  it('cover several asset classes, and a product without groups', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const inconsistent = {
      ok: false,
      error: {
        status: 417,
        code: 'INVALID_PARAMETER',
        message: 'Inconsistent instrument type in combo',
      },
    }
    expect(send(fixture, [M, { ...P, instrument_type: 'OPTION' }]).result).toMatchObject(
      inconsistent,
    )
    expect(
      send(
        fixture,
        [
          { ...M, instrument_type: 'CRYPTO', symbol: 'BTCUSD' },
          { ...P, instrument_type: 'CRYPTO', symbol: 'BTCUSD' },
        ],
        { account: CRYPTO },
      ).result,
    ).toMatchObject(inconsistent)
  })

  it('cover ids that were used, or occur twice in the group', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    value(
      send(fixture, [{ ...OCO, client_order_id: 'the-first-one' }, OCO], {
        comboId: 'the-first-combo',
      }).result,
    )
    const repeat = { ok: false, error: { code: 'OPENAPI_TRADE_PLACE_ORDER_REPEAT' } }
    expect(send(fixture, [{ ...OCO, client_order_id: 'the-first-one' }, OCO]).result).toMatchObject(
      repeat,
    )
    expect(send(fixture, [OCO, OCO], { comboId: 'the-first-combo' }).result).toMatchObject(repeat)
    expect(
      send(fixture, [
        { ...OCO, client_order_id: 'twice-the-same' },
        { ...OCO, client_order_id: 'twice-the-same' },
      ]).result,
    ).toMatchObject(repeat)
    expect(send(fixture, [OCO, OCO], { comboId: 'short' }).result).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR' },
    })
  })

  it('cover insufficient money, for the whole group', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    expect(send(fixture, [OCO, { ...OCO, quantity: '100000' }]).result).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT' },
    })
    expect(value(fixture.exchange.balance(MARGIN)).account_currency_assets[0]?.held_amount).toBe(
      '0.00',
    )
  })
})
