import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimalText } from '../../shared/domain/decimal.js'
import { epochMs } from '../../shared/domain/time.js'
import { CATALOG } from '../../shared/wire/catalog.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../shared/wire/families/products/event-instruments.js'
import { ORDER_OPERATIONS } from '../../shared/wire/families/trading/orders.js'
import type { Operation } from '../../shared/wire/operation.js'
import { toOrderEvent } from '../../electron/provider/mapping/trade-events.js'
import { unknownMembers } from '../conformance/checks/answer-checks.js'
import requests from '../vectors/golden/requests.json' with { type: 'json' }
import responses from '../vectors/golden/responses.json' with { type: 'json' }
import { startExchange, type TestExchange } from './practice/support/test-exchange.js'

/** Finds the operation that a documented example belongs to. */
const operationOf = (id: string): Operation | undefined =>
  (CATALOG as readonly Operation[]).find((operation) => operation.id === id)

describe('documented answers', () => {
  it.each(responses.answers)(
    'documented answers of $operation ($page) parse without unknown members',
    ({ operation: id, answer }) => {
      const operation = operationOf(id)
      const parsed = operation?.response.safeParse(answer)
      expect([operation?.id, parsed?.error?.issues]).toEqual([id, undefined])
      expect(unknownMembers(parsed?.data)).toEqual([])
    },
  )

  it("map a partially filled order's event", () => {
    const [event] = responses.events
    const notice = toOrderEvent(JSON.stringify(event?.payload), epochMs(0))
    const { observation, eventType } = notice ?? {}
    expect({
      eventType,
      status: observation?.status,
      side: observation?.side,
      type: observation?.type,
      filledAt: observation?.filledAt,
      orderId: observation?.orderId,
    }).toEqual({
      eventType: 'partial-fill',
      status: 'partially-filled',
      side: 'buy',
      type: 'limit',
      filledAt: Date.parse('2026-11-20T15:40:35.524Z'),
      orderId: 'ORDER0000000000000000001AB',
    })
    expect(
      [observation?.quantity, observation?.filledQuantity, observation?.averageFillPrice].map(
        (value) => (value === null || value === undefined ? null : Number(decimalText(value))),
      ),
    ).toEqual([3, 1, 180])
  })
})

describe('documented requests', () => {
  let exchange: TestExchange
  const accounts = new Map<string, string>()
  let market = ''
  beforeAll(async () => {
    exchange = await startExchange()
    for (const account of (await exchange.client.get('/trading/accounts/list')).json as {
      account_id: string
      account_class: string
    }[]) {
      accounts.set(account.account_class, account.account_id)
    }
    const { data } = EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response.parse(
      (await exchange.client.get(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path)).json,
    )
    market = data.find(({ tradable_status: status }) => status === 'OC')?.symbol ?? ''
  })
  afterAll(async () => {
    expect(exchange.errors).toEqual([])
    await exchange.close()
  })

  /**
   * Fills an example with a real account, ids of full length and, for event contracts, a listed
   * symbol.
   */
  const filled = ({ request, account, listedEvent }: (typeof requests.requests)[number]) => {
    const id = (short: string | undefined): string | undefined =>
      short === undefined ? undefined : `${short}${randomUUID().replaceAll('-', '')}`.slice(0, 32)
    return {
      ...request,
      account_id: accounts.get(account) ?? '',
      ...('client_combo_order_id' in request
        ? { client_combo_order_id: id(request.client_combo_order_id) }
        : {}),
      new_orders: request.new_orders.map((order) => ({
        ...order,
        client_order_id: id(order.client_order_id),
        ...(listedEvent === true ? { symbol: market } : {}),
      })),
    }
  }

  it.each(requests.requests)(
    'documented requests of $page fit the schema and are accepted',
    async (example) => {
      const request = filled(example)
      expect(ORDER_OPERATIONS.placeOrder.request.safeParse(request).error?.issues).toBeUndefined()
      const reply = await exchange.client.post(ORDER_OPERATIONS.placeOrder.path, request)
      expect([
        reply.status,
        (reply.json as { error_code?: string }).error_code ?? null,
        reply.status === 200 ? '' : reply.text,
      ]).toEqual([...example.answer, ''])
      expect(ORDER_OPERATIONS.placeOrder.response.safeParse(reply.json).success).toBe(true)
    },
  )

  it('are previewed with their estimated cost', async () => {
    const [stock] = requests.requests
    if (stock === undefined) throw new Error('no example')
    const reply = await exchange.client.post(ORDER_OPERATIONS.previewOrder.path, filled(stock))
    expect(reply.json).toMatchObject({ estimated_cost: '1800.00' })
  })
})

const PAGES = fileURLToPath(new URL('../../../shared/contract/', import.meta.url))
it('the examples equal those of the documentation pages', ({ skip }) => {
  skip(!existsSync(PAGES), 'the contract pages are not beside the project')
  const plain = (text: string): string => text.replace(/\s+/g, '')
  const pages = ['auth.md', 'trading.md', 'trade-events.md']
    .map((name) => plain(readFileSync(`${PAGES}${name}`, 'utf8')))
    .join('')
  const examples: readonly (readonly [string, unknown])[] = [
    ...responses.answers
      .filter(({ page }) => !page.includes(','))
      .map((answer) => [answer.page, answer.answer] as const),
    ...responses.events.map((event) => [event.page, event.payload] as const),
    ...requests.requests.map((request) => [request.page, request.request] as const),
  ]
  expect(
    examples
      .filter(([, example]) => !pages.includes(plain(JSON.stringify(example))))
      .map(([page]) => page),
  ).toEqual([])
})
