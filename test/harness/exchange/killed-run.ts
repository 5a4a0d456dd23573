import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeRecord } from '../../../electron/adapters/journal/journal-record.js'
import {
  JOURNAL_VERSION,
  type NewRecord,
} from '../../../electron/core/orders/journal/journal-record.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { HttpClient } from '../../contract/practice/client/http-client.js'
import { limitBuy } from '../../contract/practice/client/orders.js'
import { until } from '../system/until.js'
import { forkPractice, type PracticeChild } from './practice-child.js'

const BUNDLE = fileURLToPath(new URL('../../../out/practice/practice.cjs', import.meta.url))
const AT_ONCE = 16
/** The orders are older than today, so that they do not count in the limit of orders per day. */
const PLACED_BEFORE_MS = 3 * 24 * 60 * 60_000

/** What a killed run of the program left behind. */
export interface KilledRun {
  /** The account of every order. */
  readonly accountId: string
  /** The client order ids that work at the exchange. */
  readonly working: readonly string[]
  /** The order in flight at the kill; it never reached the exchange. */
  readonly inFlight: OrderDraft
}

/** The order of the run, far below the market. */
const RESTING = { symbol: 'AAPL', limitPrice: '10.00' } as const

const draftOf = (account: string, change: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: accountId(account),
  assetClass: 'stock',
  symbol: symbol(RESTING.symbol),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec(RESTING.limitPrice)),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...change,
})

/** Returns the records of an order that works: its intent, the acknowledgment, a first report. */
function recordsOf(account: string, id: string, brokerId: string, now: number): NewRecord[] {
  const [time, draft] = [epochMs(now), draftOf(account)]
  const { size: _size, expireDate: _day, terms: _terms, ...terms } = draft
  const ids = { clientOrderId: clientOrderId(id), orderId: orderId(brokerId) }
  return [
    { kind: 'intent', ticket: `t-${id}`, clientOrderId: ids.clientOrderId, draft, at: time },
    {
      kind: 'outcome',
      of: id,
      ...ids,
      outcome: 'acknowledged',
      code: null,
      reason: null,
      at: time,
    },
    {
      kind: 'observation',
      observation: {
        ...terms,
        ...ids,
        source: 'event',
        status: 'working',
        quantity: asQuantity(dec('1')),
        amount: null,
        filledQuantity: asQuantity(dec('0')),
        averageFillPrice: null,
        fees: null,
        placedAt: time,
        filledAt: null,
        reason: null,
        observedAt: time,
      },
    },
  ]
}

/**
 * Waits until every order works, and a second longer: the end of the pending state is an event, and
 * a kill soon after it would let it happen again at the next start, which would confirm the order.
 */
async function untilQuiet(child: PracticeChild): Promise<void> {
  const stateOf = () => child.command({ command: 'state' }) as Promise<PracticeState>
  const quietFrom = await until('every order works', async () => {
    const { orders, exchangeTime } = await stateOf()
    return orders.every((order) => order['status'] !== 'PENDING') && exchangeTime + 1_000
  })
  await until('the clock moves on', async () => (await stateOf()).exchangeTime > quietFrom)
}

/** Places the orders at an exchange that runs on the folder of the program's own. */
async function placeOrders(
  folder: string,
  count: number,
): Promise<{ readonly account: string; readonly placed: readonly (readonly [string, string])[] }> {
  const child = await forkPractice(BUNDLE, ['--data-dir', folder, '--rate-limits', 'off'])
  if (child.first.type !== 'ready') throw new Error(JSON.stringify(child.first))
  const client = new HttpClient(child.first)
  await client.signIn()
  const accounts = (await client.get('/trading/accounts/list')).json as readonly {
    readonly account_id: string
  }[]
  const account = accounts[0]?.account_id ?? ''
  const placed: (readonly [string, string])[] = []
  let left = count
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const order = limitBuy(RESTING.symbol, RESTING.limitPrice)
      const reply = await client.post('/trading/orders/place', {
        account_id: account,
        new_orders: [order],
      })
      if (reply.status !== 200) throw new Error(reply.text)
      placed.push([order.client_order_id, (reply.json as { readonly order_id: string }).order_id])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  client.close()
  await untilQuiet(child)
  // A kill, as of the program: what was acknowledged is on disk.
  child.process.kill('SIGKILL')
  await child.exit
  return { account, placed }
}

/**
 * Makes a data folder of the program as a kill leaves it: so many working orders, which the order
 * journal and the exchange know, and one order whose request was in flight and never arrived.
 */
export async function prepareKilledRun(userData: string, count: number): Promise<KilledRun> {
  const folder = join(userData, 'practice')
  mkdirSync(folder, { recursive: true })
  const { account, placed } = await placeOrders(join(folder, 'exchange'), count)
  const begin = Date.now() - PLACED_BEFORE_MS
  const inFlight = draftOf(account, {
    symbol: symbol('NVDA'),
    timeInForce: 'day',
    size: { kind: 'quantity', quantity: asQuantity(dec('7')) },
    limitPrice: asPrice(dec('20.05')),
  })
  const records: NewRecord[] = [
    ...placed.flatMap(([id, brokerId], index) => recordsOf(account, id, brokerId, begin + index)),
    {
      kind: 'intent',
      ticket: 't-in-flight',
      clientOrderId: clientOrderId('f'.repeat(32)),
      draft: inFlight,
      at: epochMs(Date.now()),
    },
  ]
  const lines = records.map((record) =>
    encodeRecord(JSON.stringify({ v: JOURNAL_VERSION, ...record })),
  )
  appendFileSync(join(folder, 'orders.journal'), Buffer.concat(lines))
  return { accountId: account, working: placed.map(([id]) => id), inFlight }
}
