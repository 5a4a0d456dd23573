import type { WorkspaceId, PanelWindowId } from '../../domain/app/workspaces/workspaces.js'
import { returns, type Nothing, op } from '../entry.js'
import { z } from 'zod'
import {
  Bounds,
  zGroupSymbols,
  zLayout,
  zPanelId,
  zPanelIds,
  zPanelWindowId,
  zPx,
  TicketValues,
  zWorkspaceId,
  zWorkspaceName,
} from '../../domain/app/workspaces/workspaces.schema.js'

const nothing = z.strictObject({})
const main = ['main'] as const
const panels = ['panel'] as const
const windows = ['main', 'panel'] as const
const byId = z.strictObject({ id: zWorkspaceId })
/**
 * Operations on workspaces, on the windows beside the main window, and on the symbols that the
 * windows share.
 */
export const workspaceContract = {
  /** The current workspace, and the layout of the main window in it; null for the default one. */
  'workspaces.current': op({
    in: nothing,
    out: returns<{ readonly id: WorkspaceId; readonly layout: string | null }>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Saves the layout of the main window in a workspace. */
  'workspaces.save': op({
    in: z.strictObject({ id: zWorkspaceId, layout: zLayout }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Opens another workspace: its windows, and for the main window its layout. */
  'workspaces.switch': op({
    in: byId,
    out: returns<{ readonly id: WorkspaceId; readonly layout: string | null }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Saves the current workspace under another name, which is then the current one. */
  'workspaces.create': op({
    in: z.strictObject({ name: zWorkspaceName }),
    out: returns<{ readonly id: WorkspaceId }>(),
    surfaces: main,
    effect: 'session',
  }),
  'workspaces.rename': op({
    in: z.strictObject({ id: zWorkspaceId, name: zWorkspaceName }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  'workspaces.duplicate': op({
    in: byId,
    out: returns<{ readonly id: WorkspaceId }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Removes a workspace that is not the current one; `workspaces.restore` brings it back. */
  'workspaces.remove': op({ in: byId, out: returns<Nothing>(), surfaces: main, effect: 'session' }),
  'workspaces.restore': op({
    in: byId,
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a file name and exports; false when the person canceled. */
  'workspaces.export': op({
    in: byId,
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Imports a file that the person chooses; null when they canceled. */
  'workspaces.import': op({
    in: nothing,
    out: returns<{ readonly id: WorkspaceId; readonly layout: string | null } | null>(),
    surfaces: main,
    effect: 'session',
  }),

  /**
   * Opens panels of a window in a window of their own, near `place`. Let go over the main window
   * they go there instead, and the window that has nothing else is only moved.
   */
  'windows.open': op({
    in: z.strictObject({
      panels: zPanelIds.min(1),
      layout: zLayout,
      place: Bounds.nullable(),
      /** Where the pointer let them go; null for a command. */
      dropped: z.strictObject({ x: zPx, y: zPx }).nullable(),
      /** The window that has them; null for the main window. */
      from: zPanelWindowId.nullable(),
    }),
    /** The window that has them now; null for the main window. */
    out: returns<{ readonly id: PanelWindowId | null }>(),
    surfaces: windows,
    effect: 'session',
  }),
  /** Gives panels of a window to the main window, which opens them where they were. */
  'windows.return': op({
    in: z.strictObject({ panels: zPanelIds.min(1), layout: zLayout }),
    out: returns<Nothing>(),
    surfaces: panels,
    effect: 'session',
  }),
  /** The panels of a window, and its layout; null when the workspace has no such window. */
  'windows.layout': op({
    in: z.strictObject({ id: zPanelWindowId }),
    out: returns<{ readonly panels: readonly string[]; readonly layout: string } | null>(),
    surfaces: panels,
    effect: 'read',
  }),
  'windows.save': op({
    in: z.strictObject({ id: zPanelWindowId, layout: zLayout, panels: zPanelIds }),
    out: returns<Nothing>(),
    surfaces: panels,
    effect: 'session',
  }),
  /** Closes a window, whose panels the main window takes or which are closed with it. */
  'windows.close': op({
    in: z.strictObject({ id: zPanelWindowId, panels: z.enum(['to-main-window', 'close']) }),
    out: returns<Nothing>(),
    surfaces: windows,
    effect: 'session',
  }),
  /** Takes the panels of a closed window; null when another call has taken them. */
  'windows.take': op({
    in: z.strictObject({ id: zPanelWindowId }),
    out: returns<{ readonly panels: readonly string[]; readonly layout: string } | null>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Shows a panel in the window that has it, with values for the ticket; sends no order. */
  'windows.show-panel': op({
    in: z.strictObject({
      panel: zPanelId,
      part: z.string().max(20).nullable(),
      prefill: TicketValues.nullable(),
    }),
    out: returns<Nothing>(),
    surfaces: windows,
    effect: 'session',
  }),
  /** Shows symbols in the panels of their link groups in every window. */
  'links.select': op({
    in: z.strictObject({ symbols: zGroupSymbols }),
    /** The state of the topic `windows` that has them: older ones are outdated. */
    out: returns<{ readonly revision: number }>(),
    surfaces: windows,
    effect: 'session',
  }),
} as const
