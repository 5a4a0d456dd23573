import { describe, expect, it, vi } from 'vitest'
import { WorkspaceStore } from '../../../electron/core/workspaces/workspace-store.js'
import type { DocumentPort } from '../../../electron/core/ports.js'
import type { PanelWindowsDeps } from '../../../electron/app/workspaces/panel-windows.js'
import { Workspaces } from '../../../electron/app/workspaces/workspaces.js'
import {
  MAX_PANEL_WINDOWS,
  type PanelWindowId,
} from '../../../shared/domain/app/workspaces/workspaces.js'
import type { Bounds } from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import { symbol } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'

const OFFICE: readonly Bounds[] = [
  { x: 0, y: 0, width: 1_440, height: 900 },
  { x: 1_440, y: 0, width: 1_920, height: 1_080 },
]
const HOME: readonly Bounds[] = [{ x: 0, y: 0, width: 1_440, height: 900 }]

const memory = (): DocumentPort => {
  let text: string | null = null
  return {
    read: () => Promise.resolve(ok(text)),
    write(content) {
      text = content
      return Promise.resolve(ok(undefined))
    },
    setAside: () => Promise.resolve(ok('aside')),
    remove: () => Promise.resolve(ok(undefined)),
  }
}

/** Workspaces with windows that are only recorded. */
/** `closing`: what the page of a window does as it closes. */
async function createService(closing: (id: PanelWindowId) => unknown = () => undefined) {
  let count = 0
  let displays = OFFICE
  let deps: PanelWindowsDeps | null = null
  const log: string[] = []
  const timers: (() => void)[] = []
  const store = new WorkspaceStore({
    folder: { list: () => Promise.resolve([]), document: memory, current: memory() },
    random: {
      bytes(length: number) {
        count += 1
        return new Uint8Array(length).fill(count)
      },
    } as never,
    log: { event: vi.fn() },
    firstName: () => 'Main',
    onSetAside: vi.fn(),
  })
  const workspaces = new Workspaces({
    store,
    fileDialog: { savePath: vi.fn(), openPath: vi.fn() },
    showMainWindow: () => log.push('show main'),
    timers: {
      after(_ms, run) {
        timers.push(run)
        return () => undefined
      },
      every: () => () => undefined,
    },
    createWindows(given) {
      deps = given
      return {
        open: (id, { bounds }) => log.push(`open ${id} ${bounds?.x ?? 'anywhere'}`),
        move: (id, { bounds }) => log.push(`move ${id} ${bounds.x}`),
        async close(id) {
          log.push(`close ${id}`)
          await closing(id)
        },
        show: (id) => log.push(`show ${id}`),
        isMainWindowAt: ({ x }) => x < 100,
        displays: () => displays,
      }
    },
  })
  const current = await workspaces.current()
  if (!current.ok || deps === null) throw new Error('no workspace')
  const opened = await workspaces.openWindow({
    panels: ['ticket'],
    layout: '{}',
    place: null,
    dropped: null,
    from: null,
  })
  if (!opened.ok || opened.value.id === null) throw new Error('no window')
  return {
    workspaces,
    store,
    log,
    deps: deps as PanelWindowsDeps,
    timers,
    main: current.value.id,
    window: opened.value.id,
    connect(next: readonly Bounds[]) {
      displays = next
      ;(deps as PanelWindowsDeps | null)?.onDisplays()
    },
  }
}

const place = (x: number) => ({ bounds: { x, y: 10, width: 600, height: 400 }, maximized: false })

describe('windows with panels', () => {
  it('open after the main window has its layout, not before', async () => {
    const { log, timers, window } = await createService()
    log.length = 0
    expect(timers).toHaveLength(1)
    timers[0]?.()
    expect(log).toEqual([`open ${window} anywhere`])
  })

  it('return to their place when their displays are connected again', async () => {
    const desk = await createService()
    desk.deps.onMoved(desk.window, place(2_000))
    desk.connect(HOME)
    desk.deps.onMoved(desk.window, place(200))
    desk.log.length = 0
    desk.connect(OFFICE)
    desk.connect(HOME)
    expect(desk.log).toEqual([`move ${desk.window} 2000`, `move ${desk.window} 200`])
  })

  it('give the main window what their page saves as it closes', async () => {
    const desk = await createService((id) =>
      desk.workspaces.saveWindow(id, '{"two":true}', ['ticket', 'chart']),
    )
    await desk.workspaces.closeWindow(desk.window, 'to-main-window')
    expect(await desk.workspaces.takeWindow(desk.window)).toEqual(
      ok({ panels: ['ticket', 'chart'], layout: '{"two":true}' }),
    )
  })

  it('give their panels to the main window when the person closes them, once', async () => {
    const desk = await createService()
    expect(await desk.workspaces.takeWindow(desk.window)).toEqual(ok(null))
    desk.deps.onClosed(desk.window)
    await expect
      .poll(() => desk.workspaces.view.get().windows)
      .toEqual([{ id: desk.window, panels: ['ticket'], isOpen: false }])
    expect(await desk.workspaces.takeWindow(desk.window)).toEqual(
      ok({ panels: ['ticket'], layout: '{}' }),
    )
    expect(await desk.workspaces.takeWindow(desk.window)).toEqual(ok(null))
    expect(desk.workspaces.view.get().windows).toEqual([])
  })

  it('take over panels that are dragged out, and give those dropped on the main window to it', async () => {
    const { workspaces, log, window } = await createService()
    const bounds = { x: 700, y: 20, width: 600, height: 400 }
    const dragged = { panels: ['ticket'], layout: '{"typed":1}', place: bounds, from: window }
    log.length = 0
    // The only panel of a window takes its window along.
    expect(await workspaces.openWindow({ ...dragged, dropped: { x: 780, y: 34 } })).toEqual(
      ok({ id: window }),
    )
    expect(log).toEqual([`move ${window} 700`])
    expect(await workspaces.openWindow({ ...dragged, dropped: { x: 50, y: 34 } })).toEqual(
      ok({ id: null }),
    )
    const returned = workspaces.view.get().windows.find(({ isOpen }) => !isOpen)
    if (returned === undefined) throw new Error('nothing to take')
    expect(await workspaces.takeWindow(returned.id)).toEqual(
      ok({ panels: ['ticket'], layout: '{"typed":1}' }),
    )
    const other = await workspaces.openWindow({
      ...dragged,
      panels: ['depth'],
      from: null,
      dropped: { x: 50, y: 34 },
    })
    expect(log.at(-1)).toBe(`open ${(other.ok && other.value.id) || ''} 700`)
  })

  it('are bounded in number; a panel can always return', async () => {
    const { workspaces } = await createService()
    const more = { panels: ['depth'], layout: '{}', place: null, dropped: null, from: null }
    for (let count = 1; count < MAX_PANEL_WINDOWS; count += 1) {
      expect(await workspaces.openWindow(more)).toMatchObject({ ok: true })
    }
    expect(await workspaces.openWindow(more)).toMatchObject({ ok: false })
    expect(await workspaces.returnPanels(['depth'], '{}')).toEqual(ok(undefined))
  })

  it('are asked for the panel that they have; the main window for every other one', async () => {
    const { workspaces, log, window } = await createService()
    log.length = 0
    workspaces.showPanel('ticket', null, { symbol: symbol('AAPL') })
    workspaces.showPanel('chart', null, null)
    expect(log).toEqual([`show ${window}`, 'show main'])
    // The values for the ticket are still there when only the last state is passed on.
    expect(workspaces.view.get()).toMatchObject({
      request: { nonce: 2, window: null, panel: 'chart' },
      ticket: { nonce: 1, window, values: { symbol: 'AAPL' } },
    })
  })

  it('share the symbols of the link groups', async () => {
    const { workspaces } = await createService()
    const received = vi.fn()
    workspaces.view.subscribe(received)
    workspaces.selectSymbols({ blue: symbol('AAPL') })
    workspaces.selectSymbols({ amber: symbol('MSFT') })
    expect(workspaces.view.get().symbols).toEqual({ blue: 'AAPL', amber: 'MSFT' })
    expect(received).toHaveBeenCalledTimes(2)
  })

  it('stay open when the workspace is saved under another name', async () => {
    const { workspaces, store, log, main, window } = await createService()
    log.length = 0
    const created = await workspaces.create('Second')
    expect(created.ok && workspaces.view.get().current).toBe(created.ok && created.value.id)
    expect(workspaces.view.get().windows).toMatchObject([{ id: window, isOpen: true }])
    expect(log).toEqual([])
    // The workspace before keeps such a window, under an id of its own.
    expect(store.get(main)?.windows).toMatchObject([{ panels: ['ticket'], isOpen: true }])
    expect(store.get(main)?.windows[0]?.id).not.toBe(window)
  })

  it('close and open with their workspace, and a late save reaches its own', async () => {
    const { workspaces, store, log, main, window } = await createService()
    const copy = await workspaces.duplicate(main)
    if (!copy.ok) throw new Error('no copy')
    log.length = 0
    await workspaces.switchTo(copy.value.id)
    const opened = store.get(copy.value.id)?.windows[0]?.id ?? ''
    expect(log).toEqual([`close ${window}`, `open ${opened} anywhere`])
    await workspaces.saveWindow(window, '{"late":1}', ['ticket'])
    expect(store.get(main)?.windows[0]?.layout).toBe('{"late":1}')
    expect(store.get(copy.value.id)?.windows[0]?.layout).toBe('{}')
  })
})
