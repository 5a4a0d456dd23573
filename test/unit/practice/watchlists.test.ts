import { describe, expect, it } from 'vitest'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { Watchlists } from '../../../electron/practice/data/watchlists.js'

const { lists: maxLists, instruments: maxInstruments } = ASSUMPTIONS.watchlists
const member = (n: number) => ({ symbol: `S${n}`, category: 'US_STOCK' })
const idOf = (made: ReturnType<Watchlists['create']>): string => (made.ok ? made.value : '')

describe('stored watchlists', () => {
  it('belong to one user', () => {
    const store = new Watchlists()
    const id = idOf(store.create('a', 'Mine', undefined, 1))
    expect(store.all('b')).toEqual([])
    expect(store.update('b', id, { name: 'Theirs' }, 2)).toEqual({ ok: false, error: 'not-found' })
    expect(store.remove('b', id)).toEqual({ ok: false, error: 'not-found' })
    expect(store.all('a')).toEqual([{ id, name: 'Mine', sort: 1, created: 1, updated: 1 }])
  })

  it('are limited in number, and a full one refuses additions as a whole', () => {
    const store = new Watchlists()
    const ids = Array.from({ length: maxLists }, (_, n) =>
      idOf(store.create('a', `List ${n}`, undefined, n)),
    )
    expect(new Set(ids).size).toBe(maxLists)
    expect(store.create('a', 'One more', undefined, 0)).toEqual({
      ok: false,
      error: 'too-many-lists',
    })
    expect(store.create('b', 'Another user', undefined, 0).ok).toBe(true)
    const id = ids[0] ?? ''
    expect(
      store.add(
        'a',
        id,
        Array.from({ length: maxInstruments - 1 }, (_, n) => member(n)),
        1,
      ).ok,
    ).toBe(true)
    expect(store.add('a', id, [member(9_001), member(9_002)], 2)).toEqual({
      ok: false,
      error: 'too-many-instruments',
    })
    const entries = store.entries('a', id)
    expect(entries.ok && entries.value.length).toBe(maxInstruments - 1)
    expect(store.add('a', id, [member(9_001), member(0)], 3).ok).toBe(true)
  })

  it('never reuse an id, after a deletion or a restart', () => {
    const store = new Watchlists()
    const first = idOf(store.create('a', 'One', undefined, 1))
    store.remove('a', first)
    const restored = new Watchlists()
    restored.restore(store.snapshot())
    expect(idOf(restored.create('a', 'Two', undefined, 2))).not.toBe(first)
  })

  it('return copies', () => {
    const store = new Watchlists()
    store.create('a', 'One', undefined, 1)
    const taken = store.snapshot()
    taken.users['a']?.pop()
    expect(store.all('a')).toHaveLength(1)
  })
})
