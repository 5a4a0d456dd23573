/**
 * The groups of tools that an assistant may be given, by the provider's names (MCP-2). Tools
 * outside the assistant's toolsets are neither listed for it nor executed.
 */
export const TOOLSETS = [
  'account',
  'market-data',
  'trading',
  'instrument',
  'watchlists',
  'window',
] as const
export type Toolset = (typeof TOOLSETS)[number]

/** The toolsets of a new connection: not those that change what the person sees. */
export const DEFAULT_TOOLSETS: readonly Toolset[] = [
  'account',
  'market-data',
  'trading',
  'instrument',
]

/**
 * A tool as far as its toolset is concerned; each tool declares exactly one. Null: it only finds
 * and calls others, and belongs to every assistant.
 */
export interface ToolIdentity {
  readonly name: string
  readonly toolset: Toolset | null
}

/** True when the toolsets include all these tools. */
export const covers = (toolsets: readonly Toolset[], tools: readonly ToolIdentity[]): boolean =>
  tools.every(({ toolset }) => toolset === null || toolsets.includes(toolset))

/** The products that a policy may allow. */
export const POLICY_PRODUCTS = ['stock', 'option', 'futures', 'crypto', 'event'] as const
