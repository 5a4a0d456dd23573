import type { ToolIdentity, Toolset } from '../../../shared/domain/instructions/toolset.js'
import { TOOLS } from '../../../electron/assistant/tools/index.js'

/** Returns the name and the toolset of a tool; throws when there is none of that name. */
export function toolIdentity(name: string): ToolIdentity {
  const found = TOOLS.find((tool) => tool.name === name)
  if (found === undefined) throw new Error(`there is no tool ${name}`)
  return { name, toolset: found.toolset }
}

/** Returns the names of a toolset's tools; null: of those that belong to none. */
export const toolNamesOf = (toolset: Toolset | null): readonly string[] =>
  TOOLS.filter((tool) => tool.toolset === toolset).map(({ name }) => name)
