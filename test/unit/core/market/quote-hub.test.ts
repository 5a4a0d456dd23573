import { describe, expect, it } from 'vitest'
import { MAX_QUOTES, QuoteHub } from '../../../../electron/core/market/quote-hub.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Tick } from '../../../../shared/domain/market/quote.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { message } from '../../../../shared/messages/make-message.js'

const nth = (index: number) => symbol(`S${index}`)
const patch = (index: number) => ({
  symbol: nth(index),
  receivedAt: epochMs(index),
  last: asPrice(dec('1.25')),
})

const createHub = (watched: (name: string) => boolean) =>
  new QuoteHub({
    market: { snapshots: () => Promise.resolve(ok([])) },
    clock: { now: () => epochMs(0), monotonic: () => 0 },
    timers: { after: () => () => undefined },
    streamed: () => false,
    watched,
    watchedSince: () => null,
  })

const tick = (price: string, time: number, more: Partial<Tick> = {}): Tick => ({
  symbol: nth(1),
  price: asPrice(dec(price)),
  size: asQuantity(dec('1')),
  time: epochMs(time),
  side: 'buy',
  session: 'regular',
  ...more,
})

describe('REL-41: a quote that was requested', () => {
  it('is as old as its request: the answer may have been on its way for seconds', async () => {
    let now = 1_000
    const hub = new QuoteHub({
      market: {
        snapshots: () => {
          now = 5_000
          return Promise.resolve(ok([{ ...patch(1), receivedAt: epochMs(5_000) }]))
        },
      },
      clock: { now: () => epochMs(now), monotonic: () => now },
      timers: { after: () => () => undefined },
      streamed: () => false,
      watched: () => true,
      watchedSince: () => epochMs(500),
    })
    await hub.load([nth(1)])
    expect(hub.prices(nth(1))).toMatchObject({ receivedAt: 1_000, isOutdated: false })
  })
})

describe('REL-41: a streamed trade', () => {
  const quoted = () => {
    const hub = createHub(() => true)
    hub.apply({
      ...patch(1),
      last: asPrice(dec('100')),
      change: asPrice(dec('-5')),
      changeRatio: dec('-0.047619'),
      high: asPrice(dec('101')),
      low: asPrice(dec('99')),
      volume: asQuantity(dec('10')),
      time: epochMs(1_000),
    })
    const seen: unknown[] = []
    hub.onQuote(({ last, change }) => seen.push([last, change]))
    return { hub, seen }
  }

  it('is the last price of the quote, and moves its change', () => {
    const { hub, seen } = quoted()
    hub.trade(tick('102.50', 1_001))
    expect(hub.get(nth(1))).toMatchObject({
      last: '102.50',
      change: '-2.5',
      changeRatio: '-0.02381',
      high: '102.50',
      low: '99',
      volume: '10',
      time: 1_001,
    })
    expect(seen).toHaveLength(1)
    hub.trade(tick('102.5', 1_002))
    expect(seen).toHaveLength(1)
  })

  it('does not hold up the figures of the day, which follow it', () => {
    const { hub } = quoted()
    hub.trade(tick('102', 1_500))
    hub.apply({
      ...patch(1),
      last: asPrice(dec('101')),
      volume: asQuantity(dec('20')),
      time: epochMs(1_400),
    })
    expect(hub.get(nth(1))).toMatchObject({ last: '102', volume: '20' })
  })

  it('changes nothing before a first quote, and after a newer price', () => {
    const hub = createHub(() => true)
    hub.trade(tick('102', 1_001))
    expect(hub.get(nth(1))).toBeUndefined()
    const known = quoted()
    known.hub.trade(tick('102', 999))
    expect(known.hub.get(nth(1))?.last).toBe('100')
  })

  it('a trade of extended hours leaves the range of the day', () => {
    const { hub } = quoted()
    hub.trade(tick('110', 1_001, { session: 'post' }))
    expect(hub.get(nth(1))).toMatchObject({ last: '110', high: '101' })
  })
})

describe('the quote hub', () => {
  it(`keeps at most ${MAX_QUOTES} quotes that nobody watches, the newest ones`, () => {
    const hub = createHub(() => false)
    const count = 3 * MAX_QUOTES
    for (let index = 0; index < count; index += 1) hub.apply(patch(index))
    const known = Array.from({ length: count }, (_, index) => index).filter(
      (index) => hub.get(nth(index)) !== undefined,
    )
    expect(known.length).toBeLessThanOrEqual(MAX_QUOTES)
    expect(known).toEqual(known.map((_, place) => count - known.length + place))
  })

  it('keeps the quote of every watched symbol, however many there are', () => {
    const hub = createHub((name) => Number(name.slice(1)) % 2 === 0)
    const rows = hub.rows([nth(1)])
    rows.subscribe(() => undefined)
    const count = 2.5 * MAX_QUOTES
    for (let index = 0; index < count; index += 1) hub.apply(patch(index))
    for (let index = 0; index < count; index += 2) expect(hub.get(nth(index))).toBeDefined()
    expect(rows.all()).toHaveLength(1)
  })

  it.each([
    { retryAfterMs: 1_000, times: 1, last: '1.25', waits: [1_000] },
    { retryAfterMs: 500, times: 3, last: '1.25', waits: [500, 500, 500] },
    { retryAfterMs: 900, times: 3, last: undefined, waits: [900, 900] },
    { retryAfterMs: 60_000, times: 1, last: undefined, waits: [] },
    { retryAfterMs: null, times: 1, last: undefined, waits: [] },
  ])(
    'has the price of an order after $times rate limits of $retryAfterMs ms: $last (REL-46)',
    async ({ retryAfterMs, times, last, waits }) => {
      const limited = providerFailure('rate-limited', message('errors.foreign', { text: '429' }), {
        retryAfterMs,
      })
      const waited: number[] = []
      let requests = 0
      const hub = new QuoteHub({
        market: {
          snapshots: () => {
            requests += 1
            return Promise.resolve(requests <= times ? err(limited) : ok([patch(1)]))
          },
        },
        clock: { now: () => epochMs(1), monotonic: () => 1 },
        timers: {
          after: (ms, call) => {
            waited.push(ms)
            call()
            return () => undefined
          },
        },
        streamed: () => false,
        watched: () => false,
        watchedSince: () => null,
      })
      expect((await hub.confirmed(nth(1), 5_000))?.last?.toString()).toBe(last)
      expect(waited).toEqual(waits)
    },
  )
})
