import { describe, expect, it } from 'vitest'
import { ExchangeFixture, levels, MARGIN } from './exchange-fixture.js'

const CODE = 'OPENAPI_TICKER_ID_CAN_NOT_TRADE'

const halt = (fixture: ExchangeFixture, ...symbols: readonly string[]): void =>
  fixture.exchange.configure({ haltedSymbols: symbols })
/** Moves the market through every order that rests near 99. */
const fall = (fixture: ExchangeFixture): ExchangeFixture =>
  fixture.step(levels([97.99, 300]), levels([98.01, 300]), ['sell', 98, 100])

describe('a halt of trading in a symbol', () => {
  it('refuses new and changed orders in it, and accepts those in other symbols', () => {
    const fixture = new ExchangeFixture().usualQuotes().usualQuotes('MSFT')
    const id = fixture.placed()

    halt(fixture, 'AAPL')

    expect(fixture.refusal()).toMatchObject({ status: 417, code: CODE })
    expect(
      fixture.exchange.replace({
        account_id: MARGIN,
        modify_orders: [{ client_order_id: id, quantity: '5' }],
      }),
    ).toMatchObject({ ok: false, error: { code: CODE } })
    expect(fixture.placed({ symbol: 'MSFT' })).not.toBe('')
  })

  it('refuses a group with an order in it', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const { result } = fixture.place()
    expect(result.ok).toBe(true)
    halt(fixture, 'AAPL')
    const member = (id: string, price: string) => ({
      client_order_id: id,
      combo_type: 'OCO' as const,
      instrument_type: 'EQUITY' as const,
      market: 'US' as const,
      symbol: 'AAPL',
      side: 'BUY' as const,
      order_type: 'LIMIT' as const,
      time_in_force: 'DAY' as const,
      entrust_type: 'QTY' as const,
      support_trading_session: 'CORE' as const,
      quantity: '1',
      limit_price: price,
    })

    const placed = fixture.exchange.place({
      account_id: MARGIN,
      new_orders: [member('group-00000001', '99.00'), member('group-00000002', '98.00')],
    })

    expect(placed).toMatchObject({ ok: false, error: { code: CODE } })
  })

  it('fills no order until it ends, then every order that the market has reached', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const limit = fixture.placed()
    const stop = fixture.placed({ order_type: 'STOP_LOSS', side: 'BUY', stop_price: '101.00' })

    halt(fixture, 'AAPL')
    fall(fixture).step(levels([101.99, 300]), levels([102.01, 300]), ['buy', 102, 100])
    expect([fixture.order(limit).status, fixture.order(stop).status]).toEqual([
      'SUBMITTED',
      'SUBMITTED',
    ])

    halt(fixture)
    fall(fixture)
    expect([fixture.order(limit).status, fixture.order(stop).status]).toEqual([
      'FILLED',
      'SUBMITTED',
    ])
  })

  it('lets an order that was still PENDING wait until it ends', () => {
    const fixture = new ExchangeFixture({ pendingMs: 300 }).usualQuotes()
    const id = fixture.placed({ order_type: 'MARKET' })

    halt(fixture, 'AAPL')
    fixture.wait(400).usualQuotes()
    expect(fixture.order(id).status).toBe('SUBMITTED')

    halt(fixture)
    fixture.usualQuotes()
    expect(fixture.order(id).status).toBe('FILLED')
  })

  it('permits to cancel every order', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const ids = [
      fixture.placed(),
      fixture.placed({ order_type: 'STOP_LOSS', stop_price: '101.00' }),
    ]

    halt(fixture, 'AAPL')
    for (const id of ids) {
      expect(fixture.exchange.cancel({ account_id: MARGIN, client_order_id: id }).ok).toBe(true)
    }

    halt(fixture)
    fall(fixture)
    expect(ids.map((id) => fixture.order(id).status)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  it('ends with the process: an exchange that starts again releases its orders', () => {
    const fixture = new ExchangeFixture().usualQuotes()
    const id = fixture.placed()
    halt(fixture, 'AAPL')

    const next = fixture.withNewExchange()
    expect(next.exchange.restoreState(fixture.exchange.snapshotState()).ok).toBe(true)
    fall(next)

    expect(next.order(id).status).toBe('FILLED')
  })
})
