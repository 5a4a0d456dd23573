import { describe, expect, it } from 'vitest'
import { MARGIN, crossingPrice, leg, optionFixture } from './option-fixture.js'

describe('a bracket around one option contract', () => {
  it('waits for its master, then reserves the position once for both exits', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    const price = Number(crossingPrice(fixture, call.symbol, 'BUY'))
    const master = fixture.order([leg(call, 'BUY', 2)], {
      combo_type: 'MASTER',
      quantity: '2',
      limit_price: price.toFixed(2),
      position_intent: 'BUY_TO_OPEN',
    })
    const exit = { side: 'SELL' as const, quantity: '2' }
    const profit = fixture.order([leg(call, 'SELL', 2)], {
      ...exit,
      combo_type: 'STOP_PROFIT',
      limit_price: (Math.ceil(price * 2) + 1).toFixed(2),
    })
    const loss = fixture.order([leg(call, 'SELL', 2)], {
      ...exit,
      combo_type: 'STOP_LOSS',
      order_type: 'STOP_LOSS',
      limit_price: null,
      stop_price: '0.50',
    })
    expect(
      fixture.exchange.place({ account_id: MARGIN, new_orders: [master, profit, loss] }),
    ).toMatchObject({ ok: true })
    fixture.wait(2_000)
    expect(
      [master, profit, loss].map(({ client_order_id: id }) => fixture.detail(id).status),
    ).toEqual(['FILLED', 'SUBMITTED', 'SUBMITTED'])
    const more = fixture.order([leg(call, 'SELL')], {
      side: 'SELL',
      limit_price: '99',
      position_intent: 'SELL_TO_CLOSE',
    })
    expect(fixture.place(more)).toContain('OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY')
    expect(
      fixture.exchange.cancel({ account_id: MARGIN, client_order_id: loss.client_order_id }),
    ).toMatchObject({ ok: true })
    expect(
      fixture.exchange.cancel({ account_id: MARGIN, client_order_id: profit.client_order_id }),
    ).toMatchObject({ ok: true })
    expect(fixture.place(more)).toBeNull()
  })

  it('is refused with a position_intent on an order that is not its master', () => {
    const fixture = optionFixture()
    const call = fixture.near('AAPL', 'CALL')
    const price = Number(crossingPrice(fixture, call.symbol, 'BUY'))
    const master = fixture.order([leg(call, 'BUY')], {
      combo_type: 'MASTER',
      limit_price: price.toFixed(2),
      position_intent: 'BUY_TO_OPEN',
    })
    const profit = fixture.order([leg(call, 'SELL')], {
      side: 'SELL',
      combo_type: 'STOP_PROFIT',
      limit_price: (Math.ceil(price * 2) + 1).toFixed(2),
      position_intent: 'SELL_TO_CLOSE',
    })
    const body = { account_id: MARGIN, new_orders: [master, profit] }
    expect(fixture.exchange.place(body)).toMatchObject({
      ok: false,
      error: { code: 'OPENAPI_PARAM_ERR', message: expect.stringContaining('MASTER') as string },
    })
    const { position_intent: _intent, ...plain } = profit
    expect(fixture.exchange.place({ ...body, new_orders: [master, plain] })).toMatchObject({
      ok: true,
    })
  })

  it('is refused for combinations', () => {
    const fixture = optionFixture()
    const [low, high] = [fixture.near('AAPL', 'CALL'), fixture.near('AAPL', 'CALL', 1)]
    const master = fixture.order([leg(low, 'BUY'), leg(high, 'SELL')], {
      combo_type: 'MASTER',
      option_strategy: 'VERTICAL',
      limit_price: '5.00',
    })
    const profit = fixture.order([leg(low, 'SELL'), leg(high, 'BUY')], {
      combo_type: 'STOP_PROFIT',
      side: 'SELL',
      option_strategy: 'VERTICAL',
      limit_price: '6.00',
    })
    expect(
      fixture.exchange.place({ account_id: MARGIN, new_orders: [master, profit] }),
    ).toMatchObject({ ok: false, error: { code: 'OPENAPI_PARAM_ERR' } })
  })
})
