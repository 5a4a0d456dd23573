import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, dec, decimalText, asPrice, asQuantity, gt } from '../../../shared/domain/decimal.js'
import type { BarSession } from '../../../shared/domain/market/bar.js'
import {
  closeMinute,
  exchangeClock,
  OPEN_MINUTE,
} from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import {
  clientOrderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { ChannelReport } from '../../../electron/core/channel-report.js'
import type { QuotePatch } from '../../../electron/core/market/market-port.js'
import type { OrderEventNotice } from '../../../electron/core/orders/trade-events-port.js'
import type { OrderPage } from '../../../electron/core/orders/order-reads-port.js'
import type { Provider } from '../../../electron/provider/gateway.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { untilQuiet } from '../../harness/system/until-quiet.js'
import { until } from '../../harness/system/until.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let provider: Provider
let account: AccountId

const id = (): ClientOrderId => clientOrderId(randomBytes(16).toString('hex'))

const draft = (change: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: account,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: asPrice(dec('1.00')),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...change,
})

/** A new order is briefly pending and refuses replace and cancel meanwhile (TRADING-4.9). */
const working = async (orderId: ClientOrderId): Promise<void> => {
  for (let round = 0; round < 8; round += 1) {
    const detail = expectOk(await provider.trade.detail(account, orderId, 'settle'))
    if (detail.seen === 'found' && detail.observation.status === 'working') return
  }
  throw new Error('the order does not get to work')
}

beforeAll(async () => {
  session = await openPractice({ pingMs: 200, slotMs: 500 })
  provider = session.provider()
  account = expectOk(await provider.portfolio.accounts()).find(
    (candidate) => candidate.product === 'securities',
  )?.accountId as AccountId
})
afterAll(() => session.close())

describe('reads over the real exchange', () => {
  it('lists accounts, balance and positions', async () => {
    expect(account).toBeTruthy()
    const balance = expectOk(await provider.portfolio.balance(account))
    expect(balance.currency).toBe('USD')
    expect(balance.currencies[0]?.buyingPower).not.toBeNull()
    expect(expectOk(await provider.portfolio.positions(account)).unreadable).toEqual([])
  })

  it('lists instruments and distinguishes ETFs', async () => {
    const instruments = expectOk(await provider.market.instruments())
    expect(instruments.length).toBeGreaterThanOrEqual(40)
    expect(new Set(instruments.map((instrument) => instrument.kind))).toContain('etf')
  })

  it('lists the stocks of one kind as the exchange selects them', async () => {
    const every = expectOk(await provider.market.instruments())
    const funds = expectOk(await provider.market.instruments('etf'))
    expect(funds).toEqual(every.filter(({ kind }) => kind === 'etf'))
    expect(funds.length).toBeGreaterThan(3)
    expect(expectOk(await provider.market.instruments('warrant'))).toEqual([])
    expect(funds.every(({ maintenanceMarginShort }) => maintenanceMarginShort !== null)).toBe(true)
  })

  it('reads snapshots and omits unknown symbols', async () => {
    const patches = expectOk(
      await provider.market.snapshots([symbol('AAPL'), symbol('NOSUCH'), symbol('SPY')]),
    )
    expect(patches.map((patch) => patch.symbol).sort()).toEqual(['AAPL', 'SPY'])
    expect(patches[0]?.bid).toBeDefined()
    expect(patches[0]?.previousClose).toBeDefined()
  })

  it('reads depth, ticks and bars in order', async () => {
    const depth = expectOk(await provider.market.depth(symbol('AAPL'), 5))
    const [bid, ask] = [depth.bids[0], depth.asks[0]]
    expect(bid !== undefined && ask !== undefined && gt(ask.price, bid.price)).toBe(true)
    const ticks = expectOk(await provider.market.ticks(symbol('AAPL'), 20))
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.map((tick) => tick.time)).toEqual(
      ticks.map((tick) => tick.time).sort((a, b) => a - b),
    )
    const bars = expectOk(
      await provider.market.bars({
        symbol: symbol('AAPL'),
        timespan: 'M1',
        count: 30,
        before: null,
        includeRunning: true,
      }),
    )
    expect(bars.length).toBe(30)
    const first = bars[0]
    const older = expectOk(
      await provider.market.bars({
        symbol: symbol('AAPL'),
        timespan: 'M1',
        count: 10,
        before: first?.time ?? null,
        includeRunning: false,
      }),
    )
    expect(older.length).toBe(10)
    expect(older.at(-1)?.time).toBeLessThan(first?.time ?? 0)
  })

  it('reads bars of the named sessions, and of the whole day by default', async () => {
    // The day after a holiday closes early, and its later hours are post-market.
    const isRegular = (time: EpochMs): boolean => {
      const { day, minute } = exchangeClock(time)
      return minute >= OPEN_MINUTE && minute < closeMinute(day)
    }
    const times = async (sessions?: readonly BarSession[]): Promise<readonly EpochMs[]> =>
      expectOk(
        await provider.market.bars({
          symbol: symbol('AAPL'),
          timespan: 'M30',
          count: 60,
          before: null,
          includeRunning: false,
          ...(sessions === undefined ? {} : { sessions }),
        }),
      ).map(({ time }) => time)
    const [regular, edges, allSessions] = [
      await times(['regular']),
      await times(['pre', 'post']),
      await times(),
    ]
    expect([regular.length, edges.length, allSessions.length]).toEqual([60, 60, 60])
    expect(regular.filter((time) => !isRegular(time))).toEqual([])
    expect(edges.filter(isRegular)).toEqual([])
    expect(allSessions).toEqual([...regular, ...edges].sort((a, b) => a - b).slice(-60))
  })
})

describe('orders over the real exchange', () => {
  it('previews, places, reads, replaces and cancels one order', async () => {
    const orderId = id()
    expect(expectOk(await provider.trade.preview(draft(), orderId)).currency).toBe('USD')
    const placed = await provider.trade.place(draft(), orderId)
    expect(placed).toMatchObject({ outcome: 'acknowledged' })
    const detail = expectOk(await provider.trade.detail(account, orderId, 'settle'))
    expect(detail).toMatchObject({
      seen: 'found',
      observation: {
        clientOrderId: orderId,
        symbol: 'AAPL',
        side: 'buy',
        type: 'limit',
        timeInForce: 'gtc',
        session: 'core',
      },
    })
    await working(orderId)
    expect(
      await provider.trade.replace(account, orderId, { limitPrice: asPrice(dec('1.01')) }),
    ).toMatchObject({ outcome: 'acknowledged' })
    expect(
      expectOk(await provider.trade.openOrders(account, null, 'settle')).orders.some(
        (order) => order.clientOrderId === orderId,
      ),
    ).toBe(true)
    expect(await provider.trade.cancel(account, orderId)).toMatchObject({ outcome: 'acknowledged' })
    const after = expectOk(await provider.trade.detail(account, orderId, 'settle'))
    expect(after.seen === 'found' && after.observation.status).toBe('cancelled')
    expect(
      after.seen === 'found' &&
        after.observation.limitPrice !== null &&
        decimalText(after.observation.limitPrice),
    ).toBe('1.01')
  })

  it('reports an unknown order as absent, a used id as repeated, a bad order as rejected', async () => {
    expect(expectOk(await provider.trade.detail(account, id(), 'settle'))).toEqual({
      seen: 'absent',
    })
    const orderId = id()
    expect(await provider.trade.place(draft(), orderId)).toMatchObject({ outcome: 'acknowledged' })
    expect(await provider.trade.place(draft(), orderId)).toEqual({ outcome: 'repeated' })
    expect(await provider.trade.place(draft({ symbol: symbol('NOSUCH') }), id())).toMatchObject({
      outcome: 'rejected',
    })
    expect(
      await provider.trade.place(
        draft({ size: { kind: 'quantity', quantity: asQuantity(dec('0')) } }),
        id(),
      ),
    ).toMatchObject({ outcome: 'rejected' })
    await working(orderId)
    expect(await provider.trade.cancel(account, orderId)).toMatchObject({ outcome: 'acknowledged' })
  })

  it('reports a lost answer as unknown, and never sends twice', async () => {
    for (const kind of [
      'drop-after-effect',
      'error-after-effect',
      'malformed-body',
      'truncated-body',
    ] as const) {
      const orderId = id()
      await session.practice.command({
        command: 'fault',
        fault: { kind, operation: 'trading.orders.place' },
      })
      expect(await provider.trade.place(draft(), orderId), kind).toMatchObject({
        outcome: 'unknown',
      })
      await session.practice.command({ command: 'clear-faults' })
      const state = (await session.practice.command({ command: 'state' })) as {
        accepted: Record<string, number>
      }
      expect(state.accepted[orderId], kind).toBe(1)
    }
  })

  it('reads the history page by page', async () => {
    let cursor: string | null = null
    const seen = new Set<string>()
    do {
      const page: OrderPage = expectOk(
        await provider.trade.history(account, { from: null, to: null }, cursor),
      )
      for (const order of page.orders) seen.add(order.clientOrderId)
      cursor = page.cursor
    } while (cursor !== null)
    expect(seen.size).toBeGreaterThan(1)
  })
})

describe('tokens and sign-in', () => {
  it('renews a refused 2FA token once and repeats a read', async () => {
    await session.practice.command({ command: 'revoke-tokens' })
    expect((await provider.portfolio.balance(account)).ok).toBe(true)
  })

  it('sends a cancel whose token was refused once more with a renewed one', async () => {
    await session.practice.command({ command: 'revoke-tokens' })
    const outcome = await provider.trade.cancel(account, id())
    expect(outcome).toMatchObject({ outcome: 'rejected' })
    expect(outcome).not.toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('signs in with a code, reads accounts with the bearer, and trades in connect mode', async () => {
    const state = randomBytes(16).toString('hex')
    const codeVerifier = randomBytes(32).toString('base64url')
    const redirectUri = 'http://127.0.0.1:45678/callback'
    const url = new URL(provider.auth.authorizeUrl({ state, codeVerifier, redirectUri }))
    const approved = (await session.practice.command({
      command: 'approve',
      query: Object.fromEntries(url.searchParams),
    })) as { redirect: string }
    const back = new URL(approved.redirect)
    expect(back.searchParams.get('state')).toBe(state)
    const code = back.searchParams.get('code') ?? ''
    const grant = expectOk(await provider.auth.exchange({ code, codeVerifier, redirectUri }))
    expect(grant.accessExpiresInMs).toBe(1_800_000)
    expect(grant.refreshExpiresInMs).toBe(1_296_000_000)
    expect(await provider.auth.exchange({ code, codeVerifier, redirectUri })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-grant' },
    })
    const renewed = expectOk(await provider.auth.refresh(grant.refreshToken))
    expect(renewed.refreshToken).not.toBe(grant.refreshToken)
    expect(await provider.auth.refresh('nonsense')).toMatchObject({
      ok: false,
      error: { kind: 'invalid-grant' },
    })

    const connected = session.provider({ mode: 'connect' })
    connected.useBearer({
      accessToken: () => Promise.resolve(renewed.accessToken),
      rejected: () => {},
    })
    expect(
      expectOk(await connected.portfolio.accounts()).map((entry) => entry.accountId),
    ).toContain(account)
    const orderId = id()
    expect(await connected.trade.place(draft(), orderId)).toMatchObject({ outcome: 'acknowledged' })
    await working(orderId)
    expect(await connected.trade.cancel(account, orderId)).toMatchObject({
      outcome: 'acknowledged',
    })
  })

  it('explains a key of another environment and a wrong secret', async () => {
    const stranger = session.provider({ appKey: 'somebody-else' })
    expect(await stranger.portfolio.balance(account)).toMatchObject({ ok: false })
    const forger = session.provider({ appSecret: 'wrong' })
    expect(await forger.trade.cancel(account, id())).toMatchObject({ outcome: 'not-sent' })
  })
})

describe('streams over the real exchange', () => {
  it('deliver trade events, survive a cut and an expiry, and drop duplicates', async () => {
    const received: OrderEventNotice[] = []
    const reports: ChannelReport[] = []
    let subscribed = 0
    const stop = provider.events.start([account], {
      onOrder: (notice) => received.push(notice),
      onSubscribed: () => {
        subscribed += 1
      },
      onLost: () => {},
      onHealth: (report) => reports.push(report),
    })
    try {
      await until('subscribed', () => subscribed === 1)
      await session.practice.command({
        command: 'fault',
        fault: { kind: 'duplicate-events', count: null },
      })
      const quote = expectOk(await provider.market.snapshots([symbol('AAPL')]))[0]
      const ask = quote?.ask
      if (ask === undefined || ask === null) throw new Error('no ask')
      const orderId = id()
      expect(
        await provider.trade.place(
          // The market moves on until the order arrives; only its fill is an event.
          draft({
            type: 'limit',
            timeInForce: 'day',
            session: 'all',
            limitPrice: asPrice(add(ask, dec('2'))),
          }),
          orderId,
        ),
      ).toMatchObject({ outcome: 'acknowledged' })
      await until('an event of the order', () =>
        received.some((notice) => notice.observation.clientOrderId === orderId),
      )
      await session.practice.command({ command: 'clear-faults' })
      const finals = received.filter(
        (notice) =>
          notice.observation.clientOrderId === orderId && notice.eventType === 'final-fill',
      )
      expect(finals.length).toBeLessThanOrEqual(1)
      await session.practice.command({ command: 'end-streams', channel: 'events', how: 'kill' })
      await until('subscribed again', () => subscribed === 2)
      await session.practice.command({ command: 'end-streams', channel: 'events', how: 'expire' })
      await until('subscribed after expiry', () => subscribed === 3)
      expect(reports.at(-1)?.state).toBe('live')
    } finally {
      stop()
    }
  })

  it('stop on a wrong key', async () => {
    const forger = session.provider({ appSecret: 'wrong' })
    const lost: boolean[] = []
    const stop = forger.events.start([account], {
      onOrder: () => {},
      onSubscribed: () => {},
      onLost: ({ final }) => lost.push(final),
      onHealth: () => {},
    })
    await until('lost', () => lost.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 600))
    stop()
    expect(lost).toEqual([true])
  })

  it('send quotes, book and ticks, follow the subscriptions, and subscribe again after a cut', async () => {
    const quotes: QuotePatch[] = []
    const books = new Set<string>()
    const ticks = new Set<string>()
    const live: string[] = []
    const aapl = symbol('AAPL')
    const stop = provider.stream.start({
      onQuote: (patch) => quotes.push(patch),
      onDepth: (depth) => books.add(depth.symbol),
      onOverLimit: () => undefined,
      onTick: (tick) => ticks.add(tick.symbol),
      onSubscribed: (interest) => live.push(...interest.quotes),
      onHealth: () => {},
    })
    try {
      provider.stream.setInterest({ quotes: [aapl, symbol('SPY')], depth: [aapl], ticks: [aapl] })
      await until(
        'quotes',
        () =>
          quotes.some((patch) => patch.last !== undefined) &&
          quotes.some((patch) => patch.bid !== undefined),
      )
      await until('book', () => books.has('AAPL'))
      await until('ticks', () => ticks.has('AAPL'))
      expect(books.has('SPY')).toBe(false)
      provider.stream.setInterest({ quotes: [symbol('MSFT')], depth: [], ticks: [] })
      await until('the new symbol', () => quotes.some((patch) => patch.symbol === 'MSFT'))
      await untilQuiet(() => quotes.filter((patch) => patch.symbol !== 'MSFT').length)
      const before = quotes.length
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      expect(quotes.slice(before).every((patch) => patch.symbol === 'MSFT')).toBe(true)
      live.length = 0
      await session.practice.command({ command: 'end-streams', channel: 'market', how: 'kill' })
      await until('subscribed again', () => live.includes('MSFT'))
    } finally {
      stop()
    }
  })
})
