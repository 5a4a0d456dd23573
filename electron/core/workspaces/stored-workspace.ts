import { z } from 'zod'
import {
  MAX_PANEL_WINDOWS,
  WORKSPACE_NAME_CHARS,
} from '../../../shared/domain/app/workspaces/workspaces.js'
import {
  zLayout,
  zPanelIds,
  zPanelWindowId,
  zWorkspaceId,
} from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import { isPlainLine, plainLine } from '../../../shared/domain/text-safety.js'
import { MAX_PLACES, WindowPlace } from './arrangement.js'

export const WORKSPACE_FILE_VERSION = 1

export const zStoredName = z
  .string()
  .min(1)
  .max(WORKSPACE_NAME_CHARS)
  .refine((name) => isPlainLine(name, WORKSPACE_NAME_CHARS), 'not a plain line of text')
export const zStoredWindow = z.strictObject({
  id: zPanelWindowId,
  panels: zPanelIds.min(1),
  layout: zLayout,
  /** The newest first. */
  places: z.array(WindowPlace).max(MAX_PLACES).readonly(),
  isOpen: z.boolean(),
})

const zWorkspace = z.strictObject({
  id: zWorkspaceId,
  name: zStoredName,
  layout: zLayout.nullable(),
  windows: z.array(zStoredWindow).max(MAX_PANEL_WINDOWS * 2),
})
/** One file of the folder `workspaces`. */
export const zWorkspaceFile = z.strictObject({
  v: z.literal(WORKSPACE_FILE_VERSION),
  data: zWorkspace,
})
export type StoredWorkspace = z.output<typeof zWorkspace>
export type StoredWindow = z.output<typeof zStoredWindow>

/** The file that names the current workspace. */
export const zCurrentFile = z.strictObject({
  v: z.literal(WORKSPACE_FILE_VERSION),
  data: z.strictObject({ current: zWorkspaceId }),
})

const FORMAT = 'countersign-workspace'
const zTransfer = z.strictObject({
  format: z.literal(FORMAT),
  v: z.literal(WORKSPACE_FILE_VERSION),
  // Cut to the longest name: a file that was edited by hand may have any.
  name: z
    .string()
    .transform((name) => plainLine(name, WORKSPACE_NAME_CHARS))
    .pipe(zStoredName),
  layout: zLayout.nullable(),
  windows: z.array(zStoredWindow.omit({ id: true, isOpen: true })).max(MAX_PANEL_WINDOWS),
})
export type TransferredWorkspace = z.output<typeof zTransfer>

/** Formats a workspace as text for export. */
export function writeTransfer({ name, layout, windows }: StoredWorkspace): string {
  const open = windows
    .filter(({ isOpen }) => isOpen)
    .map((entry) => ({ panels: entry.panels, layout: entry.layout, places: entry.places }))
  const content = { format: FORMAT, v: WORKSPACE_FILE_VERSION, name, layout, windows: open }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Why a file cannot be imported. */
export type TransferProblem = 'not-a-workspace' | 'newer-version' | 'damaged'

const zHead = z.object({ format: z.literal(FORMAT), v: z.number().int() })

/** Reads an exported workspace, or why it cannot be read. */
export function readTransfer(text: string): TransferredWorkspace | TransferProblem {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return 'not-a-workspace'
  }
  const head = zHead.safeParse(raw)
  if (!head.success) return 'not-a-workspace'
  if (head.data.v > WORKSPACE_FILE_VERSION) return 'newer-version'
  const read = zTransfer.safeParse(raw)
  return read.success ? { ...read.data, windows: distinct(read.data.windows) } : 'damaged'
}

/** Returns the windows without panels that an earlier one has: a panel is in one window only. */
function distinct(windows: TransferredWorkspace['windows']): TransferredWorkspace['windows'] {
  const seen = new Set<string>()
  return windows.flatMap((entry) => {
    const panels = entry.panels.filter((panel) => !seen.has(panel) && seen.add(panel))
    return panels.length === 0 ? [] : [{ ...entry, panels }]
  })
}
