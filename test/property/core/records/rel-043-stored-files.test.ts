import { WORKSPACE_NAME_CHARS } from '../../../../shared/domain/app/workspaces/workspaces.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import {
  WatchlistBook,
  type WatchlistBookDeps,
} from '../../../../electron/core/market/watchlists/watchlist-book.js'
import type { WatchlistPort } from '../../../../electron/core/market/watchlists/watchlist-port.js'
import type { JournalRecords } from '../../../../electron/core/records/journal/journal-records.js'
import { JournalService } from '../../../../electron/core/records/journal/journal-service.js'
import { WorkspaceStore } from '../../../../electron/core/workspaces/workspace-store.js'
import type { AlertCondition, AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import { MAX_ALERT_NOTE, PRICE_CROSSINGS } from '../../../../shared/domain/alerts/alert.js'
import { TRADE_SOURCES } from '../../../../shared/domain/account/journal.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { DRAWING_COLORS, MAX_DRAWING_TEXT } from '../../../../shared/domain/drawings/drawing.js'
import { type DrawingSource } from '../../../../shared/domain/drawings/drawing.schema.js'
import {
  accountId,
  clientOrderId,
  symbol,
  type ConnectionId,
} from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { WindowRequest } from '../../../../shared/domain/instructions/window-request.js'
import { ok } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { anyDraft } from '../../../harness/order-arbitraries.js'
import { runs } from '../../../harness/system/effort.js'
import { openAlerts, T0 } from '../../../unit/core/alerts/alert-fixture.js'
import {
  AAPL,
  anchor,
  createBook,
  drawingTerms,
} from '../../../unit/core/drawings/drawing-fixture.js'
import {
  createFiles,
  MSFT,
  openWindow,
} from '../../../unit/core/instructions/window/window-fixture.js'
import { notesFixture } from '../../../unit/core/records/journal/notes-fixture.js'

/** Texts of any script, with what normalization makes longer and what no line may contain. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    // As long as the window lets it be, which counts as strings do.
    fc
      .tuple(fc.constantFrom('\u{1f600}', '\u{1d15e}', '\u0958', 'a'), fc.integer({ min: 0 }))
      .map(([unit, cut]) => unit.repeat(Math.floor(maxLength / unit.length)).slice(cut % 3)),
  )
const anyDecimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 10 }))
  .map(([digits, places]) => {
    const text = `${digits}`.padStart(places + 1, '0')
    return dec(places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`)
  })
const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(epochMs)

const anyCondition: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({ when: fc.constantFrom(...PRICE_CROSSINGS), price: anyDecimal }).map(
    ({ when, price }): AlertCondition => ({
      kind: 'price',
      instrument: { assetClass: 'stock', symbol: symbol('AAPL') },
      when,
      price: asPrice(price),
    }),
  ),
  anyDecimal.map(
    (quantity): AlertCondition => ({
      kind: 'volume',
      instrument: { assetClass: 'stock', symbol: symbol('BRK.A') },
      quantity: asQuantity(quantity),
    }),
  ),
  fc.record({ isUp: fc.boolean(), ratio: anyDecimal }).map(
    ({ isUp, ratio }): AlertCondition => ({
      kind: 'change',
      instrument: { assetClass: 'crypto', symbol: symbol('BTCUSD') },
      when: isUp ? 'above' : 'below',
      ratio,
    }),
  ),
)
const anyTerms: fc.Arbitrary<AlertTerms> = fc.record({
  condition: anyCondition,
  repeatMs: fc.option(fc.integer({ min: 60_000, max: 10_000_000 })),
  expiresAt: fc.option(fc.integer({ min: T0 + 100 * DAY_MS, max: T0 + 300 * DAY_MS }).map(epochMs)),
  sound: fc.boolean(),
  notification: fc.boolean(),
  note: anyText(MAX_ALERT_NOTE),
  ticket: fc.option(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.option(anyDecimal.map(asQuantity)),
      limitPrice: fc.option(anyDecimal.map(asPrice)),
    }),
  ),
})

describe('REL-43: what the store of a file writes is read back after a restart', () => {
  it('alerts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTerms, { minLength: 1, maxLength: 4 }), async (all) => {
        const first = await openAlerts()
        for (const terms of all) await first.alerts.edit({ kind: 'create', terms })
        expect(first.alerts.get().alerts).toHaveLength(all.length)
        await first.alerts.dispose()
        const next = await openAlerts({ file: first.file })
        expect(next.damaged()).toBe(0)
        const terms = ({ alerts }: typeof first) =>
          alerts.get().alerts.map(({ id, condition, note, ticket, repeatMs, expiresAt }) => {
            return { id, condition, note, ticket, repeatMs, expiresAt }
          })
        expect(terms(next)).toEqual(terms(first))
        await next.alerts.dispose()
      }),
      { numRuns: runs(40, 400) },
    )
  })

  it('drawings', async () => {
    const anySource: fc.Arbitrary<DrawingSource> = fc.oneof(
      fc.constant<DrawingSource>({ kind: 'person' }),
      fc.constant<DrawingSource>({ kind: 'assistant', name: 'Claude' }),
    )
    const anyDrawing = fc.record({
      price: anyDecimal,
      minute: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      color: fc.constantFrom(...DRAWING_COLORS),
      text: anyText(MAX_DRAWING_TEXT),
      source: anySource,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyDrawing, { minLength: 1, maxLength: 4 }), async (all) => {
        const file = fakeDocument()
        const { book, time } = createBook(file)
        await book.load()
        for (const { price, minute, color, text, source } of all) {
          const anchors = [{ ...anchor(minute, '1'), price: asPrice(price) }]
          const { style, ...terms } = drawingTerms('horizontal', anchors, { text })
          await book.add(AAPL, { ...terms, style: { ...style, color } }, source)
        }
        await time.advance(5_000)
        await book.dispose()
        const next = createBook(file)
        await next.book.load()
        expect(file.aside).toEqual([])
        expect(next.book.view(AAPL).get().drawings).toEqual(book.view(AAPL).get().drawings)
      }),
      { numRuns: runs(40, 400) },
    )
  })

  it('what assistants changed in the window', async () => {
    const anyRequest: fc.Arbitrary<WindowRequest> = fc.oneof(
      fc.record({ price: anyDecimal, note: anyText(160) }).map(
        ({ price, note }): WindowRequest => ({
          kind: 'alert',
          symbol: MSFT,
          condition: { kind: 'price', when: 'through', price: asPrice(price) },
          note,
        }),
      ),
      fc
        .record({
          price: anyDecimal,
          text: anyText(400),
          color: fc.constantFrom(...DRAWING_COLORS),
        })
        .map(
          ({ price, ...terms }): WindowRequest => ({
            kind: 'mark',
            symbol: MSFT,
            price: asPrice(price),
            ...terms,
          }),
        ),
      anyDraft.map(
        ({
          side,
          type,
          timeInForce,
          session,
          size,
          limitPrice,
          stopPrice,
          trail,
          expireDate,
        }): WindowRequest => ({
          kind: 'fill',
          fill: {
            symbol: MSFT,
            side,
            type,
            timeInForce,
            session,
            size,
            limitPrice,
            stopPrice,
            trail,
            expireDate,
            outcome: null,
          },
        }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 5 }), async (all) => {
        const files = createFiles()
        const first = await openWindow(files)
        for (const request of all) await first.change(request)
        await first.drawingTime.advance(5_000)
        await first.book.dispose()
        const next = await openWindow(files)
        expect([files.changes.aside, files.alerts.aside, files.drawings.aside]).toEqual([
          [],
          [],
          [],
        ])
        // What filled the ticket is offered again: the page does not hold it any more.
        const changesOf = ({ book }: typeof first) =>
          book
            .get()
            .changes.map(({ isOffered: _, change, ...entry }) =>
              change.kind === 'ticket' ? { ...entry, fill: change.fill } : { ...entry, change },
            )
        expect(changesOf(next)).toEqual(changesOf(first))
        await next.book.dispose()
      }),
      { numRuns: runs(25, 250) },
    )
  })

  it('watchlists, also those of other clients', async () => {
    const anySymbols = fc.array(
      fc.oneof(
        fc.constantFrom('AAPL', 'BRK.A', 'ESZ6'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      ),
      { maxLength: 4 },
    )
    const anyRemote = fc.record({
      watchlistId: fc.uuid(),
      name: anyText(150),
      symbols: anySymbols,
    })
    const author = { connectionId: 'a'.repeat(16) as ConnectionId, assistant: 'Claude' }
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRemote, { maxLength: 3 }),
        fc.array(anyText(50), { minLength: 1, maxLength: 4 }),
        async (remote, names) => {
          const file = fakeDocument()
          const port = {
            watchlists: () => Promise.resolve(ok(remote)),
            watchlistSymbols: (id: string) =>
              Promise.resolve(
                ok(remote.find((list) => list.watchlistId === id)?.symbols.map(symbol) ?? []),
              ),
          } as unknown as WatchlistPort
          let ids = 0
          const deps: WatchlistBookDeps = {
            port: () => Promise.resolve(port),
            file,
            clock: { now: () => epochMs(1) },
            timers: { after: () => () => undefined, every: () => () => undefined },
            log: { event: () => undefined },
            newId: () => `${(ids += 1)}`,
          }
          const book = new WatchlistBook(deps)
          for (const [index, name] of names.entries()) {
            if (index % 2 === 0) {
              await book.edit({ kind: 'create', name, symbols: [], atBroker: false })
            } else {
              const symbols = [symbol('AAPL')]
              await book.change(author, { kind: 'create', name, symbols }, async () => true)
            }
          }
          await book.read()
          const next = new WatchlistBook(deps)
          await next.load()
          expect(file.aside).toEqual([])
          expect(next.get().lists).toEqual(book.get().lists)
          expect(next.get().changes).toEqual(book.get().changes)
        },
      ),
      { numRuns: runs(60, 600) },
    )
  })

  it('the records of the journal, also those of other clients', async () => {
    // Other clients of the account choose ids and names as they like.
    const anyId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
    const anyKey = fc
      .tuple(fc.constantFrom('stock', 'option', 'futures', 'crypto'), anyId)
      .map(([assetClass, id]) => `${assetClass} ${id.replaceAll(/\s/gu, '-')}` as InstrumentKey)
    const anyRecords: fc.Arbitrary<JournalRecords> = fc
      .record({
        id: anyId,
        key: anyKey,
        quantity: anyDecimal,
        price: anyDecimal,
        legs: fc.integer({ min: 0, max: 25 }),
        source: fc.record({
          kind: fc.constantFrom(...TRADE_SOURCES),
          name: fc.option(anyText(60)),
        }),
        symbol: anyId,
        text: anyText(100),
        time: anyTime,
      })
      .map(({ id, key, quantity, price, legs, source, symbol: name, text, time }) => ({
        accountId: accountId('ACC'),
        readAt: time,
        fills: [
          {
            id,
            order: clientOrderId(id),
            time,
            isBuy: true,
            quantity: asQuantity(quantity),
            price: asPrice(price),
          },
        ],
        orders: [
          {
            id: clientOrderId(id),
            legs: Array.from({ length: legs }, () => ({
              key,
              isBuy: true,
              quantity: asQuantity(quantity),
              multiplier: quantity,
            })),
            quantity: asQuantity(quantity),
            filled: asQuantity(quantity),
            fees: asMoney(price),
            isFinal: true,
            source,
          },
        ],
        activities: [
          {
            id,
            kind: 'journal',
            subKind: text,
            symbol: symbol(name),
            amount: asMoney(price),
            time,
            day: '2026-11-27' as never,
            ratio: null,
          },
        ],
        transfers: [],
        holdings: [
          { key, quantity: asQuantity(quantity), averageCost: asPrice(price), multiplier: null },
        ],
        unreadable: 0,
      }))
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        const file = fakeDocument()
        const stored: (JournalRecords | null)[] = []
        const open = () =>
          new JournalService({
            reader: {
              read: (_account, before) => {
                stored.push(before)
                return Promise.resolve(ok(records))
              },
            },
            file: () => file,
            notes: notesFixture().open(),
            timers: systemTimers,
            log: { event: () => undefined },
          })
        for (let run = 0; run < 2; run += 1) {
          const service = open()
          await service.report(records.accountId, { from: null, to: null })
          await expect.poll(() => file.content).not.toBeNull()
          service.dispose()
        }
        expect(file.aside).toEqual([])
        expect(stored).toEqual([null, records])
      }),
      { numRuns: runs(60, 600) },
    )
  })

  it('workspaces', async () => {
    // What the window may send: a plain line of the longest length at most.
    const anyName = anyText(WORKSPACE_NAME_CHARS)
      .map((name) => plainLine(name, WORKSPACE_NAME_CHARS))
      .filter((name) => name !== '' && name.length <= WORKSPACE_NAME_CHARS)
    await fc.assert(
      fc.asyncProperty(fc.array(anyName, { maxLength: 3 }), async (names) => {
        const files = new Map<string, string>()
        const aside: string[] = []
        const document = (name: string) => ({
          read: () => Promise.resolve(ok(files.get(name) ?? null)),
          write: (content: string) => {
            files.set(name, content)
            return Promise.resolve(ok(undefined))
          },
          setAside: () => {
            aside.push(name)
            files.delete(name)
            return Promise.resolve(ok('aside'))
          },
          remove: () => {
            files.delete(name)
            return Promise.resolve(ok(undefined))
          },
        })
        let idCount = 0
        const open = async (): Promise<WorkspaceStore> => {
          const store = new WorkspaceStore({
            folder: {
              list: () => Promise.resolve([...files.keys()].filter((key) => key !== 'current')),
              document,
              current: document('current'),
            },
            random: {
              bytes: (length: number) => new Uint8Array(length).fill((idCount += 1)),
            } as never,
            log: { event: () => undefined },
            firstName: () => 'Main',
            onSetAside: () => undefined,
          })
          await store.load()
          return store
        }
        const store = await open()
        const content = { layout: '{}', windows: [] }
        // A second one of a name is numbered.
        for (const name of [...names, ...names, ...names]) await store.add(name, content as never)
        const next = await open()
        expect(aside).toEqual([])
        expect(next.all()).toEqual(store.all())
      }),
      { numRuns: runs(40, 400) },
    )
  })
})
