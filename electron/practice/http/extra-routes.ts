import type { ServerResponse } from 'node:http'
import type { Rendered } from './message/answer.js'
import type { RawRequest } from './message/raw-request.js'

/**
 * The hosts with routes besides the provider's operations; `hosted`, the hosted MCP address, has no
 * others.
 */
export type ExtraRouteHost = 'api' | 'oauth' | 'hosted'

/** Additional routes of a host. They write their own answers, streams included. */
export interface ExtraRoutes {
  handles(path: string): boolean
  /** Answers the request; `gone` is aborted when the client disconnects. */
  answer(raw: RawRequest, gone: AbortSignal): Promise<Rendered | Response>
}

/** Streams a web response; ends early when the client disconnects. */
export async function stream(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body === null) {
    response.end()
    return
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader()
  response.once('close', () => void reader.cancel().catch(() => undefined))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || response.destroyed) break
    if (response.write(value)) continue
    await new Promise<void>((resolve) => {
      response.once('drain', resolve)
      response.once('close', resolve)
    })
  }
  response.end()
}
