import { knowsArrangement, placeFor, withPlace } from '../../core/workspaces/arrangement.js'
import type { LiveValue } from '../../core/live-values.js'
import type { TimerPort } from '../../core/ports.js'
import type { StoredWindow, StoredWorkspace } from '../../core/workspaces/stored-workspace.js'
import type { WorkspaceStore } from '../../core/workspaces/workspace-store.js'
import type { OpenedPanels, WorkspaceServices } from '../../handlers/workspace-handlers.js'
import { appError, type AppError, type AppResult } from '../../../shared/domain/app/app-error.js'
import {
  MAX_PANEL_WINDOWS,
  type PanelWindowId,
  type WorkspaceId,
} from '../../../shared/domain/app/workspaces/workspaces.js'
import {
  type PanelRequest,
  type TicketRequest,
  type WindowsView,
} from '../../../shared/domain/app/workspaces/windows-view.js'
import type {
  Bounds,
  TicketValues,
} from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import type { PanelWindows, PanelWindowsDeps } from './panel-windows.js'
import { StoredWindows } from './stored-windows.js'
import { readWorkspaceFile, saveWorkspaceFile } from './workspace-files.js'

export interface WorkspacesOptions {
  readonly store: WorkspaceStore
  readonly fileDialog: FileDialogPort
  /** Creates the windows; called once. */
  readonly createWindows: (deps: PanelWindowsDeps) => PanelWindows
  /** Shows the main window, because the person requested a panel in it. */
  readonly showMainWindow: () => void
  readonly timers: TimerPort
}

/** The main window is drawn first; the other windows open after it. */
const WINDOWS_DELAY_MS = 800

const refused = (reason: Message): { readonly ok: false; readonly error: AppError } =>
  err(appError('workspace/refused', reason))

/** Turns the reason of a store into the error of a call. */
const answered = <T>(result: Result<T, Message>): Result<T, AppError> =>
  result.ok ? result : refused(result.error)

/**
 * The workspaces of the person, the windows beside the main window, and what all windows share: the
 * symbols of the link groups, and requests for a panel that another window has.
 */
export class Workspaces implements WorkspaceServices {
  readonly #options: WorkspacesOptions
  readonly #store: WorkspaceStore
  readonly #stored: StoredWindows
  readonly #windows: PanelWindows
  readonly #changed = createEmitter<void>()
  #symbols: Readonly<Record<string, Symbol | null>> = {}
  #request: PanelRequest | null = null
  #ticket: TicketRequest | null = null
  /** Increases with every change of the symbols. */
  #revision = 0
  #preferences = 0
  /** True once the main window has its layout. */
  #isStarted = false
  #view: WindowsView

  constructor(options: WorkspacesOptions) {
    this.#options = options
    this.#store = options.store
    this.#stored = new StoredWindows(options.store)
    this.#windows = options.createWindows({
      onMoved: (id, place) => this.#onMoved(id, place),
      onClosed: (id) => void this.#setOpen(id, false),
      onDisplays: () => this.#onDisplays(),
    })
    this.#view = this.#currentView()
  }

  readonly view: LiveValue<WindowsView> = {
    get: () => this.#view,
    subscribe: (listener) => this.#changed.add(listener),
  }

  /** Tells the windows that a preference has changed. */
  onPreferences(): void {
    this.#preferences += 1
    this.#emit()
  }

  async current(): AppResult<{ id: WorkspaceId; layout: string | null }> {
    await this.#store.load()
    this.#emit()
    if (!this.#isStarted) this.#options.timers.after(WINDOWS_DELAY_MS, () => this.#openWindows())
    this.#isStarted = true
    const current = this.#store.current()
    return current === null ? refused(message('workspaces.unknown')) : ok(layoutOf(current))
  }

  /** Resolves once everything that was changed is on disk, or could not be written. */
  settled(): Promise<void> {
    return this.#store.settled()
  }

  async save(id: WorkspaceId, layout: string): AppResult<void> {
    return answered(await this.#store.change(id, { layout }))
  }

  async switchTo(id: WorkspaceId): AppResult<{ id: WorkspaceId; layout: string | null }> {
    const before = this.#store.current()
    const opened = await this.#store.setCurrent(id)
    if (!opened.ok && this.#store.current()?.id !== id) return answered(opened)
    const next = this.#store.current()
    if (next === null) return refused(message('workspaces.unknown'))
    for (const { id: window } of before?.windows ?? []) void this.#windows.close(window)
    this.#symbols = {}
    this.#openWindows()
    this.#emit()
    return ok(layoutOf(next))
  }

  async create(name: string): AppResult<{ id: WorkspaceId }> {
    const before = this.#store.current()
    if (before === null) return refused(message('workspaces.unknown'))
    const added = await this.#store.add(name, { layout: before.layout, windows: [] })
    if (!added.ok) return answered(added)
    const { id } = added.value
    // A window may have saved its layout while the new workspace was written.
    const windows = this.#store.get(before.id)?.windows ?? before.windows
    // The open windows continue in the new workspace; the one before gets copies.
    await this.#store.change(id, { windows })
    const copies = windows.map((entry) => ({ ...entry, id: this.#store.newWindowId() }))
    await this.#store.change(before.id, { windows: copies })
    return this.#afterChange(await this.#store.setCurrent(id), { id })
  }

  async rename(id: WorkspaceId, name: string): AppResult<void> {
    return this.#afterChange(await this.#store.rename(id, name), undefined)
  }

  async duplicate(id: WorkspaceId): AppResult<{ id: WorkspaceId }> {
    const source = this.#store.get(id)
    if (source === null) return refused(message('workspaces.unknown'))
    const added = await this.#store.add(source.name, source)
    return added.ok ? this.#afterChange(added, { id: added.value.id }) : answered(added)
  }

  async remove(id: WorkspaceId): AppResult<void> {
    return this.#afterChange(await this.#store.remove(id), undefined)
  }

  async restore(id: WorkspaceId): AppResult<void> {
    return this.#afterChange(await this.#store.restore(id), undefined)
  }

  async export(id: WorkspaceId): AppResult<boolean> {
    const workspace = this.#store.get(id)
    const text = this.#store.exportText(id)
    if (workspace === null || !text.ok) return refused(message('workspaces.unknown'))
    return saveWorkspaceFile(this.#options.fileDialog, workspace.name, text.value)
  }

  async import(): AppResult<{ id: WorkspaceId; layout: string | null } | null> {
    const text = await readWorkspaceFile(this.#options.fileDialog)
    if (!text.ok || text.value === null) return text.ok ? ok(null) : text
    const imported = await this.#store.importText(text.value)
    return imported.ok ? this.#afterChange(imported, layoutOf(imported.value)) : answered(imported)
  }

  async openWindow({
    panels,
    layout,
    place,
    dropped,
    from,
  }: OpenedPanels): AppResult<{ id: PanelWindowId | null }> {
    if (from !== null && dropped !== null && this.#windows.isMainWindowAt(dropped, from)) {
      const returned = await this.returnPanels(panels, layout)
      return returned.ok ? ok({ id: null }) : returned
    }
    const alone = from !== null && this.#stored.find(from)?.entry.panels.length === panels.length
    if (alone && place !== null) {
      this.#windows.move(from, { bounds: place, maximized: false })
      return ok({ id: from })
    }
    const added = await this.#addWindow(panels, layout, true)
    if (!added.ok) return added
    this.#windows.open(added.value, { bounds: place, maximized: false })
    return ok({ id: added.value })
  }

  /** Stores panels as those of a closed window, which the main window takes: none is lost. */
  async returnPanels(panels: readonly string[], layout: string): AppResult<void> {
    const added = await this.#addWindow(panels, layout, false)
    return added.ok ? ok(undefined) : added
  }

  async windowLayout(
    id: PanelWindowId,
  ): AppResult<{ panels: readonly string[]; layout: string } | null> {
    await this.#store.load()
    const found = this.#stored.find(id)
    return ok(found === null ? null : { panels: found.entry.panels, layout: found.entry.layout })
  }

  async saveWindow(id: PanelWindowId, layout: string, panels: readonly string[]): AppResult<void> {
    const found = this.#stored.find(id)
    // A window that was closed meanwhile has nothing left to save.
    if (found === null || panels.length === 0) return ok(undefined)
    const entry = { ...found.entry, layout, panels: [...panels] }
    return this.#afterChange(await this.#stored.put(found.workspace, entry), undefined)
  }

  async closeWindow(id: PanelWindowId, panels: 'to-main-window' | 'close'): AppResult<void> {
    // A panel that was opened in it a moment ago is in the layout that it saves as it closes.
    await this.#windows.close(id)
    return panels === 'close' ? this.#dropWindow(id) : this.#setOpen(id, false)
  }

  async takeWindow(
    id: PanelWindowId,
  ): AppResult<{ panels: readonly string[]; layout: string } | null> {
    const found = this.#stored.find(id)
    if (found === null || found.entry.isOpen) return ok(null)
    const dropped = await this.#dropWindow(id)
    return dropped.ok ? ok({ panels: found.entry.panels, layout: found.entry.layout }) : dropped
  }

  showPanel(panel: string, part: string | null, prefill: TicketValues | null): void {
    const current = this.#store.current()
    const owner = current?.windows.find(({ isOpen, panels }) => isOpen && panels.includes(panel))
    const window = owner?.id ?? null
    this.#request = { nonce: (this.#request?.nonce ?? 0) + 1, window, panel, part }
    if (prefill !== null) {
      this.#ticket = { nonce: (this.#ticket?.nonce ?? 0) + 1, window, values: prefill }
    }
    if (window === null) this.#options.showMainWindow()
    else this.#windows.show(window)
    this.#emit()
  }

  selectSymbols(symbols: Readonly<Record<string, Symbol | null>>): number {
    this.#symbols = { ...this.#symbols, ...symbols }
    this.#revision += 1
    this.#emit()
    return this.#revision
  }

  #currentView(): WindowsView {
    const current = this.#store.current()
    return {
      current: current?.id ?? null,
      workspaces: this.#store.all().map(({ id, name }) => ({ id, name })),
      symbols: this.#symbols,
      windows: (current?.windows ?? []).map(({ id, panels, isOpen }) => ({ id, panels, isOpen })),
      request: this.#request,
      ticket: this.#ticket,
      preferences: this.#preferences,
      revision: this.#revision,
    }
  }

  #emit(): void {
    this.#view = this.#currentView()
    this.#changed.emit()
  }

  /** Shows every window the change, also one that could not be written to disk. */
  #afterChange<T>(result: Result<unknown, Message>, value: T): Result<T, AppError> {
    this.#emit()
    return result.ok ? ok(value) : refused(result.error)
  }

  #openWindows(): void {
    const displays = this.#windows.displays()
    for (const { id, places, isOpen } of this.#store.current()?.windows ?? []) {
      if (!isOpen) continue
      const place = placeFor(places, displays)
      this.#windows.open(id, {
        bounds: place?.bounds ?? null,
        maximized: place?.maximized ?? false,
      })
    }
  }

  async #addWindow(
    panels: readonly string[],
    layout: string,
    isOpen: boolean,
  ): AppResult<PanelWindowId> {
    const current = this.#store.current()
    if (current === null) return refused(message('workspaces.unknown'))
    // A closed window is gone as soon as the main window has its panels.
    const max = isOpen ? MAX_PANEL_WINDOWS : MAX_PANEL_WINDOWS * 2
    if (current.windows.length >= max) {
      return refused(message('workspaces.tooManyWindows', { max: MAX_PANEL_WINDOWS }))
    }
    const id = this.#store.newWindowId()
    const entry: StoredWindow = { id, panels: [...panels], layout, places: [], isOpen }
    return this.#afterChange(await this.#stored.put(current, entry), id)
  }

  async #dropWindow(id: PanelWindowId): AppResult<void> {
    const found = this.#stored.find(id)
    if (found === null) return ok(undefined)
    return this.#afterChange(await this.#stored.remove(found), undefined)
  }

  async #setOpen(id: PanelWindowId, isOpen: boolean): AppResult<void> {
    const found = this.#stored.find(id)
    if (found === null) return ok(undefined)
    const saved = await this.#stored.put(found.workspace, { ...found.entry, isOpen })
    return this.#afterChange(saved, undefined)
  }

  #onMoved(
    id: PanelWindowId,
    place: { readonly bounds: Bounds; readonly maximized: boolean },
  ): void {
    const found = this.#stored.find(id)
    const displays = this.#windows.displays()
    if (found === null || displays.length === 0) return
    const places = withPlace(found.entry.places, { ...place, displays })
    void this.#stored.put(found.workspace, { ...found.entry, places })
  }

  /** Returns windows to the places that they had on these displays. */
  #onDisplays(): void {
    const displays = this.#windows.displays()
    for (const { id, places, isOpen } of this.#store.current()?.windows ?? []) {
      const place = placeFor(places, displays)
      if (isOpen && place !== null && knowsArrangement(places, displays)) {
        this.#windows.move(id, place)
      }
    }
  }
}

const layoutOf = ({
  id,
  layout,
}: StoredWorkspace): { readonly id: WorkspaceId; readonly layout: string | null } => ({
  id,
  layout,
})
