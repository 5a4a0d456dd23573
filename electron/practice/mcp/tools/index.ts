import { INSTRUCTION_TOOLS } from './instruction-tools.js'
import { READ_TOOLS } from './read-tools.js'
import type { HostedTool } from './tool.js'

/** Every tool of the hosted server, in a fixed order. */
export const TOOLS: readonly HostedTool[] = [...READ_TOOLS, ...INSTRUCTION_TOOLS]
