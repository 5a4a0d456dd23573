import type { ServerResponse } from 'node:http'
import type { Rendered } from './message/answer.js'
import type { RawRequest } from './message/raw-request.js'

/** The hosts that have something beside the provider's operations; `door` has nothing else. */
export type ExtraRouteHost = 'api' | 'oauth' | 'door'

/** Something else that is served on a host: it answers for itself, streams included. */
export interface ExtraRoutes {
  handles(path: string): boolean
  /** `gone` is aborted when the client has left. */
  answer(raw: RawRequest, gone: AbortSignal): Promise<Rendered | Response>
}

/** Writes a web answer as it comes; ends early when the client leaves. */
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
