import { describe, expect, it } from 'vitest'
import { WatchlistBook } from '../../../../../electron/core/market/watchlists/watchlist-book.js'
import type { WatchlistPort } from '../../../../../electron/core/market/watchlists/watchlist-port.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { symbol, type Symbol } from '../../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import type { ProviderFailure } from '../../../../../electron/core/provider-failure.js'
import { fakeDocument } from '../../../../fakes/document.js'

interface BrokerList {
  name: string
  symbols: Symbol[]
}
const syms = (...names: string[]): Symbol[] => names.map(symbol)

/** A broker that stores lists, and can be unreachable or break off in the middle of a change. */
function fakeBroker() {
  const lists = new Map<string, BrokerList>()
  const broker = {
    lists,
    offline: false,
    /** The symbol that the broker does not know. */
    refused: null as Symbol | null,
    /** Breaks off after the removals of a change. */
    breaksOff: false,
    writes: [] as string[],
  }
  let next = 1
  const failure = (kind: 'unavailable' | 'refused'): Result<never, ProviderFailure> =>
    err(providerFailure(kind, foreign(kind)))
  const write = <T>(call: string, run: () => Result<T, ProviderFailure>) => {
    if (broker.offline) return Promise.resolve(failure('unavailable'))
    broker.writes.push(call)
    return Promise.resolve(run())
  }
  const port: WatchlistPort = {
    async watchlists() {
      if (broker.offline) return failure('unavailable')
      return ok(
        [...lists].map(([watchlistId, { name }], index) => ({
          watchlistId,
          name,
          order: index,
          createdAt: null,
          updatedAt: null,
        })),
      )
    },
    async watchlistSymbols(id) {
      return broker.offline ? failure('unavailable') : ok([...(lists.get(id)?.symbols ?? [])])
    },
    createWatchlist: (name) =>
      write(`create ${name}`, () => {
        const id = `b${next++}`
        lists.set(id, { name, symbols: [] })
        return ok(id)
      }),
    updateWatchlist: (id, { name }) =>
      write(`rename ${name ?? ''}`, () => {
        const list = lists.get(id)
        if (list !== undefined && name !== undefined) list.name = name
        return ok(undefined)
      }),
    deleteWatchlist: (id) =>
      write('delete', () => {
        lists.delete(id)
        return ok(undefined)
      }),
    changeWatchlist: (id, from, to) =>
      write(`change ${to.join(' ')}`, () => {
        const list = lists.get(id)
        if (broker.refused !== null && to.includes(broker.refused)) return failure('refused')
        if (list === undefined) return failure('refused')
        if (broker.breaksOff) {
          list.symbols = from.filter((entry) => to.includes(entry))
          return failure('unavailable')
        }
        list.symbols = [...to]
        return ok(undefined)
      }),
  }
  return { broker, port }
}

function fixture(file = fakeDocument(), fake = fakeBroker()) {
  let now = 0
  let ids = 0
  let timers: { readonly dueAt: number; readonly call: () => void }[] = []
  const book = new WatchlistBook({
    port: async () => fake.port,
    file,
    clock: { now: () => epochMs(now) },
    timers: {
      after(ms, call) {
        const timer = { dueAt: now + ms, call }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      every: () => () => undefined,
    },
    log: { event: () => undefined },
    newId: () => `l${(ids += 1)}`,
  })
  const pass = async (seconds: number): Promise<void> => {
    now += seconds * 1_000
    const due = timers.filter(({ dueAt }) => dueAt <= now)
    timers = timers.filter(({ dueAt }) => dueAt > now)
    for (const { call } of due) call()
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve()
  }
  const only = () => {
    const [list] = book.get().lists
    if (list === undefined) throw new Error('there is no list')
    return list
  }
  return { book, ...fake, file, pass, only }
}

/** A book with one list that both sides have. */
async function synced() {
  const desk = fixture()
  desk.broker.lists.set('b0', { name: 'Tech', symbols: syms('AAPL', 'MSFT') })
  desk.book.subscribe(() => undefined)
  await desk.pass(0)
  expect(desk.only()).toMatchObject({ name: 'Tech', state: 'synced', symbols: ['AAPL', 'MSFT'] })
  return desk
}

describe('the watchlists', () => {
  it('carry a new list, its symbols and its order to the broker', async () => {
    const { book, broker, pass, only } = fixture()
    book.subscribe(() => undefined)
    await pass(0)
    const created = await book.edit({
      kind: 'create',
      name: 'Energy',
      symbols: syms('XOM', 'CVX'),
      atBroker: true,
    })
    expect(created.ok).toBe(true)
    expect(only().state).toBe('pending')
    await pass(0)
    expect([...broker.lists.values()]).toEqual([{ name: 'Energy', symbols: ['XOM', 'CVX'] }])
    expect(only().state).toBe('synced')
    await book.edit({ kind: 'symbols', id: only().id, symbols: syms('CVX', 'XOM', 'SHEL') })
    await book.edit({ kind: 'rename', id: only().id, name: 'Oil' })
    await pass(0)
    expect([...broker.lists.values()]).toEqual([{ name: 'Oil', symbols: ['CVX', 'XOM', 'SHEL'] }])
  })

  it('keep a local list away from the broker until it is to be stored there', async () => {
    const { book, broker, pass, only } = fixture()
    book.subscribe(() => undefined)
    await book.edit({ kind: 'create', name: 'Mine', symbols: syms('KO'), atBroker: false })
    await pass(0)
    expect([only().state, broker.writes]).toEqual(['local', []])
    await book.edit({ kind: 'upload', id: only().id })
    await pass(0)
    expect([only().state, broker.lists.size]).toEqual(['synced', 1])
  })

  it('take what another client changed', async () => {
    const { broker, pass, only } = await synced()
    broker.lists.set('b0', { name: 'Chips', symbols: syms('NVDA', 'AAPL') })
    await pass(60)
    expect(only()).toMatchObject({ name: 'Chips', symbols: ['NVDA', 'AAPL'], state: 'synced' })
    broker.lists.delete('b0')
    await pass(60)
    expect(broker.writes).toEqual([])
  })

  it('store edits without a connection, and replay them after a restart', async () => {
    const { book, broker, port, file, pass, only } = await synced()
    broker.offline = true
    const before = only().id
    await book.edit({ kind: 'symbols', id: before, symbols: syms('AAPL', 'MSFT', 'NVDA') })
    await pass(0)
    expect([book.get().state, only().state]).toEqual(['failed', 'pending'])
    book.dispose()

    const next = fixture(file, { broker, port })
    broker.offline = false
    next.book.subscribe(() => undefined)
    await next.pass(0)
    expect(broker.lists.get('b0')?.symbols).toEqual(['AAPL', 'MSFT', 'NVDA'])
    expect(next.only()).toMatchObject({ id: before, state: 'synced' })
  })

  it('send nothing while both sides were changed, until the person chooses', async () => {
    for (const side of ['mine', 'theirs'] as const) {
      const { book, broker, pass, only } = await synced()
      broker.offline = true
      await book.edit({ kind: 'symbols', id: only().id, symbols: syms('AAPL') })
      broker.lists.set('b0', { name: 'Tech', symbols: syms('AAPL', 'MSFT', 'AMD') })
      broker.offline = false
      await pass(60)
      expect(only()).toMatchObject({
        state: 'conflict',
        symbols: ['AAPL'],
        theirs: { symbols: ['AAPL', 'MSFT', 'AMD'] },
      })
      await pass(60)
      expect(broker.writes).toEqual([])
      await book.edit({ kind: 'resolve', id: only().id, side })
      await pass(0)
      const wanted = side === 'mine' ? ['AAPL'] : ['AAPL', 'MSFT', 'AMD']
      expect(broker.lists.get('b0')?.symbols).toEqual(wanted)
      expect(only()).toMatchObject({ state: 'synced', symbols: wanted })
    }
  })

  it('finish a change that broke off, which is no change of another client', async () => {
    const { book, broker, pass, only } = await synced()
    broker.breaksOff = true
    await book.edit({ kind: 'symbols', id: only().id, symbols: syms('MSFT', 'NVDA') })
    await pass(0)
    expect(broker.lists.get('b0')?.symbols).toEqual(['MSFT'])
    broker.breaksOff = false
    await pass(60)
    expect(only().state).toBe('synced')
    expect(broker.lists.get('b0')?.symbols).toEqual(['MSFT', 'NVDA'])
  })

  it('show a refusal beside the list, and do not repeat it', async () => {
    const { book, broker, pass, only } = await synced()
    broker.refused = symbol('BAD')
    await book.edit({ kind: 'symbols', id: only().id, symbols: syms('AAPL', 'BAD') })
    await pass(0)
    expect(only()).toMatchObject({ state: 'refused', symbols: ['AAPL', 'BAD'] })
    const writes = broker.writes.length
    await pass(60)
    expect(broker.writes).toHaveLength(writes)
    await book.edit({ kind: 'symbols', id: only().id, symbols: syms('AAPL') })
    await pass(0)
    expect(only().state).toBe('synced')
  })

  it('delete a list on both sides, unless the other side changed it meanwhile', async () => {
    const first = await synced()
    await first.book.edit({ kind: 'remove', id: first.only().id })
    await first.pass(0)
    expect([first.broker.lists.size, first.book.get().lists]).toEqual([0, []])

    const second = await synced()
    second.broker.lists.set('b0', { name: 'Tech', symbols: syms('AMD') })
    await second.book.edit({ kind: 'remove', id: second.only().id })
    await second.pass(0)
    expect(second.only().state).toBe('conflict')
    expect(second.broker.lists.size).toBe(1)
  })

  it('refuse what no list can have, with the reason', async () => {
    const { book, only } = await synced()
    const create = (name: string) =>
      book.edit({ kind: 'create', name, symbols: [], atBroker: false })
    for (const [name, code] of [
      ['  ', 'watchlists.noName'],
      ['x'.repeat(51), 'watchlists.longName'],
      ['Tech', 'watchlists.nameTaken'],
    ] as const) {
      expect(await create(name)).toMatchObject({ ok: false, error: { message: { code } } })
    }
    const many = Array.from({ length: 201 }, (_, index) => symbol(`S${index}`))
    expect(await book.edit({ kind: 'symbols', id: only().id, symbols: many })).toMatchObject({
      ok: false,
      error: { message: { code: 'watchlists.tooLong' } },
    })
    expect(await book.edit({ kind: 'remove', id: 'none' })).toMatchObject({ ok: false })
  })

  it('change nothing when the change cannot be stored here', async () => {
    const { book, file, only } = await synced()
    file.failure = { kind: 'unavailable', message: foreign('full') } as never
    expect(await book.edit({ kind: 'symbols', id: only().id, symbols: syms('KO') })).toMatchObject({
      ok: false,
      error: { code: 'storage/failed' },
    })
    expect(only().symbols).toEqual(['AAPL', 'MSFT'])
  })

  it('set a damaged file aside', async () => {
    const file = fakeDocument('{"v":1,"lists":[{"id":1}]}')
    const { book, pass } = fixture(file)
    book.subscribe(() => undefined)
    await pass(0)
    expect(file.aside).toHaveLength(1)
    expect(book.get().state).toBe('ready')
  })
})
