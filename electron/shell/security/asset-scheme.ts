import type { Protocol } from 'electron'
import type { AssetAnswer, AssetHandler } from '../../app/security/app-protocol.js'

/** The older way to answer requests, which newer versions of Electron may remove. */
interface BufferProtocol {
  registerBufferProtocol?(
    scheme: string,
    handler: (
      request: { readonly url: string; readonly method: string },
      respond: (answer: BufferAnswer) => void,
    ) => void,
  ): unknown
}

interface BufferAnswer {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly data: Buffer
}

/**
 * Answers the requests of a scheme in a session. The older way is used while Electron has it,
 * because the newer one builds a `Response` and its streams for every file.
 */
export function serveAssets(protocol: Protocol, scheme: string, handler: AssetHandler): void {
  const { registerBufferProtocol }: BufferProtocol = protocol
  if (registerBufferProtocol === undefined) {
    protocol.handle(scheme, async (request) => toResponse(await handler(request)))
    return
  }
  registerBufferProtocol.call(protocol, scheme, ({ url, method }, respond) => {
    void handler({ url, method }).then(({ status, headers, body }) =>
      respond({ statusCode: status, headers: { ...headers }, data: body }),
    )
  })
}

const toResponse = ({ status, headers, body }: AssetAnswer): Response =>
  new Response(new Uint8Array(body), { status, headers })
