import { describe, expect, it } from 'vitest'
import {
  createTradeGateway,
  createRequestBudget,
} from '../../../electron/provider/orders/trade-gateway.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { ComboDraft, OrderDraft } from '../../../shared/domain/orders/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import { VirtualTime } from '../../property/provider/virtual-time.js'
import { answer, broken, callerFixture, type Script } from './fake-http.js'

const ACCOUNT = accountId('ACC-1')
const ID = clientOrderId('1'.repeat(32))
const OTHER = '2'.repeat(32)
const clock = { now: () => epochMs(1_797_000_000_000), monotonic: () => 0 }
const gateway = (...script: Script[]) => createTradeGateway(callerFixture(script).caller, clock)

const record = (id: string) => ({
  client_order_id: id,
  order_id: 'ORDER1',
  symbol: 'AAPL',
  side: 'BUY',
  status: 'SUBMITTED',
  order_type: 'LIMIT',
  instrument_type: 'EQUITY',
  support_trading_session: 'CORE',
  entrust_type: 'QTY',
  time_in_force: 'DAY',
  limit_price: '100',
  place_time_at: '2026-01-13T17:00:00Z',
  total_quantity: '10',
  filled_quantity: '0',
})
const detail = (...ids: readonly string[]) =>
  answer(200, { client_order_id: ID, orders: ids.map(record) })
const refusal = (code: string) => answer(417, { error_code: code, message: 'no' })

describe('REL-31: Order Detail', () => {
  it('shows the requested order among the orders of a combination', async () => {
    expect(await gateway(detail(OTHER, ID)).detail(ACCOUNT, ID, 'settle')).toMatchObject({
      ok: true,
      value: { seen: 'found', observation: { clientOrderId: ID } },
    })
  })

  it('is no answer when it shows another order', async () => {
    expect(await gateway(detail(OTHER)).detail(ACCOUNT, ID, 'settle')).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    })
  })

  it.each([
    ['OPENAPI_ORDER_NOT_FOUND', refusal('OPENAPI_ORDER_NOT_FOUND')],
    ['ORDER_NOT_FOUND', refusal('ORDER_NOT_FOUND')],
    ['an answer without orders', detail()],
  ])('knows no such order: %s', async (_, script) => {
    const absent = { ok: true, value: { seen: 'absent' } }
    expect(await gateway(script).detail(ACCOUNT, ID, 'settle')).toEqual(absent)
  })

  it.each([
    ['another refusal', refusal('OPENAPI_PARAM_ERR')],
    ['a refusal of the account', answer(403, { error_code: 'ACCOUNT_ACCESS_DENIED' })],
    ['the code with a server error', answer(500, { error_code: 'ORDER_NOT_FOUND' })],
    ['a page that is not there', answer(404, { error_msg: '404 Route Not Found' })],
    ['a broken connection', broken('reset', 'sent')],
  ])('does not know whether there is an order: %s', async (_, script) => {
    const detailed = await gateway(script, script).detail(ACCOUNT, ID, 'settle')
    expect(detailed.ok).toBe(false)
  })
})

describe('REL-30: the response of a write', () => {
  const written = (id: string | null) => answer(200, { client_order_id: id, order_id: 'ORDER1' })

  it('accepts the order that it names', async () => {
    expect(await gateway(written(ID)).cancel(ACCOUNT, ID)).toEqual({
      outcome: 'acknowledged',
      orderId: 'ORDER1',
    })
  })

  it.each([
    ['another order', OTHER],
    ['no order', null],
  ])('leaves the outcome unknown when it names %s', async (_, id) => {
    expect(await gateway(written(id)).cancel(ACCOUNT, ID)).toMatchObject({ outcome: 'unknown' })
    expect(await gateway(written(id)).replace(ACCOUNT, ID, {})).toMatchObject({
      outcome: 'unknown',
    })
  })
})

/** A limit order for ten AAPL. */
const limitOrder = (side: 'buy' | 'sell', price: string): OrderDraft => ({
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side,
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec(price)),
  stopPrice: null,
  trail: null,
  expireDate: null,
})

describe('REL-30: the response of linked orders', () => {
  const COMBO_ID = '3'.repeat(32)
  const combo: ComboDraft = {
    accountId: ACCOUNT,
    orders: [
      { role: 'master', draft: limitOrder('buy', '100') },
      { role: 'take-profit', draft: limitOrder('sell', '120') },
    ],
  }
  const place = (named: object) =>
    gateway(answer(200, named)).placeCombo(combo, COMBO_ID, [ID, clientOrderId(OTHER)])

  it('accepts the combination that it names, of which the orders have no id yet', async () => {
    expect(await place({ client_combo_order_id: COMBO_ID, combo_order_id: 'C1' })).toEqual({
      outcome: 'acknowledged',
      orderId: null,
    })
  })

  it.each([
    ['another combination', { client_combo_order_id: OTHER, combo_order_id: 'C1' }],
    ['one of the orders alone', { client_order_id: ID, order_id: 'ORDER1' }],
    ['nothing', {}],
  ])('leaves the outcome unknown when it names %s', async (_, named) => {
    expect(await place(named)).toMatchObject({ outcome: 'unknown' })
  })
})

describe('REL-36: a request that may not leave any more', () => {
  const order = limitOrder('buy', '100')
  const acceptedOrder = answer(200, { client_order_id: ID, order_id: 'ORDER1' })

  it('is not sent when trading was halted while it waited for its place in the budget', async () => {
    const time = new VirtualTime()
    // The sandbox allows ten order requests in 30 s: the eleventh waits.
    const { caller, http } = callerFixture(Array<Script>(20).fill(acceptedOrder), { time })
    const trade = createTradeGateway(caller, time)
    let halted = false
    const may = () => !halted
    const first = Array.from({ length: 11 }, () => trade.place(order, ID, may))
    await time.advance(1)
    const sent = http.sent.length
    halted = true
    const late = [
      trade.place(order, ID, may),
      trade.placeCombo(
        { accountId: ACCOUNT, orders: [{ role: 'master', draft: order }] },
        '3'.repeat(32),
        [ID],
        may,
      ),
      trade.replace(ACCOUNT, ID, { limitPrice: asPrice(dec('101')) }, { maySend: may }),
    ]
    await time.advance(60_000)
    const outcomes = await Promise.all([...first, ...late])
    expect(http.sent).toHaveLength(sent)
    expect(outcomes.filter(({ outcome }) => outcome === 'acknowledged')).toHaveLength(sent)
    for (const outcome of outcomes.slice(-3)) {
      expect(outcome).toMatchObject({ outcome: 'not-sent', reason: { code: 'risk.halted' } })
    }
  })

  it('is sent when nothing forbids it', async () => {
    expect(await gateway(acceptedOrder).place(order, ID, () => true)).toMatchObject({
      outcome: 'acknowledged',
    })
    expect(await gateway(acceptedOrder).place(order, ID)).toMatchObject({ outcome: 'acknowledged' })
  })
})

describe('REL-36: the budget of polling', () => {
  it.each(['detail', 'open-orders'] as const)('is that of the background: %s', (query) => {
    const priorities: string[] = []
    const budget = createRequestBudget({
      delayMs: (_operation, priority) => priorities.push(priority),
    })
    expect(budget.pollDelayMs(query)).toBe(1)
    expect(priorities).toEqual(['background'])
  })
})

describe('REL-31: the list of open orders', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      orders: [record(String(from + index).padStart(32, '0'))],
    }))

  it('is read to its end although it has more pages than a minute allows', async () => {
    const time = new VirtualTime()
    const script = [
      ...[0, 10, 20].map((from) =>
        answer(200, { data: rows(from, 10), pagination_key: `after ${from}` }),
      ),
      ...Array.from({ length: 31 }, (_, number) => answer(200, rows(30 + number * 100, 100))),
      answer(200, []),
    ]
    const requests = script.length
    const { caller, http } = callerFixture(script, { time })
    const { openOrders } = createTradeGateway(caller, clock)
    const ids = new Set<string>()
    const reading = (async () => {
      for (let cursor: string | null = null; ; ) {
        const read = await openOrders(ACCOUNT, cursor, 'settle')
        if (!read.ok) return read.error.kind
        for (const order of read.value.orders) ids.add(order.clientOrderId)
        cursor = read.value.cursor
        if (cursor === null) return 'complete'
      }
    })()

    let ended: string | null = null
    void reading.then((result) => {
      ended = result
    })
    for (let second = 0; second < 150 && ended === null; second += 1) await time.advance(1_000)

    expect(ended).toBe('complete')
    expect(ids.size).toBe(3_130)
    expect(http.sent).toHaveLength(requests)
  })
})
