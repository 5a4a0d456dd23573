import * as z from '../interpreted-schemas.js'
import { catch as withFallback } from '../interpreted-schemas.js'
import { LINK_GROUPS } from '../../stores/selection.js'
import { knownPart } from './dock-json.js'
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from '../../stores/table-views.js'

/** Version of the saved workspace. A copy of the schema is frozen beside it before it is raised. */
export const WORKSPACE_VERSION = 1

const zPanel = z.looseObject({
  id: z.string().check(z.maxLength(80)),
  contentComponent: z.string().check(z.maxLength(40)),
  title: z.optional(z.string().check(z.maxLength(120))),
})
/**
 * The dock's own JSON. Panels that this version does not have are removed; the dock checks its grid
 * when it loads it.
 */
const zDock = z.looseObject({
  grid: z.looseObject({}),
  panels: z.record(z.string(), zPanel),
  activeGroup: z.optional(z.string()),
})

const text = (max: number) => z.string().check(z.maxLength(max))
/** Unknown columns are dropped by the table that reads them, new ones take their default place. */
const zColumnView = z.object({
  id: text(40),
  hidden: z.optional(z.boolean()),
  width: z.optional(z.int().check(z.minimum(MIN_COLUMN_PX), z.maximum(MAX_COLUMN_PX))),
  pinned: z.optional(z.boolean()),
})
const zTableView = z.object({
  columns: z.array(zColumnView).check(z.maxLength(60)),
  sort: z.optional(z.nullable(z.object({ id: text(40), desc: z.boolean() }))),
})
const zGroup = z.union([z.enum(LINK_GROUPS), z.templateLiteral(['pinned:', text(48)])])
const zPanelIds = z.array(text(48)).check(z.maxLength(100))
const zHome = z.object({
  tabs: zPanelIds,
  before: zPanelIds,
  after: zPanelIds,
  isRow: z.boolean(),
  sizes: z.array(z.number().check(z.minimum(0), z.maximum(20_000))).check(z.maxLength(100)),
  index: z.int().check(z.minimum(0), z.maximum(100)),
})
const zWorkspace = z.strictObject({
  version: z.literal(WORKSPACE_VERSION),
  dock: z.nullable(zDock),
  /** By link group, or by `pinned:` and the panel. */
  symbols: z.record(text(60), z.nullable(text(48))),
  /** The groups of the panels that do not follow the first one, by panel. */
  links: withFallback(z.record(text(48), zGroup), {}),
  // An arrangement that cannot be read costs the columns, never the layout.
  tables: withFallback(z.record(text(80), withFallback(zTableView, { columns: [] })), {}),
  settings: withFallback(z.record(text(80), text(600)), {}),
  recent: z.array(text(120)).check(z.maxLength(20)),
  /** Where panels that are in windows of their own were in the main window, by panel. */
  homes: withFallback(z.record(text(48), zHome), {}),
})
export type Workspace = z.output<typeof zWorkspace>

function parse(saved: string): Workspace | null {
  try {
    const parsed = zWorkspace.safeParse(JSON.parse(saved))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Parses a saved workspace without the panels that this version does not have. Returns null for
 * anything else: invalid JSON, a later version. Countersign then opens the default workspace; no
 * typed input is lost.
 */
export function readWorkspace(saved: string): Workspace | null {
  const workspace = parse(saved)
  if (workspace?.dock == null) return workspace
  return { ...workspace, dock: knownPart(workspace.dock).dock }
}

/** Returns the kinds of the panels that `readWorkspace` removes from a saved workspace. */
export function unknownPanels(saved: string): readonly string[] {
  const dock = parse(saved)?.dock
  return dock == null ? [] : knownPart(dock).removed
}

export const writeWorkspace = (workspace: Workspace): string => JSON.stringify(workspace)
