import { describe, expect, it } from 'vitest'
import { OrderNotifier } from '../../../electron/app/notifications/order-notifier.js'
import { newsNotifications } from '../../../electron/app/notifications/news-text.js'
import {
  LOST_MS,
  watchConnection,
} from '../../../electron/app/notifications/trade-notifications.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { OrderNews } from '../../../shared/domain/notifications/order-news.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import type { HealthView } from '../../../shared/domain/session/health.js'
import { epochMs } from '../../../shared/domain/time.js'
import { catalogue as spanish } from '../../../shared/messages/translations/es/index.js'
import { createMessageFormatter, inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import { fakeDocument } from '../../fakes/document.js'
import { order } from '../renderer/samples.js'

const inSpanish = createMessageFormatter('es', spanish)
/** 10:00 in New York, on a trading day. */
const MORNING = Date.parse('2026-11-27T15:00:00Z')
const quantity = (text: string) => asQuantity(dec(text))
const placed = (id: string, more: Partial<Order> = {}): Order =>
  order(id, { placedAt: epochMs(MORNING), ...more })
const filled = (id: string, units = '100', more: Partial<Order> = {}): Order =>
  placed(id, {
    status: units === '100' ? 'filled' : 'partially-filled',
    filledQuantity: quantity(units),
    averageFillPrice: asPrice(dec('185.10')),
    ...more,
  })

function fakeTimers() {
  let pending: (() => void)[] = []
  return {
    timers: {
      after: (_delayMs: number, run: () => void) => {
        pending.push(run)
        return () => {
          pending = pending.filter((entry) => entry !== run)
        }
      },
      every: () => () => undefined,
    },
    async pass() {
      await new Promise((resolve) => setImmediate(resolve))
      for (const run of pending.splice(0)) run()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** One run of the program with its orders; a restart is another run with the same file. */
function run(file = fakeDocument()) {
  const changed = createEmitter<void>()
  const clock = fakeTimers()
  const bundles: (readonly OrderNews[])[] = []
  const state = { orders: [] as Order[], listed: false, now: MORNING + 1_000 }
  const notifier = new OrderNotifier({
    orders: {
      all: () => state.orders,
      subscribe: (onChange) => changed.add(onChange),
      listed: () => state.listed,
      now: () => epochMs(state.now),
    },
    file,
    timers: clock.timers,
    notify: (news) => void bundles.push(news),
  })
  return {
    file,
    notifier,
    state,
    kinds: () => bundles.map((news) => news.map(({ kind }) => kind)),
    bundles,
    async report(...orders: Order[]) {
      const others = state.orders.filter(
        ({ clientOrderId }) => !orders.some((next) => next.clientOrderId === clientOrderId),
      )
      state.orders = [...others, ...orders]
      state.listed = true
      changed.emit()
      await clock.pass()
    },
  }
}

describe('linked orders of which one fills', () => {
  const linked = (id: string, role: 'take-profit' | 'stop-loss' | 'oco' | 'master', more = {}) =>
    placed(id, {
      side: 'sell',
      type: role === 'stop-loss' ? 'stop' : 'limit',
      terms: { combo: { role, clientComboId: 'combo', comboId: null } } as Order['terms'],
      ...more,
    })
  const FILLED = {
    status: 'filled',
    filledQuantity: quantity('100'),
    averageFillPrice: asPrice(dec('511.17')),
  } as const
  const said = async (before: readonly Order[], after: readonly Order[], waitedMs = 0) => {
    const program = run()
    await program.report(...before)
    program.bundles.length = 0
    program.state.now += waitedMs
    await program.report(...after)
    const news = program.bundles.flat()
    return [inEnglish, inSpanish].map((write) =>
      newsNotifications(news, 'practice', false, write).map(({ content }) => content.title),
    )
  }

  /** After the close of the day, at which orders for the day expire. */
  const afterClose = (before: readonly Order[], after: readonly Order[]) =>
    said(before, after, 8 * 60 * 60_000)

  it('are told in one sentence: what filled, and what was canceled by that', async () => {
    const before = [linked('profit', 'take-profit'), linked('loss', 'stop-loss')]
    const [english, inOther] = await said(before, [
      linked('profit', 'take-profit', { status: 'cancelled' }),
      linked('loss', 'stop-loss', FILLED),
    ])
    expect(english).toEqual([
      expect.stringMatching(/: stop loss filled 100 at 511\.17, take profit canceled$/),
    ])
    expect(inOther).toEqual([
      expect.stringMatching(
        /: límite de pérdidas ejecutado: 100 a 511[.,]17, toma de ganancias cancelada$/,
      ),
    ])
    const [profit] = await said(before, [
      linked('profit', 'take-profit', FILLED),
      linked('loss', 'stop-loss', { status: 'cancelled' }),
    ])
    expect(profit).toEqual([
      expect.stringMatching(/: take profit filled 100 at 511\.17, stop loss canceled$/),
    ])
  })

  it('are named by their type where they have no other role', async () => {
    const stop = { type: 'stop' } as const
    const [english] = await said(
      [linked('a', 'oco'), linked('b', 'oco', stop)],
      [linked('a', 'oco', FILLED), linked('b', 'oco', { ...stop, status: 'cancelled' })],
    )
    expect(english).toEqual([
      expect.stringMatching(/: limit order filled 100 at 511\.17, stop order canceled$/),
    ])
  })

  it('say which of them expired, and whether the other one still works', async () => {
    const GONE = { status: 'cancelled' } as const
    const LASTING = { timeInForce: 'gtc' } as const
    const both = [linked('profit', 'take-profit'), linked('loss', 'stop-loss')]
    expect(
      await afterClose(
        both,
        both.map((order) => ({ ...order, ...GONE })),
      ),
    ).toEqual([
      [expect.stringMatching(/: take profit and stop loss expired$/)],
      [expect.stringMatching(/: vencieron toma de ganancias y límite de pérdidas$/)],
    ])
    const stays = linked('loss', 'stop-loss', LASTING)
    expect(await afterClose([both[0]!, stays], [{ ...both[0]!, ...GONE }, stays])).toEqual([
      [expect.stringMatching(/: take profit expired, stop loss still working$/)],
      [expect.stringMatching(/: toma de ganancias vencida, el límite de pérdidas sigue activo$/)],
    ])
  })

  it('expire with their entry, which alone is told', async () => {
    const all = [linked('entry', 'master'), linked('loss', 'stop-loss')]
    const [english] = await afterClose(
      all,
      all.map((order) => ({ ...order, status: 'cancelled' as const })),
    )
    expect(english).toEqual([expect.stringMatching(/: order expired$/)])
  })

  it('are no news where the person canceled their entry', async () => {
    const before = [
      linked('entry', 'master', { pending: { kind: 'cancel', state: 'sent', since: epochMs(0) } }),
      linked('loss', 'stop-loss'),
    ]
    const after = [
      linked('entry', 'master', { status: 'cancelled' }),
      linked('loss', 'stop-loss', { status: 'cancelled' }),
    ]
    expect(await said(before, after)).toEqual([[], []])
  })

  it('are canceled by the broker where none of them filled', async () => {
    const [english] = await said(
      [linked('profit', 'take-profit')],
      [linked('profit', 'take-profit', { status: 'cancelled' })],
    )
    expect(english).toEqual([expect.stringMatching(/order canceled by the broker$/)])
  })
})

describe('news of orders', () => {
  it('begin after the first list, which is history', async () => {
    const { report, kinds } = run()
    await report(filled('a'), placed('b'))
    expect(kinds()).toEqual([])
    await report(filled('b'))
    expect(kinds()).toEqual([['filled']])
  })

  it('the orders of a hundred fills within a second are one bundle', async () => {
    const { report, bundles } = run()
    const ids = Array.from({ length: 115 }, (_, index) => `o${index}`)
    await report(...ids.map((id) => placed(id)))
    await report(...ids.map((id) => filled(id)))
    expect(bundles.map((news) => news.length)).toEqual([115])
    const shown = newsNotifications(bundles[0] ?? [], 'production', false, inEnglish)
    expect(shown.map(({ content }) => content)).toEqual([
      { title: '115 orders filled', body: 'PRODUCTION' },
    ])
  })

  it('tell partial fills with their own quantity, and the last one as the fill of all', async () => {
    const { report, bundles } = run()
    await report(placed('a'))
    await report(filled('a', '40'))
    await report(filled('a', '70'))
    await report(filled('a'))
    expect(bundles.flat().map(({ kind, quantity: units }) => [kind, String(units)])).toEqual([
      ['partially-filled', '40'],
      ['partially-filled', '30'],
      ['filled', '100'],
    ])
  })

  it('are not repeated when a reconnect reports the same orders again', async () => {
    const { report, kinds } = run()
    await report(placed('a'))
    await report(filled('a'))
    await report(filled('a', '100', { source: 'listing' }))
    await report(filled('a', '100', { updatedAt: epochMs(MORNING + 5_000) }))
    expect(kinds()).toEqual([['filled']])
  })

  it('news of the time while Countersign was closed come with the next start, once', async () => {
    const first = run()
    await first.report(placed('a'), placed('b'), placed('c'))
    await first.report(filled('a'))
    first.notifier.dispose()
    const second = run(first.file)
    second.state.now = MORNING + 5 * 3_600_000
    await second.report(filled('a'), filled('b'), placed('c'), filled('old'))
    expect(second.kinds()).toEqual([['filled']])
    second.notifier.dispose()
    const third = run(first.file)
    await third.report(filled('a'), filled('b'), placed('c'))
    expect(third.kinds()).toEqual([])
  })

  it('leave out a cancellation that was requested here, and say why another order ended', async () => {
    const { report, bundles, state } = run()
    await report(placed('mine'), placed('broker'), placed('day'), placed('bad'))
    await report(
      placed('mine', { pending: { kind: 'cancel', state: 'sent', since: epochMs(MORNING) } }),
    )
    await report(
      placed('mine', { status: 'cancelled' }),
      placed('broker', { status: 'cancelled' }),
      placed('bad', { status: 'rejected', note: message('outcomes.profileSwitched') }),
    )
    // The day after Thanksgiving closes at 13:00.
    state.now = Date.parse('2026-11-27T18:00:01Z')
    await report(placed('day', { status: 'cancelled' }))
    expect(bundles.map((news) => news.map(({ kind }) => kind).toSorted())).toEqual([
      ['canceled', 'rejected'],
      ['expired'],
    ])
  })

  it('name the end of an order that filled in part meanwhile, and not its part alone', async () => {
    const { report, bundles, state } = run()
    await report(placed('ioc'), placed('day'), placed('mine'))
    await report(
      placed('mine', { pending: { kind: 'cancel', state: 'sent', since: epochMs(MORNING) } }),
    )
    await report(
      filled('ioc', '40', { status: 'cancelled' }),
      filled('mine', '40', { status: 'cancelled' }),
    )
    state.now = Date.parse('2026-11-27T18:00:01Z')
    await report(filled('day', '40', { status: 'cancelled' }))
    expect(bundles.map((news) => news.map(({ kind }) => kind).toSorted())).toEqual([
      ['canceled', 'partially-filled'],
      ['expired'],
    ])
    const [ended] = newsNotifications(bundles[1] ?? [], 'practice', false, inEnglish)
    expect(ended?.content.title).toBe('AAPL: order expired, 40 of 100 filled')
  })

  it('tell that the broker cancels an order whose own cancellation it had refused', async () => {
    const { report, kinds } = run()
    await report(placed('a'))
    await report(
      placed('a', { pending: { kind: 'cancel', state: 'sent', since: epochMs(MORNING) } }),
    )
    await report(placed('a', { note: message('outcomes.profileSwitched') }))
    await report(placed('a', { status: 'cancelled' }))
    expect(kinds()).toEqual([['canceled']])
  })

  it('judge an expiration by the hours of the product', async () => {
    const { report, bundles, state } = run()
    // Friday 2026-11-20 at 17:30, for the next day that trades.
    const evening = epochMs(Date.parse('2026-11-20T22:30:00Z'))
    state.now = evening
    const orders = [
      placed('stock', { placedAt: evening }),
      placed('future', { placedAt: evening, assetClass: 'futures' }),
      placed('coin', { placedAt: evening, assetClass: 'crypto' }),
    ]
    await report(...orders)
    state.now = evening + 30 * 60_000
    await report(...orders.map((single) => ({ ...single, status: 'cancelled' as const })))
    const kinds = bundles.flat().map(({ kind, order: { clientOrderId } }) => [clientOrderId, kind])
    expect(Object.fromEntries(kinds)).toEqual({
      stock: 'canceled',
      // Globex is closed from Friday 17:00 to Sunday 18:00: its DAY order ends on Monday.
      future: 'canceled',
      coin: 'canceled',
    })
  })

  it('go on when the file is damaged, which is set aside', async () => {
    const file = fakeDocument('{"v":1,"data":[{"id":7}]}')
    const { report, kinds } = run(file)
    await report(placed('a'))
    await report(filled('a'))
    expect(file.aside).toHaveLength(1)
    expect(kinds()).toEqual([['filled']])
  })
})

describe('notifications of orders', () => {
  const news = (kind: OrderNews['kind'], more: Partial<Order> = {}): OrderNews => ({
    kind,
    order: filled('a', '100', { symbol: symbol('MSFT') as never, ...more }),
    quantity: quantity('1200'),
  })

  it('say what filled, in the language of the window', () => {
    expect(newsNotifications([news('filled')], 'practice', false, inEnglish)[0]?.content).toEqual({
      title: 'Bought 1,200 MSFT at 185.10',
      body: 'Practice',
    })
    expect(
      newsNotifications([news('partially-filled')], 'practice', false, inSpanish)[0]?.content.title,
    ).toBe('Compradas 1,200 MSFT, ejecución parcial')
  })

  it('name the contract of an option and the outcome of an event market', () => {
    const titleOf = (more: Partial<Order>): string | undefined =>
      newsNotifications([news('rejected', more)], 'practice', false, inEnglish)[0]?.content.title
    const none = { filledQuantity: quantity('0') }
    expect(
      titleOf({ ...none, assetClass: 'option', symbol: symbol('AAPL261218C00275000') as never }),
    ).toBe('AAPL 18 Dec 2026 275 call: order rejected')
    expect(
      titleOf({
        ...none,
        assetClass: 'event',
        symbol: symbol('KXRATE-26DEC') as never,
        terms: { ...order('a').terms, outcome: 'no' } as never,
      }),
    ).toBe('NO of KXRATE-26DEC: order rejected')
  })

  it('name no symbol and no amount while figures are hidden', () => {
    const all = [news('filled'), news('rejected'), news('expired')]
    const shown = newsNotifications(all, 'production', true, inEnglish)
    expect(shown).toHaveLength(1)
    const text = `${shown[0]?.content.title} ${shown[0]?.content.body}`
    expect(text).toBe('1 order filled, 1 rejected, and 1 canceled or expired PRODUCTION')
    expect(text).not.toMatch(/MSFT|1,200|185/)
  })
})

describe('a lost connection', () => {
  const health = (state: string): HealthView =>
    ({ channels: [{ state: 'live' }, { state }] }) as unknown as HealthView

  it('is news after a minute only, and its return once', async () => {
    const changed = createEmitter<void>()
    const clock = fakeTimers()
    let view = health('live')
    const events: string[] = []
    const delays: number[] = []
    watchConnection({
      health: { get: () => view, subscribe: (listener) => changed.add(listener) },
      timers: {
        ...clock.timers,
        after: (delayMs, go) => {
          delays.push(delayMs)
          return clock.timers.after(delayMs, go)
        },
      },
      notify: (event) => void events.push(event),
    })
    const become = (state: string): void => {
      view = health(state)
      changed.emit()
    }
    become('down')
    become('live')
    await clock.pass()
    expect(events).toEqual([])
    become('down')
    become('stale')
    await clock.pass()
    become('down')
    become('live')
    become('live')
    expect(events).toEqual(['lost', 'restored'])
    expect(new Set(delays)).toEqual(new Set([LOST_MS]))
  })
})
