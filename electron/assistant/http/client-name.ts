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
 * What a client calls itself: in `initialize` of the sessionful eras, in every request of the
 * stateless one. Null where it says nothing.
 * It is the client's own word, for a person to read: control and direction characters are taken
 * out.
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
