import { describe, expect, it } from 'vitest'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { decimalText, eq, dec, sum, type Decimal } from '../../../../shared/domain/decimal.js'
import { until } from '../../../harness/system/until.js'
import { limitBuy } from '../client/orders.js'
import { hostedFixture } from './hosted-fixture.js'
import { writtenOut } from '../../../harness/written-out.js'

const fixture = hostedFixture()
const row = (id: string) =>
  fixture.desk.session.streams.orders
    .all()
    .find((order) => order.clientOrderId === clientOrderId(id))
const is = (value: Decimal | null | undefined, text: string): boolean =>
  value !== null && value !== undefined && eq(value, dec(text))

describe('CONFIRM-2, CONFIRM-25: a change of several orders of a combination', () => {
  it('is one card that shows old and new, and sends the displayed change or nothing', async () => {
    const ids = ['combination-master', 'combination-profit', 'combination-loss'] as const
    const [master, profit, loss] = ids
    const base = limitBuy('AAPL', '10.00')
    const exit = { ...base, side: 'SELL' }
    const orders = [
      { ...base, client_order_id: master, combo_type: 'MASTER', quantity: '4' },
      {
        ...exit,
        client_order_id: profit,
        combo_type: 'STOP_PROFIT',
        quantity: '4',
        limit_price: '900.00',
      },
      {
        ...exit,
        client_order_id: loss,
        combo_type: 'STOP_LOSS',
        quantity: '4',
        order_type: 'STOP_LOSS',
        limit_price: undefined,
        stop_price: '8.00',
      },
    ]
    const placed = await fixture.exchange.client.post('/trading/orders/place', {
      account_id: fixture.account,
      client_combo_order_id: 'a-combination',
      new_orders: orders,
    })
    expect(placed.status, placed.text).toBe(200)
    await until('the desk knows the combination', () =>
      ids.every((id) => row(id)?.status === 'working' && row(id)?.terms?.combo != null),
    )

    const change = await fixture.requestInstruction(
      {
        account_id: fixture.account,
        orders: [
          { client_order_id: profit, limit_price: '910.00', quantity: '5' },
          { client_order_id: loss, quantity: '5' },
          { client_order_id: master, quantity: '5' },
        ],
      },
      'replace_stock_instruction',
    )
    const card = await fixture.desk.openCard(change)
    const written = writtenOut(card)
    expect(written.line).toMatch(
      /^CHANGE 3 orders of one combination in AAPL.*all or none: BUY 5 AAPL, limit 10\.00.*; SELL 5 AAPL, limit 910\.00.*; SELL 5 AAPL, stop 8\.00/,
    )
    const rows = written.compare.map(({ id, label, before, value, mark }) => [
      id,
      label,
      before,
      value,
      mark,
    ])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['order-1', 'Order 1 of 3', null, 'Main order, BUY AAPL', 'head'],
        ['quantity-1', 'Quantity', '4', '5', 'changed'],
        ['order-2', 'Order 2 of 3', null, 'Take profit, SELL AAPL', 'head'],
        ['quantity-2', 'Quantity', '4', '5', 'changed'],
        ['price-2', 'Price', 'limit 900.00', 'limit 910.00', 'changed'],
        ['order-3', 'Order 3 of 3', null, 'Stop loss, SELL AAPL', 'head'],
        ['quantity-3', 'Quantity', '4', '5', 'changed'],
        ['price-3', 'Price', 'stop 8.00', 'stop 8.00', 'none'],
      ]),
    )
    expect(card.editable).toEqual({
      quantity: null,
      amount: null,
      limitPrice: null,
      stopPrice: null,
    })
    // The largest tier requires the total number of shares to be typed.
    const typed = decimalText(sum(['5', '5', '5'].map(dec)))

    // When one order is changed elsewhere, the card changes and the old digest is refused.
    const elsewhere = await fixture.exchange.client.post('/trading/orders/replace', {
      account_id: fixture.account,
      client_combo_order_id: 'a-combination',
      modify_orders: [{ client_order_id: loss, stop_price: '7.00' }],
    })
    expect(elsewhere.status, elsewhere.text).toBe(200)
    await until('the desk knows', () => is(row(loss)?.stopPrice, '7.00'))
    expect(
      await fixture.desk.instructions.decisions.decide(
        fixture.desk.decision(card, { typedQuantity: typed }),
      ),
    ).toMatchObject({ ok: false })
    expect(is(row(profit)?.quantity, '4')).toBe(true)

    const secondCard = await fixture.desk.openCard(change)
    expect(writtenOut(secondCard).compare.find(({ id }) => id === 'price-3')).toMatchObject({
      before: 'stop 7.00',
      value: 'stop 7.00',
    })
    let done = await fixture.desk.instructions.decisions.decide(
      fixture.desk.decision(secondCard, { typedQuantity: typed }),
    )
    for (
      let attempt = 0;
      attempt < 5 && !done.ok && done.error.code === 'instruction/changed';
      attempt += 1
    ) {
      done = await fixture.desk.instructions.decisions.decide(
        fixture.desk.decision(await fixture.desk.openCard(change), { typedQuantity: typed }),
      )
    }
    expect(done).toMatchObject({ ok: true })
    await until(
      'all are changed',
      () =>
        ids.every((id) => row(id)?.pending === null && is(row(id)?.quantity, '5')) &&
        is(row(profit)?.limitPrice, '910.00'),
    )
    expect(is(row(loss)?.stopPrice, '7.00')).toBe(true)
    expect(await fixture.waitUntilProcessed(change)).toMatchObject({ status: 'APPROVED' })
  })
})
