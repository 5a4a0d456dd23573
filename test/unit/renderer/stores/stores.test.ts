import { describe, expect, it, vi } from 'vitest'
import { englishText } from '../../../../renderer/language/window-text.js'
import { createRowStore } from '../../../../renderer/stores/row-store.js'
import { createQuoteStore } from '../../../../renderer/stores/market/quotes.js'
import { applyFrame } from '../../../../renderer/stores/bind-streams.js'
import { createMainWindow, startMainWindow } from '../../../../renderer/stores/main-window.js'
import { createOpenStream } from '../../../../renderer/bridge/stream.js'
import { createInvoke } from '../../../../renderer/bridge/client.js'
import {
  createSelectionStore,
  prefillTicket,
  selectSymbol,
} from '../../../../renderer/stores/selection.js'
import { createToastStore, toast } from '../../../../renderer/stores/toasts.js'
import {
  createPreferencesStore,
  loadPreferences,
  movedSymbol,
  setPreferences,
  watchlistOf,
  withSymbol,
} from '../../../../renderer/stores/preferences.js'
import type { PanelWindowId } from '../../../../shared/domain/app/workspaces/workspaces.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  TOPIC_SURFACES,
  type Frame,
  type FrameKind,
  type Topic,
} from '../../../../shared/ipc/streams.js'
import { FakeHost, fakeBridge } from '../fake-host.js'
import { fill, order, quote } from '../samples.js'

const SPY = symbol('SPY')
const frame = (kind: FrameKind, body: unknown, seq = 1): Frame =>
  ({ index: 0, seq, kind, asOf: 5, body }) as Frame
const createTestWindow = (host = new FakeHost(), windowId: PanelWindowId | null = null) =>
  createMainWindow({
    windowId,
    invoke: createInvoke(fakeBridge({})),
    openStream: createOpenStream(host),
    now: () => 0,
    after: host.after,
  })

describe('the streams of a window', () => {
  it.each([
    ['main', null],
    ['panel', 'a1b2c3d4e5f60718' as PanelWindowId],
  ] as const)('SEC-08 a %s window asks for topics that it may read only', (surface, windowId) => {
    const host = new FakeHost()
    const stop = startMainWindow(createTestWindow(host, windowId))
    const kinds = host.streams.flatMap(({ request }) => request.topics.map(({ kind }) => kind))
    // Main refuses a stream as a whole, also its topics that the window may read.
    const refused = kinds.filter((kind) => !TOPIC_SURFACES[kind].some((may) => may === surface))
    expect(refused).toEqual([])
    expect(kinds).toEqual(expect.arrayContaining(['orders', 'instructions', 'assistants']))
    stop()
  })
})

describe('a row store', () => {
  it('notifies only listeners of changed rows, and tables only when rows come or go', () => {
    const store = createRowStore<string, { id: string; n: number }>((row) => row.id)
    const [a, b, keys] = [vi.fn(), vi.fn(), vi.fn()]
    store.onRow('a', a)
    store.onRow('b', b)
    store.onKeys(keys)
    store.upsert([
      { id: 'a', n: 1 },
      { id: 'b', n: 1 },
    ])
    expect([a, b, keys].map((listener) => listener.mock.calls.length)).toEqual([1, 1, 1])
    store.upsert([{ id: 'b', n: 2 }])
    expect([a, b, keys].map((listener) => listener.mock.calls.length)).toEqual([1, 2, 1])
    expect(store.get('b')).toEqual({ id: 'b', n: 2 })
  })

  it('removes rows that a full replacement does not contain', () => {
    const store = createRowStore<string, { id: string }>((row) => row.id)
    const gone = vi.fn()
    store.upsert([{ id: 'a' }, { id: 'b' }])
    store.onRow('a', gone)
    store.replaceAll([{ id: 'b' }, { id: 'c' }])
    expect(store.keys()).toEqual(['b', 'c'])
    expect(gone).toHaveBeenCalledTimes(1)
  })

  it('returns the same arrays until something changes', () => {
    const store = createRowStore<string, { id: string }>((row) => row.id)
    store.upsert([{ id: 'a' }])
    const [all, keys] = [store.all(), store.keys()]
    expect(store.all()).toBe(all)
    store.upsert([{ id: 'a' }])
    expect(store.keys()).toBe(keys)
    expect(store.all()).not.toBe(all)
  })

  it('removes listeners that unsubscribe, also during a notification', () => {
    const store = createRowStore<string, { id: string }>((row) => row.id)
    const second = vi.fn()
    const stop = store.onRow('a', () => stop())
    store.onRow('a', second)
    store.upsert([{ id: 'a' }])
    store.upsert([{ id: 'a' }])
    expect(second).toHaveBeenCalledTimes(2)
  })
})

describe('the quote store', () => {
  it('follows all watched symbols through one stream, opened after a short delay', () => {
    const host = new FakeHost()
    const store = createQuoteStore(createOpenStream(host), host.after)
    store.watch([symbol('MSFT'), SPY])
    const release = store.watch([SPY, symbol('AAPL')])
    expect(host.streams).toHaveLength(0)
    host.advance(30)
    expect(host.streams.map((stream) => stream.request.topics)).toEqual([
      [{ kind: 'quotes', symbols: ['AAPL', 'MSFT', 'SPY'] }],
    ])
    release()
    release()
    host.advance(30)
    expect(host.last().request.topics).toEqual([{ kind: 'quotes', symbols: ['MSFT', 'SPY'] }])
    expect(host.streams[0]?.closed).toBe(true)
  })

  it('keeps its stream when one panel leaves and another watches the same symbols', () => {
    const host = new FakeHost()
    const store = createQuoteStore(createOpenStream(host), host.after)
    const release = store.watch([SPY])
    host.advance(30)
    release()
    store.watch([SPY])
    host.advance(30)
    expect(host.streams).toHaveLength(1)
  })

  it('stores the latest quote per symbol, marks gaps as stale, and drops unwatched symbols', () => {
    const host = new FakeHost()
    const store = createQuoteStore(createOpenStream(host), host.after)
    const release = store.watch([SPY])
    host.advance(30)
    host.last().send('snapshot', [quote('SPY', '660.00')])
    host.last().send('delta', [quote('SPY', '660.01')])
    host.last().send('delta', [quote('SPY', '660.02')])
    host.paint()
    expect(store.rows.get(SPY)?.last).toBe('660.02')
    host.last().send('gap', null)
    host.paint()
    expect(store.rows.freshness()).toBe('stale')
    release()
    host.advance(30)
    expect(store.rows.get(SPY)).toBeUndefined()
  })

  it('splits more symbols than one topic may contain', () => {
    const host = new FakeHost()
    const store = createQuoteStore(createOpenStream(host), host.after)
    store.watch(Array.from({ length: 401 }, (_, index) => symbol(`S${index}`)))
    host.advance(30)
    expect(
      host
        .last()
        .request.topics.map((topic) => (topic.kind === 'quotes' ? topic.symbols.length : 0)),
    ).toEqual([200, 200, 1])
  })
})

describe('frames of the account', () => {
  const ORDERS: Topic = { kind: 'orders' }
  it('replace orders in a snapshot and change only the sent ones in a delta', () => {
    const mainWindow = createTestWindow()
    applyFrame(mainWindow, frame('snapshot', [order('a'), order('b')]), ORDERS)
    applyFrame(mainWindow, frame('delta', [order('b', { status: 'filled' }), order('c')]), ORDERS)
    expect(mainWindow.orders.all().map((row) => [row.clientOrderId, row.status])).toEqual([
      ['a', 'working'],
      ['b', 'filled'],
      ['c', 'working'],
    ])
    applyFrame(mainWindow, frame('snapshot', [order('c')]), ORDERS)
    expect(mainWindow.orders.keys()).toEqual(['c'])
  })

  it('keep every open order and at most 600 final ones, of which the oldest go', () => {
    const mainWindow = createTestWindow()
    const final = Array.from({ length: 1_500 }, (_, index) =>
      order(`f${index}`, { status: 'filled', placedAt: epochMs(1_000 + index) }),
    )
    const open = Array.from({ length: 700 }, (_, index) =>
      order(`o${index}`, { placedAt: epochMs(index) }),
    )
    applyFrame(mainWindow, frame('snapshot', open), ORDERS)
    for (const row of final) applyFrame(mainWindow, frame('delta', [row]), ORDERS)
    const rows = mainWindow.orders.all()
    const retained = rows.filter(({ status }) => status === 'filled')
    expect(rows.length - retained.length).toBe(700)
    expect(retained.length).toBeLessThanOrEqual(600)
    expect(retained.at(-1)?.clientOrderId).toBe('f1499')
    expect(retained[0]?.clientOrderId).toBe(`f${1_500 - retained.length}`)
  })

  it('keep at most the 500 newest instructions', () => {
    const mainWindow = createTestWindow()
    for (let index = 0; index < 620; index += 1) {
      applyFrame(mainWindow, frame('delta', [{ id: `i${index}` }]), { kind: 'instructions' })
    }
    expect(mainWindow.instructions.keys()).toHaveLength(500)
    expect(mainWindow.instructions.keys().at(-1)).toBe('i619')
  })

  it('replace positions and balance completely in every frame', () => {
    const mainWindow = createTestWindow()
    applyFrame(mainWindow, frame('snapshot', [{ positionId: '1' }, { positionId: '2' }]), {
      kind: 'positions',
    })
    applyFrame(mainWindow, frame('delta', [{ positionId: '2' }]), { kind: 'positions' })
    expect(mainWindow.positions.keys()).toEqual(['2'])
    applyFrame(mainWindow, frame('snapshot', null), { kind: 'balance' })
    expect(mainWindow.balance.getState()).toMatchObject({ value: null, freshness: 'live' })
  })

  it('keep two equal executions as two, and only the newest fills', () => {
    const mainWindow = createTestWindow()
    applyFrame(mainWindow, frame('snapshot', [fill('a'), fill('a')]), { kind: 'fills' })
    applyFrame(mainWindow, frame('delta', [fill('a')]), { kind: 'fills' })
    expect(mainWindow.fills.all()).toHaveLength(3)
    applyFrame(
      mainWindow,
      frame(
        'delta',
        Array.from({ length: 2_100 }, (_, index) => fill(`n${index}`)),
      ),
      { kind: 'fills' },
    )
    expect(mainWindow.fills.all()).toHaveLength(2_000)
    expect(mainWindow.fills.all().at(-1)?.clientOrderId).toBe('n2099')
  })

  it('mark a gap as stale and keep the last known state on screen', () => {
    const mainWindow = createTestWindow()
    applyFrame(mainWindow, frame('snapshot', [order('a')]), ORDERS)
    applyFrame(mainWindow, frame('gap', null), ORDERS)
    expect([mainWindow.orders.freshness(), mainWindow.orders.keys().length]).toEqual(['stale', 1])
  })
})

describe('selection and toasts', () => {
  it('move only the panels of one color', () => {
    const store = createSelectionStore()
    selectSymbol(store, SPY, 'amber')
    expect(store.getState().symbols).toEqual({ amber: 'SPY' })
  })

  it('treat a repeated gesture as a second prefill', () => {
    const store = createSelectionStore()
    prefillTicket(store, { symbol: SPY, side: 'sell' })
    const first = store.getState().prefill
    prefillTicket(store, { symbol: SPY, side: 'sell' })
    expect(store.getState().prefill).toEqual({ ...first, nonce: 2 })
    expect(store.getState().symbols.blue).toBe('SPY')
  })

  it('show at most three toasts, the newest ones', () => {
    const store = createToastStore()
    for (let count = 0; count < 7; count += 1) toast(store, 'info', () => `${count}`)
    expect(store.getState().toasts.map((entry) => entry.title(englishText))).toEqual([
      '4',
      '5',
      '6',
    ])
  })
})

describe('preferences', () => {
  const stored = {
    theme: 'dark',
    marketColors: 'green-red',
    confirmOrders: true,
    killShortcut: 'off',
    priceTolerance: 'usual',
    tourDone: false,
    watchlist: ['SPY'],
  } as const
  it('are applied at once and sent as the one member that changed', async () => {
    const bridge = fakeBridge({ 'preferences.get': () => stored, 'preferences.set': () => stored })
    const [store, invoke] = [createPreferencesStore(), createInvoke(bridge)]
    expect(await loadPreferences(store, invoke)).toBe(true)
    const done = setPreferences(store, invoke, { theme: 'light' })
    expect(store.getState().value?.theme).toBe('light')
    expect(await done).toBeNull()
    expect(store.getState().value?.theme).toBe('light')
    expect(bridge.calls.at(-1)).toEqual({ op: 'preferences.set', input: { theme: 'light' } })
  })

  it('hold a watchlist without duplicates, and move symbols only within it', () => {
    const list = [symbol('A'), symbol('B'), symbol('C')]
    expect(withSymbol(list, 'B')).toBe(list)
    expect(movedSymbol(list, symbol('A'), 1)).toEqual(['B', 'A', 'C'])
    expect(movedSymbol(list, symbol('A'), -1)).toBe(list)
    expect(movedSymbol(list, symbol('Z'), 1)).toBe(list)
    expect(watchlistOf({ value: null })).toEqual([])
  })
})
