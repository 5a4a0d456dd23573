import { randomUUID } from 'node:crypto'
import type { HttpClient } from './http-client.js'

/** Returns the order of a place request: one share, far below the market, good till canceled. */
export const limitBuy = (symbol: string, price: string) => ({
  client_order_id: randomUUID().replaceAll('-', ''),
  combo_type: 'NORMAL',
  instrument_type: 'EQUITY',
  market: 'US',
  symbol,
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'GTC',
  entrust_type: 'QTY',
  quantity: '1',
  limit_price: price,
  support_trading_session: 'CORE',
})

/**
 * Places an order and waits until it is working, because a cancel directly after place is refused.
 */
export async function placeAndWait(
  client: HttpClient,
  account: string,
  order: Readonly<Record<string, unknown>> & { readonly client_order_id: string },
): Promise<void> {
  const placed = await client.post('/trading/orders/place', {
    account_id: account,
    new_orders: [order],
  })
  if (placed.status !== 200) throw new Error(placed.text)
  for (let left = 400; left > 0; left -= 1) {
    const { json } = await client.get('/trading/orders/get', {
      account_id: account,
      client_order_id: order.client_order_id,
    })
    if ((json as { orders: { status: string }[] }).orders[0]?.status !== 'PENDING') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the order stays pending')
}
