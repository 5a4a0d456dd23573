import { describe, expect, test } from 'vitest'
import type { OrderEventPayload } from '../../../electron/practice/model/wire-records.js'
import { toPlaceBody } from '../../../electron/provider/mapping/orders.js'
import { clientOrderId } from '../../../shared/domain/ids.js'
import { ACCOUNTS, DraftMaker } from './actors/draft-maker.js'
import { ExchangeObserver } from './checks/exchange-observer.js'
import type { PracticeExchange } from './exchange/practice-exchange.js'
import { planOf, type Plan } from './plan.js'
import { Simulation } from './simulation.js'
import { SeededRandom } from './time/seeded-random.js'

const ID = clientOrderId('0123456789abcdef0123456789abcdef')
const QUIET = { requestFaults: 0, eventLoss: 0, disasters: 0, maxDelayMs: 5 } as const

/** Starts an exchange and a client, and waits until the client is ready. */
async function ready(more: Partial<Plan> = {}): Promise<Simulation> {
  const simulation = new Simulation({ ...planOf(3), ...QUIET, ...more })
  await simulation.startExchange()
  simulation.startClient()
  await simulation.time.run(6_000, () => simulation.check())
  expect(simulation.client?.session.connection.view().phase).toBe('ready')
  return simulation
}

const draftIn = (simulation: Simulation) =>
  new DraftMaker(new SeededRandom(1, 'drafts'), simulation.exchange).stock('far')

/** Makes the checks observe a placement that the client did not send. */
function observePlacement(simulation: Simulation): void {
  simulation.requests.sent({
    origin: simulation.exchange.addresses.api,
    path: '/trading/orders/place',
    headers: {},
    body: JSON.stringify(toPlaceBody(draftIn(simulation), ID)),
    fate: 'arrives',
  })
}

/** Writes an intent to the journal on the simulated disk, as the client would. */
async function journal(simulation: Simulation, ticket: string): Promise<void> {
  const draft = draftIn(simulation)
  void simulation.disk
    .journal('orders')
    .append(JSON.stringify({ kind: 'intent', clientOrderId: ID, ticket, draft }))
  await simulation.time.run(simulation.time.now + 50, () => undefined)
}

describe('the checks of the simulation', () => {
  test('REL-28: report an order that is sent before its intent is on disk', async () => {
    const simulation = await ready()

    observePlacement(simulation)

    expect(simulation.violations.all).toEqual([expect.stringMatching(/^REL-28: .* on disk$/)])
  })

  test('SEC-24: report an order that no person submitted or approved', async () => {
    const simulation = await ready()
    await journal(simulation, 'ticket-0001')

    observePlacement(simulation)

    expect(simulation.violations.all).toEqual([expect.stringMatching(/^SEC-24: .* no request$/)])
  })

  test('REL-29: report an order that is sent twice, and accept it once', async () => {
    const simulation = await ready()
    await journal(simulation, 'ticket-0001')
    simulation.permissions.submit('ticket-0001', draftIn(simulation))

    observePlacement(simulation)
    expect(simulation.violations.all).toEqual([])
    observePlacement(simulation)

    expect(simulation.violations.all).toEqual([expect.stringMatching(/^REL-29: .* twice$/)])
  })

  test('REL-36: report an order that is sent while trading is halted', async () => {
    const simulation = await ready()
    await journal(simulation, 'ticket-0001')
    simulation.permissions.submit('ticket-0001', draftIn(simulation))
    const context = { ref: 'test', surface: 'main', sender: 1 } as const
    await simulation.client?.handlers['session.set-trading'](
      { state: 'halted', why: 'test' },
      context,
    )

    observePlacement(simulation)

    expect(simulation.violations.all).toEqual([expect.stringMatching(/^REL-36: .* halted$/)])
  })

  test('REL-33: report positions that are old although the client shows that it is connected', async () => {
    const simulation = await ready()
    const { exchange, time } = simulation
    await time.run(time.now + 15_000, () => simulation.check())
    expect(simulation.violations.all).toEqual([])

    exchange.process.faults.add({ kind: 'event-stream-black-hole' })
    const market = { type: 'market', side: 'buy', session: 'core', limitPrice: null } as const
    const draft = { ...draftIn(simulation), ...market, accountId: ACCOUNTS.margin }
    const bought = exchange.exchange.place(toPlaceBody(draft, ID))
    expect(bought.ok).toBe(true)
    await time.run(time.now + 8_000, () => simulation.check())

    expect(simulation.violations.all).toEqual([expect.stringMatching(/^REL-33: the positions/)])
  })

  test('report an order that is filled while its symbol is halted, and a refused cancellation', () => {
    const simulation = new Simulation({ ...planOf(3), ...QUIET })
    const { coverage, violations } = simulation
    const halted: ReadonlySet<string> = new Set(['AAPL'])
    const observer = new ExchangeObserver({
      exchange: { halted, listingLagMs: 0 } as PracticeExchange,
      coverage,
      violations,
    })
    const event = (eventType: string, category = 'US_STOCK') =>
      observer.happened({
        symbol: 'AAPL',
        category,
        scene_type: eventType,
        client_order_id: ID,
      } as unknown as OrderEventPayload)

    event('CANCEL_SUCCESS')
    event('FINAL_FILLED', 'US_OPTION')
    observer.answered(
      '/trading/orders/place',
      417,
      '{"error_code":"OPENAPI_TICKER_ID_CAN_NOT_TRADE"}',
    )
    expect(violations.all).toEqual([])
    expect(coverage.counts).toMatchObject({
      'order canceled in a halt': 1,
      'order refused in a halt': 1,
    })
    event('FINAL_FILLED')
    observer.answered(
      '/trading/orders/cancel',
      417,
      '{"error_code":"OPENAPI_TICKER_ID_CAN_NOT_TRADE"}',
    )

    expect(violations.all).toEqual([
      expect.stringMatching(/filled .* while AAPL was halted$/),
      expect.stringMatching(/^REL-36: a cancellation was refused/),
    ])
  })

  test('REL-33: report a slow window that does not end with what main shows', async () => {
    const simulation = await ready({ windowPauseMs: 4_000, workingOrders: 3 })
    const { exchange, time, window } = simulation
    const placed = exchange.exchange.place(toPlaceBody(draftIn(simulation), ID))
    expect(placed.ok).toBe(true)
    const isShown = (): boolean =>
      simulation.client?.session.streams.orders.all().some((row) => row.clientOrderId === ID) ===
      true
    await time.run(time.now + 20_000, () => undefined, isShown)
    expect([...(window?.differences() ?? [])]).toEqual([
      expect.stringMatching(/^REL-33: a slow window/),
      expect.stringMatching(/^REL-33: a slow window/),
    ])

    await time.run(time.now + 10_000, () => undefined)

    expect([...(window?.differences() ?? ['no window'])]).toEqual([])
    expect(simulation.violations.all).toEqual([])
  })

  test('REL-37: report a request with the app key of another environment', async () => {
    const simulation = await ready()

    simulation.requests.sent({
      origin: simulation.exchange.addresses.api,
      path: '/trading/orders/open-orders/list',
      headers: { 'x-app-key': 'of production' },
      body: '',
      fate: 'arrives',
    })

    expect(simulation.violations.all).toEqual([expect.stringMatching(/^REL-37: /)])
  })

  test('REL-37: report a request with a token of another environment in the same process', async () => {
    const simulation = await ready({ secondEnvironment: true })
    const { second, exchange, requests, violations } = simulation
    expect(second?.client?.session.connection.view().phase).toBe('ready')
    const sandbox = second?.exchange.process
    const { token } = sandbox?.records.tokens.create(undefined, sandbox.wall.now()) ?? {}

    requests.sent({
      origin: exchange.addresses.api,
      path: '/trading/orders/open-orders/list',
      headers: { 'x-access-token': token ?? '' },
      body: '',
      fate: 'arrives',
    })

    expect(violations.all).toEqual([expect.stringMatching(/^REL-37: .* token/)])
  })

  test('REL-37: report a request and a stream to the address of another environment', async () => {
    const { second, requests, violations } = await ready({ secondEnvironment: true })

    requests.sent({
      origin: second?.exchange.addresses.api ?? '',
      path: '/trading/orders/open-orders/list',
      headers: {},
      body: '',
      fate: 'arrives',
    })
    requests.opened(second?.exchange.ports.events ?? 0)

    expect(violations.all).toEqual([
      expect.stringMatching(/^REL-37: .* sent to another environment$/),
      expect.stringMatching(/^REL-37: a stream/),
    ])
  })
})
