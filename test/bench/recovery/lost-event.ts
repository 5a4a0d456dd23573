import { exchangeClient, type WireRow } from '../../e2e/support/exchange-client.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { until } from '../../harness/system/until.js'
import { atMost } from '../report/bounds.js'
import { median, metricRow, ms, type MetricRow } from '../report/table.js'

const ROUNDS = 5
const TARGET_MS = 3_000

/** Places an order in the window, and returns its id at the exchange. */
async function restingOrder(desk: MainWindowPage, price: string): Promise<string> {
  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', price)
  await desk.send()
  const row = desk.orderRow('SPY').filter({ hasText: price })
  await row.filter({ hasText: 'Working' }).waitFor()
  const orders = (await desk.truth()).orders as readonly WireRow[]
  const found = orders.find((order) => Number(order['limit_price']) === Number(price))
  if (found === undefined) throw new Error(`the exchange has no order at ${price}`)
  return found['client_order_id'] ?? ''
}

/**
 * P13: an order is canceled by another client while the event stream is interrupted, so that its
 * event is lost: the time until the row in the blotter is right.
 */
export async function lostEvent(): Promise<MetricRow[]> {
  const desk = await openMainWindow({ suite: 'bench-lost-event', keyStore: 'none' })
  try {
    await desk.ready()
    const client = await exchangeClient(desk)
    const accounts = (await client.get('/trading/accounts/list')).json as readonly WireRow[]
    await desk.choose('SPY')
    await desk.tab('Orders')
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const price = `${50 + round}.25`
      const id = await restingOrder(desk, price)
      await desk.practice({ command: 'end-streams', channel: 'events', how: 'kill' })
      const began = performance.now()
      const reply = await client.post('/trading/orders/cancel', {
        account_id: accounts[0]?.['account_id'],
        client_order_id: id,
      })
      if (reply.status !== 200) throw new Error(`cancel: ${reply.status} ${reply.text}`)
      await until(
        'the row is right',
        async () =>
          (await desk
            .orderRow('SPY')
            .filter({ hasText: price })
            .filter({ hasText: 'Canceled' })
            .count()) > 0,
      )
      times.push(performance.now() - began)
    }
    client.close()
    const worst = Math.max(...times)
    return [
      metricRow({
        id: 'P13',
        metric: 'lost event → right row in the blotter, worst',
        ours: worst,
        format: ms,
        bounds: [atMost(TARGET_MS)],
        note: `median ${ms(median(times))} of ${ROUNDS}`,
      }),
    ]
  } finally {
    await desk.close()
  }
}
