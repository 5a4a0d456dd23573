import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import type { Priority } from '../../../electron/provider/http/budget.js'
import { flush, VirtualTime } from './virtual-time.js'

const operations: readonly Operation[] = [
  ORDER_OPERATIONS.getOrder,
  ACCOUNT_OPERATIONS.getBalance,
  ACCOUNT_OPERATIONS.listAccounts,
  STOCK_DATA_OPERATIONS.stockSnapshots,
  STOCK_DATA_OPERATIONS.stockTicks,
  ORDER_OPERATIONS.placeOrder,
]

/**
 * Returns the maximum number of requests that any window of `ms` may have counted, when each is
 * counted at some moment between its permission and its answer.
 */
function maxInWindow(
  spans: readonly { readonly from: number; readonly to: number }[],
  ms: number,
): number {
  let max = 0
  // A server that counts as late as possible at the start of a window and as early as possible at
  // its end.
  for (const first of spans) {
    max = Math.max(
      max,
      spans.filter((span) => span.to >= first.to && span.from < first.to + ms).length,
    )
  }
  return max
}

describe('rate limiter', () => {
  it('never exceeds the limit of a window, whatever the network delay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            operation: fc.integer({ min: 0, max: operations.length - 1 }),
            gap: fc.integer({ min: 0, max: 400 }),
            took: fc.integer({ min: 0, max: 900 }),
          }),
          { minLength: 5, maxLength: 60 },
        ),
        async (calls) => {
          const time = new VirtualTime()
          const limiter = createRateLimiter({
            environment: 'production',
            mode: 'key',
            clock: time,
            timers: time,
          })
          const spans = new Map<Operation, { from: number; to: number }[]>()
          for (const { operation, gap, took } of calls) {
            await time.advance(gap)
            const requested = operations[operation] as Operation
            void limiter.acquire(requested, 'normal', 600_000).then((permit) => {
              if (!permit.ok) return
              const from = time.monotonic()
              time.after(took, () => {
                spans.set(requested, [
                  ...(spans.get(requested) ?? []),
                  { from, to: time.monotonic() },
                ])
                permit.value.done()
              })
            })
          }
          await time.advance(700_000)
          const total = [...spans.values()].reduce((sum, list) => sum + list.length, 0)
          expect(total).toBe(calls.length)
          for (const [operation, list] of spans) {
            expect(
              maxInWindow(list, operation.rate.production.seconds * 1_000),
            ).toBeLessThanOrEqual(operation.rate.production.count)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('reserves a part of the shared budget for cancels and details, and serves them first', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'connect',
      clock: time,
      timers: time,
    })
    let taken = 0
    for (let index = 0; index < 120; index += 1) {
      void limiter
        .acquire(ORDER_OPERATIONS.placeOrder, 'normal', 1_000_000)
        .then((permit) => (permit.ok ? (taken += 1) : 0))
    }
    await flush()
    expect(taken).toBe(72)
    const critical = await limiter.acquire(ORDER_OPERATIONS.cancelOrder, 'critical', 0)
    expect(critical.ok).toBe(true)
    const detail = await limiter.acquire(ORDER_OPERATIONS.getOrder, 'critical', 0)
    expect(detail.ok).toBe(true)
    expect(limiter.tightest()).toMatchObject({ operation: 'connect', limit: 90, windowSeconds: 60 })
    limiter.close()
  })

  it('REL-36: leaves a third of every long budget to others than polling', async () => {
    for (const [environment, mode, polls] of [
      ['production', 'connect', 60],
      ['sandbox', 'key', 20],
      ['sandbox', 'connect', 20],
    ] as const) {
      const time = new VirtualTime()
      const limiter = createRateLimiter({ environment, mode, clock: time, timers: time })
      let sent = 0
      for (let index = 0; index < 120; index += 1) {
        void limiter
          .acquire(ORDER_OPERATIONS.previewOrder, 'background', 1_000_000)
          .then((permit) => (permit.ok ? (sent += 1) : 0))
      }
      // Requests without an answer count until they end.
      await time.advance(200_000)
      expect(sent, `${environment} ${mode}`).toBe(polls)
      expect(limiter.delayMs(ORDER_OPERATIONS.previewOrder, 'background')).toBeGreaterThan(0)
      expect(limiter.delayMs(ORDER_OPERATIONS.placeOrder, 'order')).toBe(0)
      expect(limiter.delayMs(ORDER_OPERATIONS.getOrder, 'critical')).toBe(0)
      limiter.close()
    }
  })

  it('REL-36: spreads polling over a window instead of stopping for the rest of it', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'sandbox',
      mode: 'key',
      clock: time,
      timers: time,
    })
    const sentAt: number[] = []
    for (let index = 0; index < 60; index += 1) {
      void limiter
        .acquire(ORDER_OPERATIONS.listOpenOrders, 'background', 1_000_000)
        .then((permit) => {
          sentAt.push(time.monotonic())
          if (permit.ok) permit.value.done()
        })
    }
    await time.advance(300_000)
    const gaps = sentAt.slice(1).map((sent, index) => sent - (sentAt[index] ?? 0))
    expect(sentAt).toHaveLength(60)
    expect(Math.max(...gaps.slice(20))).toBeLessThan(35_000)
    limiter.close()
  })

  it('REL-36: sends cancels once a second although a Connect user was refused with 429', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'connect',
      clock: time,
      timers: time,
    })
    limiter.refused(ORDER_OPERATIONS.listOpenOrders, null)
    expect((await limiter.acquire(ORDER_OPERATIONS.placeOrder, 'order', 0)).ok).toBe(false)
    expect((await limiter.acquire(ORDER_OPERATIONS.cancelOrder, 'critical', 0)).ok).toBe(true)
    const second = limiter.acquire(ORDER_OPERATIONS.cancelOrder, 'critical', 5_000)
    let isSent = false
    void second.then(() => {
      isSent = true
    })
    await time.advance(990)
    expect(isSent).toBe(false)
    await time.advance(20)
    expect(isSent).toBe(true)
    limiter.close()
  })

  it('limits all market data together to 300 in 60 s', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'key',
      clock: time,
      timers: time,
    })
    const kinds: Operation[] = Array.from({ length: 10 }, (_, index) => ({
      ...STOCK_DATA_OPERATIONS.stockSnapshots,
      id: `market.made-up.${index}`,
    }))
    let taken = 0
    for (const kind of kinds) {
      for (let index = 0; index < 60; index += 1) {
        void limiter
          .acquire(kind, 'critical', 1_000_000)
          .then((permit) => (permit.ok ? (taken += 1) : 0))
      }
    }
    await flush()
    expect(taken).toBe(300)
    limiter.close()
  })

  it('waits up to its limit, then returns how long it would have been', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'key',
      clock: time,
      timers: time,
    })
    for (let index = 0; index < 2; index += 1) {
      const permit = await limiter.acquire(ACCOUNT_OPERATIONS.getBalance, 'normal', 0)
      if (permit.ok) permit.value.done()
    }
    const refused = await limiter.acquire(ACCOUNT_OPERATIONS.getBalance, 'normal', 0)
    expect(refused).toEqual({
      ok: false,
      error: { retryAfterMs: 2_000, limit: { count: 2, seconds: 2 } },
    })
    const later = limiter.acquire(ACCOUNT_OPERATIONS.getBalance, 'normal', 5_000)
    await time.advance(1_999)
    let done = false
    void later.then(() => {
      done = true
    })
    await flush()
    expect(done).toBe(false)
    await time.advance(2)
    expect((await later).ok).toBe(true)
  })

  it.each([
    [7_000, 7_000],
    [null, 2_000],
  ] as const)('pauses the operation after a 429 (Retry-After %s)', async (retryAfterMs, wait) => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'key',
      clock: time,
      timers: time,
    })
    limiter.refused(ACCOUNT_OPERATIONS.getBalance, retryAfterMs)
    expect(await limiter.acquire(ACCOUNT_OPERATIONS.getBalance, 'critical', 0)).toEqual({
      ok: false,
      error: { retryAfterMs: wait, limit: { count: 2, seconds: 2 } },
    })
    expect((await limiter.acquire(ACCOUNT_OPERATIONS.listAccounts, 'normal', 0)).ok).toBe(true)
    const later = limiter.acquire(ACCOUNT_OPERATIONS.getBalance, 'normal', 60_000)
    await time.advance(wait + 1)
    expect((await later).ok).toBe(true)
    limiter.refused(ACCOUNT_OPERATIONS.getBalance, null)
    limiter.refused(ACCOUNT_OPERATIONS.getBalance, null)
    const permit = await limiter.acquire(ACCOUNT_OPERATIONS.getBalance, 'normal', 0)
    expect(!permit.ok && permit.error.retryAfterMs).toBeGreaterThan(2_000)
  })

  it('serves critical, then normal, then background requests, first come first served', async () => {
    const time = new VirtualTime()
    const limiter = createRateLimiter({
      environment: 'production',
      mode: 'key',
      clock: time,
      timers: time,
    })
    const order: string[] = []
    const ask = (name: string, priority: Priority) =>
      void limiter.acquire(ORDER_OPERATIONS.getOrder, priority, 60_000).then((permit) => {
        order.push(name)
        if (permit.ok) permit.value.done()
      })
    ask('first', 'normal')
    ask('second', 'normal')
    await flush()
    ask('background', 'background')
    ask('normal', 'normal')
    ask('critical', 'critical')
    ask('critical2', 'critical')
    await time.advance(10_000)
    expect(order).toEqual(['first', 'second', 'critical', 'critical2', 'normal', 'background'])
    expect(time.pendingCount).toBe(0)
  })
})
