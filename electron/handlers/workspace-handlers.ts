import type { LiveValue } from '../core/live-values.js'
import type { AppError, AppResult } from '../../shared/domain/app/app-error.js'
import type { Bounds, TicketValues } from '../../shared/domain/app/workspaces/workspaces.schema.js'
import type { PanelWindowId, WorkspaceId } from '../../shared/domain/app/workspaces/workspaces.js'
import type { ScreenPoint, WindowsView } from '../../shared/domain/app/workspaces/windows-view.js'
import type { Symbol } from '../../shared/domain/ids.js'
import { ok, type Result } from '../../shared/domain/result.js'
import type { workspaceContract } from '../../shared/ipc/workspaces/workspace-contract.js'
import { valueFeed, type Feed } from './feeds.js'
import type { Handlers } from './handler.js'

/** The layout of the main window in a workspace. */
interface MainLayout {
  readonly id: WorkspaceId
  readonly layout: string | null
}

/** The panels of a window, and its layout. */
interface WindowLayout {
  readonly panels: readonly string[]
  readonly layout: string
}

/** Panels that a window gives to a window of their own. */
export interface OpenedPanels extends WindowLayout {
  readonly place: Bounds | null
  /** Where the pointer let them go; null for a command. */
  readonly dropped: ScreenPoint | null
  /** The window that has them; null for the main window. */
  readonly from: PanelWindowId | null
}

/** Workspaces and windows for a page; every result is a value. */
export interface WorkspaceServices {
  readonly view: LiveValue<WindowsView>
  current(): AppResult<MainLayout>
  save(id: WorkspaceId, layout: string): AppResult<void>
  switchTo(id: WorkspaceId): AppResult<MainLayout>
  create(name: string): AppResult<{ id: WorkspaceId }>
  rename(id: WorkspaceId, name: string): AppResult<void>
  duplicate(id: WorkspaceId): AppResult<{ id: WorkspaceId }>
  remove(id: WorkspaceId): AppResult<void>
  restore(id: WorkspaceId): AppResult<void>
  export(id: WorkspaceId): AppResult<boolean>
  import(): AppResult<MainLayout | null>
  /** Returns the window that has the panels then; null for the main window. */
  openWindow(opened: OpenedPanels): AppResult<{ id: PanelWindowId | null }>
  returnPanels(panels: readonly string[], layout: string): AppResult<void>
  windowLayout(id: PanelWindowId): AppResult<WindowLayout | null>
  saveWindow(id: PanelWindowId, layout: string, panels: readonly string[]): AppResult<void>
  closeWindow(id: PanelWindowId, panels: 'to-main-window' | 'close'): AppResult<void>
  takeWindow(id: PanelWindowId): AppResult<WindowLayout | null>
  showPanel(panel: string, part: string | null, prefill: TicketValues | null): void
  /** Returns the revision that has them. */
  selectSymbols(symbols: Readonly<Record<string, Symbol | null>>): number
}

/** Returns an empty reply for a service without a value. */
async function done(answer: AppResult<void>): Promise<Result<Record<string, never>, AppError>> {
  const result = await answer
  return result.ok ? ok({}) : result
}

const withPanels = (
  result: Result<WindowLayout | null, AppError>,
): Result<{ panels: string[]; layout: string } | null, AppError> =>
  result.ok && result.value !== null
    ? ok({ panels: [...result.value.panels], layout: result.value.layout })
    : (result as Result<null, AppError>)

/** Creates one handler per workspace operation; each only forwards to the service in charge. */
export const createWorkspaceHandlers = (
  services: WorkspaceServices,
): Pick<Handlers, keyof typeof workspaceContract> => ({
  'workspaces.current': () => services.current(),
  'workspaces.save': ({ id, layout }) => done(services.save(id, layout)),
  'workspaces.switch': ({ id }) => services.switchTo(id),
  'workspaces.create': ({ name }) => services.create(name),
  'workspaces.rename': ({ id, name }) => done(services.rename(id, name)),
  'workspaces.duplicate': ({ id }) => services.duplicate(id),
  'workspaces.remove': ({ id }) => done(services.remove(id)),
  'workspaces.restore': ({ id }) => done(services.restore(id)),
  'workspaces.export': async ({ id }) => {
    const saved = await services.export(id)
    return saved.ok ? ok({ saved: saved.value }) : saved
  },
  'workspaces.import': () => services.import(),
  'windows.open': (opened) => services.openWindow(opened),
  'windows.return': ({ panels, layout }) => done(services.returnPanels(panels, layout)),
  'windows.layout': async ({ id }) => withPanels(await services.windowLayout(id)),
  'windows.save': ({ id, layout, panels }) => done(services.saveWindow(id, layout, panels)),
  'windows.close': ({ id, panels }) => done(services.closeWindow(id, panels)),
  'windows.take': async ({ id }) => withPanels(await services.takeWindow(id)),
  'windows.show-panel': ({ panel, part, prefill }) => {
    services.showPanel(panel, part, prefill)
    return Promise.resolve(ok({}))
  },
  'links.select': ({ symbols }) => {
    return Promise.resolve(ok({ revision: services.selectSymbols(symbols) }))
  },
})

/** Returns the feed of the windows, which continues across a switch of sessions. */
export const windowsFeed = ({ view }: Pick<WorkspaceServices, 'view'>): Feed =>
  valueFeed(
    () => view.get(),
    (changed) => view.subscribe(changed),
  )
