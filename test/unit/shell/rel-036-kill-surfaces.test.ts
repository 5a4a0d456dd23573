import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writtenOut } from '../../harness/written-out.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { KillSwitchControlsDeps } from '../../../electron/app/desktop.js'
import type { KillShortcut } from '../../../shared/domain/app/preference-values.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import { PATIENCE } from '../../harness/system/until.js'

interface Item {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  click(): void
}
const trays: { tooltip: string; menu: Item[]; gone: boolean }[] = []
const surfaceTexts: string[] = []
const shortcuts = new Map<string, () => void>()
const taken = new Set<string>()
let hasTray = true
const image = { resize: () => image, toBitmap: () => new Uint8Array(4 * 22 * 22) }
vi.mock('electron', () => ({
  app: { quit: () => surfaceTexts.push('quit') },
  nativeImage: { createFromDataURL: () => image, createFromBitmap: () => image },
  Menu: { buildFromTemplate: (template: Item[]) => template },
  globalShortcut: {
    register: (keys: string, press: () => void) => {
      if (taken.has(keys)) return false
      shortcuts.set(keys, press)
      return true
    },
    unregister: (keys: string) => shortcuts.delete(keys),
  },
  Notification: class {
    readonly #content: { readonly title: string; readonly body: string }

    static isSupported(): boolean {
      return true
    }
    constructor(content: { readonly title: string; readonly body: string }) {
      this.#content = content
    }
    on(): void {}
    show(): void {
      surfaceTexts.push(`${this.#content.title}: ${this.#content.body}`)
    }
  },
  Tray: class {
    readonly #record = { tooltip: '', menu: [] as Item[], gone: false }
    constructor() {
      if (!hasTray) throw new Error('no tray on this desktop')
      trays.push(this.#record)
    }
    on(): void {}
    setImage(): void {}
    setToolTip(text: string): void {
      this.#record.tooltip = text
    }
    setContextMenu(menu: Item[]): void {
      this.#record.menu = menu
    }
    destroy(): void {
      this.#record.gone = true
    }
  },
}))
const { ElectronKillSwitchControls } = await import(
  '../../../electron/shell/system/kill-switch-controls.js'
)

const DEFAULT_KEYS: KillShortcut = 'CommandOrControl+Alt+Shift+H'
const OTHER_KEYS: KillShortcut = 'CommandOrControl+Alt+Shift+K'
const halted = (working: number): Halt =>
  ({
    scope: 'assistants',
    why: 'w',
    at: 1,
    phase: working > 0 ? 'left' : 'clear',
    withdrawn: 1,
    cancelled: 2,
    working,
    unknown: 0,
    left: [],
  }) as unknown as Halt

function createFixture(kill: () => Promise<Halt> = () => Promise.resolve(halted(0))) {
  const changed = createEmitter<void>()
  const preferred = createEmitter<void>()
  let [unread, halt, states, keys] = [0, null as Halt | null, [] as string[], DEFAULT_KEYS]
  let closeWindow: 'quit' | 'tray' = 'quit'
  let isHalted = false
  const halts: unknown[] = []
  const kills: string[] = []
  const problems: string[] = []
  const services = {
    view: {
      get: () => ({ unread, halt, connections: states.map((state) => ({ state })) }),
      subscribe: (listener: () => void) => changed.add(listener),
    },
    kill: (why: string) => {
      kills.push(why)
      return kill()
    },
    showConfirm: () => surfaceTexts.push('confirm'),
  }
  const surfaces = new ElectronKillSwitchControls({
    assistants: services as unknown as KillSwitchControlsDeps['assistants'],
    preferences: {
      get: () => ({ language: 'en', killShortcut: keys, closeWindow }),
      subscribe: (listener: () => void) => preferred.add(listener),
    } as unknown as KillSwitchControlsDeps['preferences'],
    profile: () => ({ environment: 'production', name: 'My account' }) as Profile,
    trading: {
      halted: () => isHalted,
      halt: (why) => {
        halts.push(why)
        isHalted = true
        changed.emit()
        return Promise.resolve()
      },
      subscribe: () => () => undefined,
    },
    showMainWindow: () => surfaceTexts.push('desk'),
    onKeysTaken: (wanted) => problems.push(wanted),
    log: { event: () => undefined },
  })
  return {
    surfaces,
    kills,
    problems,
    halts,
    closeToTray() {
      closeWindow = 'tray'
      preferred.emit()
    },
    set(change: { unread?: number; halt?: Halt | null; states?: string[]; keys?: KillShortcut }) {
      ;[unread, halt, states, keys] = [
        change.unread ?? unread,
        change.halt === undefined ? halt : change.halt,
        change.states ?? states,
        change.keys ?? keys,
      ]
      if (change.keys !== undefined) preferred.emit()
      changed.emit()
    },
  }
}
const item = (id: string): Item => {
  const found = trays.at(-1)?.menu.find((entry) => entry.id === id)
  if (found === undefined) throw new Error(`no ${id}`)
  return found
}

beforeEach(() => {
  trays.length = surfaceTexts.length = 0
  shortcuts.clear()
  taken.clear()
  hasTray = true
})

describe('REL-36: the kill switch outside the window', () => {
  test('uses the tray and the shortcut only while an assistant is paired', () => {
    const { set, surfaces } = createFixture()
    expect([trays.length, shortcuts.size, surfaces.tray()]).toEqual([0, 0, null])
    set({ states: ['revoked'] })
    expect([trays.length, shortcuts.size]).toEqual([0, 0])
    set({ states: ['revoked', 'paused'] })
    expect([trays.length, [...shortcuts.keys()]]).toEqual([1, [DEFAULT_KEYS]])
    set({ states: ['revoked', 'revoked'] })
    expect([trays[0]?.gone, shortcuts.size]).toEqual([true, 0])
  })

  test('shows environment, account and pending instructions in the tray, and opens them', () => {
    const { set } = createFixture()
    set({ states: ['active'], unread: 2 })
    expect(trays[0]?.tooltip).toBe('Countersign · PRODUCTION · My account · 2 pending instructions')
    item('waiting').click()
    item('open').click()
    item('quit').click()
    expect(surfaceTexts).toEqual(['confirm', 'desk', 'quit'])
    set({ unread: 0 })
    expect([item('waiting').label, item('waiting').enabled]).toEqual([
      'No pending instructions',
      false,
    ])
    expect(trays).toHaveLength(1)
  })

  test('stays in the tray without an assistant while the window closes to it, and halts trading', () => {
    const { closeToTray, set, surfaces, halts } = createFixture()
    closeToTray()
    expect([trays.length, shortcuts.size, surfaces.hasTray()]).toEqual([1, 0, true])
    expect(trays[0]?.tooltip).toBe('Countersign · PRODUCTION · My account')
    expect(trays[0]?.menu.map(({ id }) => id)).toEqual(['open', 'waiting', 'halt-trading', 'quit'])
    item('halt-trading').click()
    expect(writtenOut(halts)).toEqual(['Halted from the tray.'])
    expect([item('halt-trading').label, item('halt-trading').enabled]).toEqual([
      'Trading is halted',
      false,
    ])
    expect(trays[0]?.tooltip).toContain('trading halted')
    set({ states: ['active'] })
    expect([trays.length, shortcuts.size]).toEqual([1, 1])
  })

  test('halts with one click in the tray and shows what is left, also in the menu', async () => {
    const { set, kills } = createFixture(() => Promise.resolve(halted(3)))
    set({ states: ['active'] })
    item('stop').click()
    expect(writtenOut(kills)).toEqual(['Halted from the tray.'])
    await vi.waitFor(
      () => expect(surfaceTexts).toEqual(['Assistants are halted: 3 working, 0 unknown.']),
      PATIENCE,
    )
    set({ halt: halted(3) })
    expect(item('halted').label).toBe('Assistants are halted: 3 working, 0 unknown')
    set({ halt: halted(0) })
    expect(item('halted').label).toBe('Assistants are halted: 0 working, 0 unknown')
    expect(trays[0]?.tooltip).toContain('assistants halted')
  })

  test('halts with the global shortcut, which can be changed or off, and reports failures', async () => {
    const { set, kills, problems, surfaces } = createFixture(() =>
      Promise.reject(new Error('no room')),
    )
    set({ states: ['active'] })
    shortcuts.get(DEFAULT_KEYS)?.()
    expect(writtenOut(kills)).toEqual(['Halted with the keyboard, from outside the window.'])
    await vi.waitFor(() => expect(surfaceTexts[0]).toMatch(/could not be halted/), PATIENCE)
    set({ keys: OTHER_KEYS })
    expect([...shortcuts.keys()]).toEqual([OTHER_KEYS])
    set({ keys: 'off' })
    expect([shortcuts.size, problems]).toEqual([0, []])
    taken.add(DEFAULT_KEYS)
    set({ keys: DEFAULT_KEYS })
    set({ unread: 1 })
    expect([shortcuts.size, problems, surfaces.keys]).toEqual([0, [DEFAULT_KEYS], 'off'])
  })

  test('uses the shortcut on a desktop without a tray, and releases both at the end', () => {
    hasTray = false
    const { set, surfaces } = createFixture()
    set({ states: ['active'] })
    expect([trays.length, [...shortcuts.keys()], surfaces.tray()]).toEqual([
      0,
      [DEFAULT_KEYS],
      null,
    ])
    hasTray = true
    set({ unread: 1 })
    expect(trays).toHaveLength(1)
    surfaces.stop()
    expect([shortcuts.size, trays[0]?.gone]).toEqual([0, true])
    set({ unread: 2 })
    expect([shortcuts.size, trays.length]).toEqual([0, 1])
  })
})
