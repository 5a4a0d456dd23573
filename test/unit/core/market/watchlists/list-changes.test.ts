import { describe, expect, it } from 'vitest'
import {
  WatchlistBook,
  type DecidedChange,
} from '../../../../../electron/core/market/watchlists/watchlist-book.js'
import type { DocumentPort } from '../../../../../electron/core/ports.js'
import type { WatchlistPort } from '../../../../../electron/core/market/watchlists/watchlist-port.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { symbol, type Symbol, type ConnectionId } from '../../../../../shared/domain/ids.js'
import type { ListRequest } from '../../../../../shared/domain/reference/list-change.js'
import { err } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { expectOk } from '../../../../harness/system/expect-ok.js'

const syms = (...names: string[]): Symbol[] => names.map(symbol)
const CLAUDE = { connectionId: 'a'.repeat(16) as ConnectionId, assistant: 'Claude' }
const OTHER = { connectionId: 'b'.repeat(16) as ConnectionId, assistant: 'Other' }
const OFFLINE = {
  watchlists: async () => err(providerFailure('unavailable', foreign('offline'))),
} as unknown as WatchlistPort

/** A book without a broker. */
function bookOf(file: DocumentPort): WatchlistBook {
  let ids = 0
  return new WatchlistBook({
    port: async () => OFFLINE,
    file,
    clock: { now: () => epochMs(1_000) },
    timers: { after: () => () => undefined, every: () => () => undefined },
    log: { event: () => undefined },
    newId: () => `${Math.random().toString(16).slice(2, 6)}${(ids += 1)}`,
  })
}

/** A book without a broker, with the list Tech of the person: AAPL, MSFT, AMD. */
async function fixture(file = fakeDocument()) {
  const book = bookOf(file)
  await book.read()
  if (book.get().lists.length === 0) {
    await book.edit({
      kind: 'create',
      name: 'Tech',
      symbols: syms('AAPL', 'MSFT', 'AMD'),
      atBroker: false,
    })
  }
  const tech = book.get().lists[0]?.id ?? ''
  const change = (request: ListRequest, author = CLAUDE) =>
    book.change(author, request, async () => true)
  const decide = async (kind: 'undo' | 'keep', index = 0) =>
    book.edit({ kind, changeId: book.get().changes[index]?.id ?? '' })
  const shown = () => book.get().lists.map(({ name, symbols }) => [name, ...symbols].join(' '))
  return { book, file, tech, change, decide, shown }
}

describe('the changes of watchlists by assistants', () => {
  it('are shown with their author, and undone to the same symbols in the same order', async () => {
    const { book, tech, change, decide, shown } = await fixture()
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('NVDA') }))
    expectOk(await change({ kind: 'remove', id: tech, symbols: syms('MSFT') }))
    expect(shown()).toEqual(['Tech AAPL AMD NVDA'])
    expect(book.get().changes).toEqual([
      {
        ...CLAUDE,
        id: expect.any(String) as string,
        listId: tech,
        changedAt: 1_000,
        isCreated: false,
        renamed: null,
        added: ['NVDA'],
        removed: ['MSFT'],
      },
    ])
    expectOk(await decide('undo'))
    expect(shown()).toEqual(['Tech AAPL MSFT AMD'])
    expect(book.get().changes).toEqual([])
  })

  it('can be undone after a restart', async () => {
    const { file, tech, change } = await fixture()
    expectOk(await change({ kind: 'rename', id: tech, name: 'Chips' }))
    expectOk(await change({ kind: 'remove', id: tech, symbols: syms('AAPL') }))
    const later = await fixture(file)
    expect(later.shown()).toEqual(['Chips MSFT AMD'])
    expectOk(await later.decide('undo'))
    expect(later.shown()).toEqual(['Tech AAPL MSFT AMD'])
  })

  it('are kept without a further change', async () => {
    const { book, tech, change, decide, shown } = await fixture()
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('NVDA') }))
    expectOk(await decide('keep'))
    expect(shown()).toEqual(['Tech AAPL MSFT AMD NVDA'])
    expect(book.get().changes).toEqual([])
    expect((await decide('undo')).ok).toBe(false)
  })

  it('leave what the person changed since, when they are undone', async () => {
    const { book, tech, change, decide, shown } = await fixture()
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('NVDA') }))
    await book.edit({ kind: 'symbols', id: tech, symbols: syms('TSM', 'AAPL', 'NVDA') })
    expectOk(await decide('undo'))
    expect(shown()).toEqual(['Tech TSM AAPL'])
  })

  it('remove a list that an assistant made, unless the person put symbols into it', async () => {
    const { book, change, decide, shown } = await fixture()
    expectOk(await change({ kind: 'create', name: 'Energy', symbols: syms('XOM') }))
    expectOk(await decide('undo'))
    expect(shown()).toEqual(['Tech AAPL MSFT AMD'])
    const made = await change({ kind: 'create', name: 'Energy', symbols: syms('XOM') })
    const id = made.ok ? made.value.list.id : ''
    await book.edit({ kind: 'symbols', id, symbols: syms('XOM', 'CVX') })
    expectOk(await decide('undo'))
    expect(shown()).toEqual(['Tech AAPL MSFT AMD', 'Energy CVX'])
  })

  it('are summed up per assistant and list, and vanish when nothing remains of them', async () => {
    const { book, tech, change } = await fixture()
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('NVDA') }))
    const first = book.get().changes[0]?.id ?? ''
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('TSM') }, OTHER))
    expectOk(await change({ kind: 'remove', id: tech, symbols: syms('NVDA') }))
    expect(book.get().changes.map(({ assistant, added }) => [assistant, ...added])).toEqual([
      ['Other', 'TSM'],
    ])
    // What was shown before the assistant changed more is not decided on.
    const answer = await book.edit({ kind: 'undo', changeId: first })
    expect(answer.ok).toBe(false)
  })

  it('are refused for unknown lists and symbols that are not in the list', async () => {
    const { book, tech, change, shown } = await fixture()
    const refusals = [
      await change({ kind: 'add', id: 'nothing', symbols: syms('NVDA') }),
      await change({ kind: 'remove', id: tech, symbols: syms('AMZN') }),
      await change({ kind: 'create', name: 'Tech', symbols: [] }),
    ].map((answer) => (answer.ok ? 'accepted' : answer.error.kind))
    expect(refusals).toEqual(['unknown', 'not-in-list', 'refused'])
    expect(shown()).toEqual(['Tech AAPL MSFT AMD'])
    expect(book.get().changes).toEqual([])
  })

  it('do not take effect when they cannot be recorded', async () => {
    const { book, tech, shown } = await fixture()
    const request = { kind: 'add', id: tech, symbols: syms('NVDA') } as const
    const answer = await book.change(CLAUDE, request, async () => false)
    expect(answer.ok ? null : answer.error.kind).toBe('not-saved')
    expect(shown()).toEqual(['Tech AAPL MSFT AMD'])
  })

  it('are announced with the decision of the person, and go with their list', async () => {
    const { book, tech, change, decide } = await fixture()
    const decided: DecidedChange[] = []
    book.onDecided((next) => decided.push(next))
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('NVDA') }))
    await decide('keep')
    expect(decided).toMatchObject([
      { decision: 'keep', listName: 'Tech', change: { assistant: 'Claude', added: ['NVDA'] } },
    ])
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('TSM') }))
    await book.edit({ kind: 'remove', id: tech })
    expect(book.get().changes).toEqual([])
  })

  it('SEC-31: bear the author of a name until the person or the broker names the list', async () => {
    const { book, file, tech, change, decide } = await fixture()
    const authors = () => book.get().lists.map(({ name, namedBy }) => [name, namedBy])
    expectOk(await change({ kind: 'create', name: 'Ideas', symbols: syms('NVDA') }))
    expectOk(await change({ kind: 'rename', id: tech, name: 'Chips' }, OTHER))
    expectOk(await change({ kind: 'add', id: tech, symbols: syms('INTC') }))
    expect(authors()).toEqual([
      ['Chips', 'Other'],
      ['Ideas', 'Claude'],
    ])
    const next = await fixture(file)
    expect(next.book.get().lists.map(({ namedBy }) => namedBy)).toEqual(['Other', 'Claude'])
    // Keeping a change leaves its author; undoing the next one returns to that author.
    await decide('keep', 1)
    expectOk(await change({ kind: 'rename', id: tech, name: 'Silicon' }))
    expect(authors()[0]).toEqual(['Silicon', 'Claude'])
    const last = book.get().changes.findIndex(({ renamed }) => renamed?.to === 'Silicon')
    await decide('undo', last)
    expect(authors()[0]).toEqual(['Chips', 'Other'])
    await book.edit({ kind: 'rename', id: tech, name: 'Mine' })
    expect(authors()[0]).toEqual(['Mine', null])
  })

  it('REL-38: are not written over a file that cannot be read now', async () => {
    const { file } = await fixture()
    const stored = file.content
    file.failure = { kind: 'failed', message: 'busy' }
    const reads = fakeDocument(stored)
    const book = bookOf({ ...reads, read: () => file.read(), write: (text) => reads.write(text) })
    const edited = await book.edit({ kind: 'create', name: 'New', symbols: [], atBroker: false })
    await book.read()
    expect(edited.ok).toBe(false)
    expect(reads.content).toBe(stored)
    file.failure = null
    await book.read()
    expect(book.get().lists.map(({ name }) => name)).toEqual(['Tech'])
  })
})
