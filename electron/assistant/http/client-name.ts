import { z } from 'zod'

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const zInfo = z.object({ name: z.string(), version: z.string().optional() })
const zClientMessage = z.object({
  params: z.object({
    clientInfo: zInfo.optional(),
    _meta: z.object({ [CLIENT_INFO]: zInfo.optional() }).optional(),
  }),
})
const MAX_CHARS = 120

/**
 * Returns the client's own name: from `initialize` in older protocol versions, from every request
 * of the stateless one. Null when it has none. The name is unchecked and shown to a person, so
 * control and direction characters are removed (SEC-27).
 */
export function clientNameOf(message: unknown): string | null {
  const parsed = zClientMessage.safeParse(message)
  const info = parsed.success
    ? (parsed.data.params.clientInfo ?? parsed.data.params._meta?.[CLIENT_INFO])
    : undefined
  const text = `${info?.name ?? ''} ${info?.version ?? ''}`
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return text === '' ? null : text.slice(0, MAX_CHARS)
}
