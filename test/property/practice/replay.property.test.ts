import { NO_HOSTED } from '../../../electron/practice/hosted/hosted-records.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { PRACTICE_ACCOUNTS } from '../../../electron/practice/exchange/exchange.js'
import { NO_CLIENT_TOKENS } from '../../../electron/practice/oauth/client-tokens.js'
import { zPracticeFile } from '../../../electron/practice/store/practice-file.js'
import { zLogEntries, type LogEntry } from '../../../electron/practice/store/log-entries.js'
import { NO_SCENARIOS } from '../../../electron/practice/scenarios/stored-scenarios.js'
import { StatePersister } from '../../../electron/practice/store/state-persister.js'
import { recordedExchange } from '../../../electron/practice/store/recorded-exchange.js'
import { recover } from '../../../electron/practice/store/recover.js'
import type { Recording } from '../../../electron/practice/store/store.js'
import { openMarketSimulation } from '../../../electron/practice/simulation/market-simulation.js'
import { NO_WATCHLISTS } from '../../../electron/practice/data/watchlists.js'
import { runs } from '../../harness/system/effort.js'

const [MARGIN, CASH] = PRACTICE_ACCOUNTS.map(({ accountId }) => accountId) as [string, string]
const SYMBOLS = ['AAPL', 'MSFT', 'SPY', 'F'] as const

/** Starting times for which most runs cross the open, the close or the end of a day. */
const BEGINNINGS = [
  exchangeInstant('2026-11-18', 9 * 60 + 29),
  exchangeInstant('2026-11-18', 15 * 60 + 59),
  exchangeInstant('2026-11-18', 19 * 60 + 59),
]

type Action =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'snapshot' }
  | {
      readonly do: 'place'
      readonly account: string
      readonly symbol: string
      readonly side: 'BUY' | 'SELL'
      readonly type: string
      readonly offset: number
      readonly quantity: number
    }
  | { readonly do: 'linked'; readonly account: string; readonly quantity: number }
  | { readonly do: 'cancel' | 'replace'; readonly which: number; readonly quantity: number }
  | { readonly do: 'move'; readonly cents: number }
  | { readonly do: 'lag'; readonly ms: number }
  | { readonly do: 'halt'; readonly symbols: readonly string[] }
  | { readonly do: 'read'; readonly symbol: string }

const arbitrary: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      account: fc.constantFrom(MARGIN, CASH),
      symbol: fc.constantFrom(...SYMBOLS),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      type: fc.constantFrom('MARKET', 'LIMIT', 'STOP_LOSS', 'TRAILING_STOP_LOSS'),
      offset: fc.integer({ min: -20, max: 20 }),
      quantity: fc.integer({ min: 1, max: 900 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('linked' as const),
      account: fc.constantFrom(MARGIN, CASH),
      quantity: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'replace' as const),
      which: fc.nat(30),
      quantity: fc.integer({ min: 1, max: 900 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      cents: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('lag' as const), ms: fc.constantFrom(0, 3_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('halt' as const),
      symbols: fc.subarray([...SYMBOLS]),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      symbol: fc.constantFrom(...SYMBOLS),
    }),
  },
)

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A store that never fails: the last snapshot and the log after it. */
class MemoryStore {
  readonly healthy = true
  value: unknown = null
  groups: LogEntry[][] = []
  #open: LogEntry[] = []
  #recording: Recording | null = null

  start(recording: Recording): Promise<void> {
    this.#recording = recording
    this.snapshot()
    return Promise.resolve()
  }

  snapshot(): void {
    this.value = asStored(this.#recording?.take(1))
    this.groups = [[...(this.#recording?.head() ?? [])]]
    this.#open = []
  }

  record(...entries: readonly LogEntry[]): void {
    this.#open.push(...entries)
  }

  seal(): void {
    this.groups.push(this.#open)
    this.#open = []
  }

  commit(): Promise<void> {
    this.seal()
    return Promise.resolve()
  }

  stop(): Promise<void> {
    return Promise.resolve()
  }
}

/** Returns a purchase of one share, and a sale of this size that starts after it if it may. */
const linkedOrders = (first: string, second: string, quantity: number) =>
  [
    { client_order_id: first, combo_type: 'MASTER', side: 'BUY', quantity: '1' },
    { client_order_id: second, combo_type: 'OTO', side: 'SELL', quantity: String(quantity) },
  ].map((order) => ({
    ...order,
    instrument_type: 'EQUITY',
    market: 'US',
    symbol: 'AAPL',
    order_type: 'MARKET',
    time_in_force: 'DAY',
    entrust_type: 'QTY',
    support_trading_session: 'CORE',
  }))

/**
 * Runs a day of a market simulation and logs it as the practice process does. Returns its final
 * state, and the state recovered from a snapshot and its log.
 */
function run(begin: number, actions: readonly Action[]) {
  let time = epochMs(begin)
  const simulation = openMarketSimulation({
    seed: 'replay',
    anchor: time,
    now: time,
    clock: () => time,
    onPrint: () => undefined,
  })
  simulation.seedHistory()
  const store = new MemoryStore()
  const persister = new StatePersister({
    store,
    speed: () => 1,
    sections: {
      tokens: () => ({}),
      grants: () => ({ access: {}, refresh: {} }),
      clientTokens: () => NO_CLIENT_TOKENS,
      watchlists: () => NO_WATCHLISTS,
      broker: () => ({ deposits }),
      hosted: () => NO_HOSTED,
      scenarios: () => NO_SCENARIOS,
    },
    state: () => ({
      seed: 'replay',
      anchor: begin,
      exchangeTime: time,
      exchange: simulation.exchange.snapshotState(),
      accepted: {},
    }),
  })
  let deposits = 0
  void persister.start()
  const exchange = recordedExchange(simulation.exchange, persister)
  const ids: string[] = []
  let placed = 0
  for (const action of actions) {
    switch (action.do) {
      case 'wait':
        time = epochMs(time + action.ms)
        simulation.market.advance(time, (step) => simulation.exchange.apply(step))
        simulation.exchange.clockTo(time)
        persister.recordTime(time, false)
        break
      case 'snapshot':
        store.snapshot()
        break
      case 'place': {
        const id = `order-${String((placed += 1)).padStart(8, '0')}`
        const price =
          Math.max(
            1,
            Math.round(((exchange.last(action.symbol) ?? 0) / 100) * (1 + action.offset / 1_000)),
          ) / 100
        const stop = action.type === 'STOP_LOSS'
        exchange.place({
          account_id: action.account,
          new_orders: [
            {
              client_order_id: id,
              combo_type: 'NORMAL',
              instrument_type: 'EQUITY',
              market: 'US',
              symbol: action.symbol,
              side: action.side,
              order_type: action.type as 'LIMIT',
              time_in_force: 'DAY',
              entrust_type: 'QTY',
              quantity: String(action.quantity),
              support_trading_session: action.type === 'LIMIT' ? 'ALL' : 'CORE',
              ...(action.type === 'LIMIT' ? { limit_price: price.toFixed(2) } : {}),
              ...(stop ? { stop_price: price.toFixed(2) } : {}),
              ...(action.type === 'TRAILING_STOP_LOSS'
                ? { trailing_type: 'PERCENTAGE', trailing_stop_step: '0.002' }
                : {}),
            },
          ],
        } as Parameters<typeof exchange.place>[0])
        ids.push(id)
        break
      }
      case 'linked': {
        const [first, second] = [1, 2].map(
          () => `order-${String((placed += 1)).padStart(8, '0')}`,
        ) as [string, string]
        exchange.place({
          account_id: action.account,
          new_orders: linkedOrders(first, second, action.quantity),
        } as Parameters<typeof exchange.place>[0])
        ids.push(first, second)
        break
      }
      case 'cancel':
        for (const account of [MARGIN, CASH]) {
          exchange.cancel({
            account_id: account,
            client_order_id: ids[action.which % Math.max(1, ids.length)] ?? '',
          } as Parameters<typeof exchange.cancel>[0])
        }
        break
      case 'replace':
        for (const account of [MARGIN, CASH]) {
          exchange.replace({
            account_id: account,
            modify_orders: [
              {
                client_order_id: ids[action.which % Math.max(1, ids.length)] ?? '',
                quantity: String(action.quantity),
              },
            ],
          } as Parameters<typeof exchange.replace>[0])
        }
        break
      case 'move':
        deposits += action.cents
        exchange.moveCash({
          accountId: CASH,
          cents: action.cents,
          type: 'DEPOSIT',
          subType: 'ACH',
        } as unknown as Parameters<typeof exchange.moveCash>[0])
        break
      case 'lag':
        exchange.configure({ listingLagMs: action.ms })
        break
      case 'halt':
        exchange.configure({ haltedSymbols: action.symbols })
        break
      case 'read':
        exchange.depth(action.symbol, 5)
        exchange.last(action.symbol)
        for (const account of [MARGIN, CASH]) exchange.positions(account)
        break
    }
    persister.seal()
  }
  return {
    end: asStored(simulation.exchange.snapshotState()),
    deposits,
    recovered: recover(
      zPracticeFile.parse(asStored(store.value)),
      z.array(zLogEntries).parse(asStored(store.groups)),
    ),
    at: time,
  }
}

describe('a snapshot and its log', () => {
  it('recover the exact state after any actions, wherever the snapshot was taken', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BEGINNINGS),
        fc.array(arbitrary, { minLength: 20, maxLength: 150 }),
        (begin, actions) => {
          const { end, deposits, recovered, at: time } = run(begin, actions)
          if (!recovered.ok) throw new Error(recovered.error)
          expect(recovered.value.differences).toEqual([])
          expect(recovered.value.file.exchange).toEqual(end)
          // A deposit is in both the exchange's state and the broker's, or in neither.
          if (deposits > 0 && recovered.value.repeated > 0) {
            expect(recovered.value.file.broker).toEqual({ deposits })
          }
          expect(recovered.value.file.exchangeTime).toBeGreaterThanOrEqual(time)
        },
      ),
      { numRuns: runs(2, 20), endOnFailure: true },
    )
  })

  it('recover the books of a night in whose first instant an order is refused', () => {
    const { end, recovered } = run(BEGINNINGS[2] ?? 0, [
      { do: 'wait', ms: 20_000 },
      { do: 'wait', ms: 20_000 },
      { do: 'wait', ms: 20_000 },
      {
        ...{ do: 'place', account: MARGIN, symbol: 'AAPL', side: 'BUY', type: 'MARKET' },
        ...{ offset: 0, quantity: 602 },
      },
    ])
    if (!recovered.ok) throw new Error(recovered.error)
    expect(recovered.value.repeated).toBe(0)
    expect(recovered.value.file.exchange).toEqual(end)
  })

  it('recover that reading a book in the night fills no order that rests in it', () => {
    const buy = { do: 'place', account: MARGIN, symbol: 'F', side: 'BUY', type: 'LIMIT' } as const
    const { end, recovered } = run(BEGINNINGS[2] ?? 0, [
      { do: 'wait', ms: 10_000 },
      { do: 'halt', symbols: ['F'] },
      ...[0, 1, 2].map(() => ({ ...buy, offset: 20, quantity: 100 })),
      { do: 'wait', ms: 20_000 },
      { do: 'wait', ms: 20_000 },
      { do: 'wait', ms: 10_000 },
      { do: 'read', symbol: 'F' },
      { do: 'halt', symbols: [] },
      { do: 'read', symbol: 'F' },
    ])
    if (!recovered.ok) throw new Error(recovered.error)
    expect(recovered.value.file.exchange).toEqual(end)
  })

  it('recover that an order could not start after its master, for want of shares', () => {
    const day = { do: 'wait', ms: 20_000 } as const
    const actions: readonly Action[] = [day, day, day, day]
    const linked = { do: 'linked', account: CASH, quantity: 9_000 } as const
    const { end, recovered } = run(BEGINNINGS[0] ?? 0, [...actions, linked, ...actions])
    if (!recovered.ok) throw new Error(recovered.error)
    expect(JSON.stringify(end)).toContain('FAILED')
    expect(recovered.value.file.exchange).toEqual(end)
  })
})
