import { describe, expect, it, vi } from 'vitest'
import { WorkspaceStore } from '../../../../electron/core/workspaces/workspace-store.js'
import type { DocumentPort } from '../../../../electron/core/ports.js'
import {
  MAX_WORKSPACES,
  type WorkspaceId,
} from '../../../../shared/domain/app/workspaces/workspaces.js'
import { ok } from '../../../../shared/domain/result.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

const FIRST = 'a'.repeat(16)
const SECOND = 'b'.repeat(16)
const WINDOW = {
  id: 'c'.repeat(16),
  panels: ['chart:2'],
  layout: '{"version":3}',
  places: [],
  isOpen: true,
}
const file = (id: string, name: string, windows: readonly object[] = []): string =>
  JSON.stringify({ v: 1, data: { id, name, layout: '{}', windows } })

/** A folder in memory, by file name. */
function createFolder(files: Record<string, string>) {
  const document = (name: string): DocumentPort => ({
    read: () => Promise.resolve(ok(files[name] ?? null)),
    write(content) {
      files[name] = content
      return Promise.resolve(ok(undefined))
    },
    setAside() {
      files[`${name}.set-aside`] = files[name] ?? ''
      delete files[name]
      return Promise.resolve(ok(`${name}.set-aside`))
    },
    remove() {
      delete files[name]
      return Promise.resolve(ok(undefined))
    },
  })
  return {
    list: () => Promise.resolve(Object.keys(files).filter((name) => name.length === 16)),
    document,
    current: document('current'),
  }
}

function open(files: Record<string, string>) {
  let count = 0
  const onSetAside = vi.fn()
  const store = new WorkspaceStore({
    folder: createFolder(files),
    random: {
      bytes(length: number) {
        count += 1
        return new Uint8Array(length).fill(count)
      },
    } as never,
    log: { event: vi.fn() },
    firstName: () => 'Main',
    onSetAside,
  })
  return { store, onSetAside, files }
}

describe('the stored workspaces', () => {
  it('are read from a file each, and the current one is remembered', async () => {
    const { store } = open({
      [FIRST]: file(FIRST, 'Day'),
      [SECOND]: file(SECOND, 'Options', [WINDOW]),
      current: JSON.stringify({ v: 1, data: { current: SECOND } }),
    })
    await store.load()
    expect(store.current()).toMatchObject({ name: 'Options', windows: [{ panels: ['chart:2'] }] })
  })

  it.each([
    ['no JSON', '{'],
    ['a later version', file(FIRST, 'Day').replace('"v":1', '"v":2')],
    ['the file of another workspace', file(SECOND, 'Day')],
    ['a name with a line break', file(FIRST, 'Day\n2')],
    ['a window without panels', file(FIRST, 'Day', [{ ...WINDOW, panels: [] }])],
    ['an unknown member', file(FIRST, 'Day').replace('"layout"', '"extra":1,"layout"')],
  ])('REL-38: set a file aside that is %s, and keep the others', async (_what, content) => {
    const { store, onSetAside, files } = open({ [FIRST]: content, [SECOND]: file(SECOND, 'Day') })
    await store.load()
    expect(store.all().map(({ id }) => id)).toEqual([SECOND])
    expect(store.current()?.id).toBe(SECOND)
    expect(onSetAside).toHaveBeenCalledWith(`${FIRST}.set-aside`)
    expect(files[`${FIRST}.set-aside`]).toBe(content)
  })

  it('have names of their own, whatever their case', async () => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day'), [SECOND]: file(SECOND, 'Night') })
    await store.load()
    const renamed = await store.rename(SECOND as WorkspaceId, 'day')
    expect(renamed.ok ? null : inEnglish(renamed.error)).toContain('“day”')
    const copy = await store.add('DAY', { layout: null, windows: [] })
    expect(copy.ok && copy.value.name).toBe('DAY (2)')
  })

  it('give a copy windows of its own, so that both can be open in turn', async () => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day', [WINDOW]) })
    await store.load()
    const [source] = store.all()
    if (source === undefined) throw new Error('no workspace')
    const copy = await store.add('Copy', source)
    expect(copy.ok && copy.value.windows[0]).toMatchObject({ panels: ['chart:2'] })
    expect(copy.ok && copy.value.windows[0]?.id).not.toBe(WINDOW.id)
  })

  it('come back after they were removed; the open one stays', async () => {
    const { store, files } = open({ [FIRST]: file(FIRST, 'Day'), [SECOND]: file(SECOND, 'Night') })
    await store.load()
    expect((await store.remove(FIRST as WorkspaceId)).ok).toBe(false)
    expect((await store.remove(SECOND as WorkspaceId)).ok).toBe(true)
    expect(files[SECOND]).toBeUndefined()
    expect((await store.restore(SECOND as WorkspaceId)).ok).toBe(true)
    expect(store.all().map(({ name }) => name)).toEqual(['Day', 'Night'])
    expect(files[SECOND]).toBeDefined()
  })

  it('are exported and imported with their windows, under a free name', async () => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day', [WINDOW]) })
    await store.load()
    const text = store.exportText(FIRST as WorkspaceId)
    if (!text.ok) throw new Error('not exported')
    expect(text.value).not.toContain(FIRST)
    const imported = await store.importText(text.value)
    expect(imported.ok && imported.value).toMatchObject({
      name: 'Day (2)',
      layout: '{}',
      windows: [{ panels: ['chart:2'], layout: WINDOW.layout, isOpen: true }],
    })
  })

  it.each([
    ['no JSON', 'x', 'not an exported workspace'],
    ['another file', '{"format":"countersign-profile","v":1}', 'not an exported workspace'],
    ['a later version', '{"format":"countersign-workspace","v":2}', 'newer version'],
    ['incomplete', '{"format":"countersign-workspace","v":1}', 'damaged'],
  ])('refuse an import that is %s', async (_what, text, reason) => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day') })
    await store.load()
    const imported = await store.importText(text)
    expect(imported.ok ? '' : inEnglish(imported.error)).toContain(reason)
    expect(store.all()).toHaveLength(1)
  })

  it('are imported with each panel in one window only', async () => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day') })
    await store.load()
    const entry = (...panels: readonly string[]) => ({ panels, layout: '{}', places: [] })
    const windows = [entry('ticket'), entry('ticket', 'depth'), entry('ticket')]
    const head = { format: 'countersign-workspace', v: 1, name: 'Two tickets', layout: null }
    const imported = await store.importText(JSON.stringify({ ...head, windows }))
    expect(imported.ok && imported.value.windows.map(({ panels }) => panels)).toEqual([
      ['ticket'],
      ['depth'],
    ])
  })

  it('are imported with a name that is too long cut between its characters', async () => {
    const { store, files } = open({ [FIRST]: file(FIRST, 'Day') })
    await store.load()
    const head = { format: 'countersign-workspace', v: 1, layout: null, windows: [] }
    const long = JSON.stringify({ ...head, name: `${'n'.repeat(55)}${'📈'.repeat(145)}` })
    const first = await store.importText(long)
    const second = await store.importText(long)
    expect(first.ok && first.value.name.startsWith('n'.repeat(55))).toBe(true)
    expect(second.ok && second.value.name.endsWith(' (2)')).toBe(true)
    // Both can be read again.
    const next = open(files)
    await next.store.load()
    expect(next.store.all().map(({ name }) => name)).toContain(second.ok && second.value.name)
    expect(next.onSetAside).not.toHaveBeenCalled()
  })

  it('include the current one when there are more files than there may be workspaces', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(16, '0'))
    const last = ids.at(-1) ?? ''
    const { store, files } = open({
      ...Object.fromEntries(ids.map((id) => [id, file(id, `Day ${id}`)])),
      current: JSON.stringify({ v: 1, data: { current: last } }),
    })
    await store.load()
    expect(store.current()?.id).toBe(last)
    expect(store.all()).toHaveLength(MAX_WORKSPACES)
    expect(Object.keys(files)).toHaveLength(101)
  })

  it('are not more than allowed after a removed one comes back', async () => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day'), [SECOND]: file(SECOND, 'Night') })
    await store.load()
    await store.remove(SECOND as WorkspaceId)
    while ((await store.add('More', { layout: null, windows: [] })).ok);
    const restored = await store.restore(SECOND as WorkspaceId)
    expect(restored.ok ? '' : inEnglish(restored.error)).toContain(String(MAX_WORKSPACES))
    expect(store.all()).toHaveLength(MAX_WORKSPACES)
    // It can still be restored once there is room.
    const other = store.all().at(-1)
    await store.remove(other?.id ?? (FIRST as WorkspaceId))
    expect((await store.restore(SECOND as WorkspaceId)).ok).toBe(true)
  })

  it('are bounded in number', async () => {
    const { store } = open({ [FIRST]: file(FIRST, 'Day') })
    await store.load()
    for (let count = 1; count < MAX_WORKSPACES; count += 1) {
      expect((await store.add('More', { layout: null, windows: [] })).ok).toBe(true)
    }
    expect((await store.add('More', { layout: null, windows: [] })).ok).toBe(false)
  })
})
