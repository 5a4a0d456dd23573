import { z } from 'zod'
import type { Scope } from '../hosted/scopes.js'

const zMessage = z.object({
  method: z.string(),
  params: z.object({ name: z.string().optional() }).optional(),
})

/**
 * Returns the tools that a request calls, before the MCP library parses it: alone, or in a batch of
 * the older protocol.
 */
export function calledTools(body: string): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return []
  }
  return (Array.isArray(value) ? value : [value]).flatMap((entry) => {
    const message = zMessage.safeParse(entry).data
    return message?.method === 'tools/call' && message.params?.name !== undefined
      ? [message.params.name]
      : []
  })
}

/** Returns the scopes that the tools of a request need and the token lacks. */
export const lacking = (
  tools: readonly string[],
  scopeOf: (tool: string) => Scope | undefined,
  held: readonly Scope[],
): readonly Scope[] => [
  ...new Set(
    tools
      .map(scopeOf)
      .filter((scope): scope is Scope => scope !== undefined && !held.includes(scope)),
  ),
]
