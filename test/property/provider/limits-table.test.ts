import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../../shared/wire/catalog.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import type { Operation, RateLimit } from '../../../shared/wire/operation.js'
import {
  createRateLimiter,
  type RateLimiter,
} from '../../../electron/provider/http/rate-limiter.js'
import type { Priority } from '../../../electron/provider/http/budget.js'
import type { AccessMode } from '../../../electron/provider/http/hosts.js'
import { flush, VirtualTime } from './virtual-time.js'

const operations: readonly Operation[] = CATALOG
type Span = { readonly from: number; readonly to: number; readonly operation: Operation }

/**
 * Returns the maximum number of requests that any window may have counted, when each is counted at
 * some moment between its permission and its answer.
 */
function maxInWindow(spans: readonly Span[], ms: number): number {
  let max = 0
  for (const first of spans) {
    max = Math.max(
      max,
      spans.filter((span) => span.to >= first.to && span.from < first.to + ms).length,
    )
  }
  return max
}

interface RateLimitedCall {
  readonly which: number
  readonly gap: number
  readonly took: number
  readonly priority: Priority
}

/**
 * Requests permits for these calls, answers each after its time, and returns when every permitted
 * one was under way.
 */
async function run(
  limiter: RateLimiter,
  time: VirtualTime,
  pool: readonly Operation[],
  calls: readonly RateLimitedCall[],
): Promise<readonly Span[]> {
  const spans: Span[] = []
  for (const { which, gap, took, priority } of calls) {
    await time.advance(gap)
    const operation = pool[which % pool.length] as Operation
    void limiter.acquire(operation, priority, 3_000_000).then((permit) => {
      if (!permit.ok) return
      const from = time.monotonic()
      time.after(took, () => {
        spans.push({ from, to: time.monotonic(), operation })
        permit.value.done()
      })
    })
  }
  await time.advance(3_000_000)
  return spans
}

const callList = (max: number) =>
  fc.array(
    fc.record({
      which: fc.nat(1_000),
      gap: fc.integer({ min: 0, max: 200 }),
      took: fc.integer({ min: 0, max: 700 }),
      priority: fc.constantFrom<Priority>('critical', 'normal', 'background'),
    }),
    { minLength: 20, maxLength: max },
  )

describe('the table of limits', () => {
  it('holds for every operation, in every window and environment', async () => {
    await fc.assert(
      fc.asyncProperty(
        callList(120),
        fc.constantFrom('production', 'sandbox', 'practice'),
        fc.nat(operations.length - 3),
        async (calls, environment, start) => {
          const time = new VirtualTime()
          const limiter = createRateLimiter({ environment, mode: 'key', clock: time, timers: time })
          // Only a few operations, so that their windows fill.
          const spans = await run(limiter, time, operations.slice(start, start + 3), calls)
          expect(spans).toHaveLength(calls.length)
          for (const operation of new Set(spans.map((span) => span.operation))) {
            const rate: RateLimit =
              environment === 'sandbox' ? operation.rate.sandbox : operation.rate.production
            expect(
              maxInWindow(
                spans.filter((span) => span.operation === operation),
                rate.seconds * 1_000,
              ),
            ).toBeLessThanOrEqual(rate.count)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('allows a Connect user 90 calls of any kind in 60 s', async () => {
    const pool = [
      CONNECT_OPERATIONS.listAccountsConnect,
      ORDER_OPERATIONS.placeOrder,
      ORDER_OPERATIONS.cancelOrder,
      ORDER_OPERATIONS.replaceOrder,
      ORDER_OPERATIONS.getOrder,
      ORDER_OPERATIONS.listOpenOrders,
      ORDER_OPERATIONS.listOrderHistory,
    ]
    await fc.assert(
      fc.asyncProperty(callList(220), async (calls) => {
        const time = new VirtualTime()
        const limiter = createRateLimiter({
          environment: 'production',
          mode: 'connect',
          clock: time,
          timers: time,
        })
        const spans = await run(limiter, time, pool, calls)
        expect(spans).toHaveLength(calls.length)
        expect(maxInWindow(spans, 60_000)).toBeLessThanOrEqual(90)
      }),
      { numRuns: 12 },
    )
  })

  it('allows 300 reads of market data in 60 s, including those of institutions', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'key',
      clock: time,
      timers: time,
    })
    const pool = operations.filter((operation) => operation.path.startsWith('/market-data/'))
    expect(pool.length).toBeGreaterThan(20)
    const spans = await run(
      limiter,
      time,
      pool,
      Array.from({ length: 700 }, (_, index) => ({
        which: index,
        gap: 20,
        took: 50,
        priority: 'normal' as const,
      })),
    )
    expect(spans).toHaveLength(700)
    expect(maxInWindow(spans, 60_000)).toBeLessThanOrEqual(300)
    expect(maxInWindow(spans, 60_000)).toBeGreaterThan(200)
  })

  it('limits every operation by itself for an app key', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'key',
      clock: time,
      timers: time,
    })
    for (const operation of [
      ORDER_OPERATIONS.getOrder,
      ORDER_OPERATIONS.listOpenOrders,
      ORDER_OPERATIONS.listOrderHistory,
    ]) {
      for (let round = 0; round < 2; round += 1) {
        expect((await limiter.acquire(operation, 'normal', 0)).ok, operation.id).toBe(true)
      }
      expect((await limiter.acquire(operation, 'normal', 0)).ok, operation.id).toBe(false)
    }
  })
})

describe('the displayed budgets', () => {
  const createFixture = (mode: AccessMode = 'key') => {
    const time = new VirtualTime()
    return {
      time,
      limiter: createRateLimiter({ environment: 'production', mode, clock: time, timers: time }),
    }
  }

  it('show each budget in use with its limit, reserve and the time until it is free', async () => {
    const { time, limiter } = createFixture()
    expect([limiter.budgets(), limiter.tightest()]).toEqual([[], null])
    const first = await limiter.acquire(ORDER_OPERATIONS.getOrder, 'critical', 0)
    const data = await limiter.acquire(STOCK_DATA_OPERATIONS.stockSnapshots, 'normal', 0)
    if (!first.ok || !data.ok) throw new Error('no place')
    await time.advance(300)
    first.value.done()
    data.value.done()
    await time.advance(500)
    expect(limiter.budgets()).toEqual([
      {
        scope: 'endpoint',
        operation: 'trading.orders.get',
        used: 1,
        limit: 2,
        windowSeconds: 2,
        reserved: 0,
        resetsInMs: 1_500,
        blockedForMs: 0,
      },
      {
        scope: 'endpoint',
        operation: 'market.stocks.snapshots',
        used: 1,
        limit: 60,
        windowSeconds: 60,
        reserved: 0,
        resetsInMs: 59_500,
        blockedForMs: 0,
      },
      {
        scope: 'market-data',
        operation: 'market-data',
        used: 1,
        limit: 300,
        windowSeconds: 60,
        reserved: 60,
        resetsInMs: 59_500,
        blockedForMs: 0,
      },
    ])
    expect(limiter.tightest()?.operation).toBe('trading.orders.get')
    await time.advance(59_500)
    expect(limiter.budgets()).toEqual([])
  })

  it('show a block after a 429, which affects only its operation', async () => {
    const { limiter, time } = createFixture()
    limiter.refused(STOCK_DATA_OPERATIONS.stockSnapshots, 7_000)
    expect(limiter.budgets()).toMatchObject([
      { operation: 'market.stocks.snapshots', used: 0, blockedForMs: 7_000 },
    ])
    await time.advance(7_000)
    expect(limiter.budgets()).toEqual([])
  })

  it('show the reserve of a Connect user', async () => {
    const { limiter } = createFixture('connect')
    let normal = 0
    for (let index = 0; index < 90; index += 1) {
      if ((await limiter.acquire(ORDER_OPERATIONS.placeOrder, 'normal', 0)).ok) normal += 1
    }
    await flush()
    expect(limiter.tightest()).toMatchObject({
      scope: 'user',
      operation: 'connect',
      used: normal,
      limit: 90,
      reserved: 90 - normal,
    })
    for (let index = normal; index < 90; index += 1) {
      expect((await limiter.acquire(ORDER_OPERATIONS.cancelOrder, 'critical', 0)).ok).toBe(true)
    }
    expect((await limiter.acquire(ORDER_OPERATIONS.cancelOrder, 'critical', 0)).ok).toBe(false)
  })
})
