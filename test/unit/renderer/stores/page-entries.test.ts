import { createStore } from 'zustand/vanilla'
import { describe, expect, it } from 'vitest'
import { persistEntries, type EntryStorage } from '../../../../renderer/stores/page-entries.js'
import { createAppStateStore } from '../../../../renderer/stores/snapshot-stores.js'

/** A storage that outlives the pages of the test. */
function createStorage(): EntryStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  return {
    items,
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** One life of the page, with a store whose text the person types. */
function openPage(storage: EntryStorage) {
  const appState = createAppStateStore()
  const store = createStore(() => ({ text: '' }))
  persistEntries({ appState }, storage, {
    name: 'typed',
    store,
    saved: (state) => state,
    restore: (saved) => store.setState(saved as { text: string }),
  })
  const openProfile = (id: string, resets = 0): void =>
    appState.setState({ value: { current: { id }, resets } as never })
  return { store, openProfile }
}

describe('what the person entered', () => {
  it('is there again after a reload of the page', () => {
    const storage = createStorage()
    const first = openPage(storage)
    first.openProfile('practice')
    first.store.setState({ text: '12.50' })

    const second = openPage(storage)
    second.openProfile('practice')

    expect(second.store.getState().text).toBe('12.50')
  })

  it('REL-37: is removed, and never shown, after a reset of the profile', () => {
    const storage = createStorage()
    const first = openPage(storage)
    first.openProfile('practice')
    first.store.setState({ text: '12.50' })

    const second = openPage(storage)
    second.openProfile('practice', 1)

    expect(second.store.getState().text).toBe('')
    expect([...storage.items.keys()]).toEqual(['entries/practice/1/typed'])
  })

  it('REL-37: is removed, and never shown, in another profile', () => {
    const storage = createStorage()
    const first = openPage(storage)
    first.openProfile('practice')
    first.store.setState({ text: '12.50' })

    const second = openPage(storage)
    second.openProfile('live')

    expect(second.store.getState().text).toBe('')
    expect([...storage.items.keys()].filter((key) => key.includes('practice'))).toEqual([])
  })

  it('is not restored before the profile is known', () => {
    const storage = createStorage()
    storage.setItem('entries/practice/0/typed', '{"text":"old"}')

    expect(openPage(storage).store.getState().text).toBe('')
  })
})
