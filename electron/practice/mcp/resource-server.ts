import { header, type RawRequest } from '../http/message/raw-request.js'
import type { Rendered } from '../http/message/answer.js'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { Bearer, McpGrants } from '../hosted/grants.js'
import { oauthError } from './oauth-answers.js'
import { SCOPES, type Scope } from '../hosted/scopes.js'
import { z } from 'zod'

const zMessage = z.object({
  method: z.string(),
  params: z.object({ name: z.string().optional() }).optional(),
})

/**
 * Returns the tools that a request calls, before the MCP library parses it: alone, or in a batch of
 * the older protocol.
 */
function calledTools(body: string): readonly string[] {
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
const lacking = (
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

/** The MCP endpoint, loaded on the first request. */
export interface LoadedEndpoint {
  readonly handler: McpHttpHandler
  readonly scopeOf: (tool: string) => Scope | undefined
}

export interface ResourceServerDeps {
  readonly grants: McpGrants
  readonly now: () => number
  /** Returns the resource of the called host; tokens are bound to one address. */
  readonly resource: (host: string) => string
  /** Returns the address of the protected resource's metadata (RFC 9728). */
  readonly metadata: (host: string) => string
  readonly load: () => Promise<LoadedEndpoint>
}

/**
 * Guards the hosted MCP server: no foreign web page, a valid token for this server, and the scopes
 * of the called tools.
 */
export class ResourceServer {
  readonly #deps: ResourceServerDeps
  #endpoint: Promise<LoadedEndpoint> | null = null

  constructor(deps: ResourceServerDeps) {
    this.#deps = deps
  }

  async answer(raw: RawRequest, gone: AbortSignal): Promise<Rendered | Response> {
    const origin = header(raw, 'origin')
    // Browsers send an origin, assistants do not; only pages of this host may call.
    if (origin !== null && origin !== `https://${raw.host}`) {
      return oauthError(403, 'access_denied', 'Pages of other hosts may not call this server.')
    }
    const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(header(raw, 'authorization') ?? '')?.[1]
    const bearer = token === undefined ? null : this.#deps.grants.bearer(token, this.#deps.now())
    if (
      token === undefined ||
      bearer === null ||
      bearer.grant.resource !== this.#deps.resource(raw.host)
    ) {
      return this.#challenge(raw.host, {
        status: 401,
        error: token === undefined ? null : 'invalid_token',
        description: 'A token of this server is needed.',
        scopes: SCOPES,
      })
    }
    const { handler, scopeOf } = await (this.#endpoint ??= this.#deps.load())
    const missing = lacking(calledTools(raw.body.toString('utf8')), scopeOf, bearer.scopes)
    if (missing.length > 0) {
      return this.#challenge(raw.host, {
        status: 403,
        error: 'insufficient_scope',
        description: `This needs ${missing.join(' ')}.`,
        scopes: [...bearer.scopes, ...missing],
      })
    }
    return handler.fetch(this.#request(raw, gone), {
      authInfo: {
        token,
        clientId: bearer.grant.clientId,
        scopes: [...bearer.scopes],
        resource: new URL(bearer.grant.resource),
        extra: { bearer } satisfies { bearer: Bearer },
      },
    })
  }

  async close(): Promise<void> {
    if (this.#endpoint !== null) await (await this.#endpoint).handler.close()
  }

  /**
   * Returns the challenge of RFC 6750 3 and RFC 9728 5.1: where to get a token, and the scopes to
   * request.
   */
  #challenge(
    host: string,
    {
      status,
      error,
      description,
      scopes,
    }: {
      readonly status: 401 | 403
      readonly error: string | null
      readonly description: string
      readonly scopes: readonly Scope[]
    },
  ): Rendered {
    const parts = [
      ...(error === null ? [] : [`error="${error}"`, `error_description="${description}"`]),
      `resource_metadata="${this.#deps.metadata(host)}"`,
      `scope="${SCOPES.filter((scope) => scopes.includes(scope)).join(' ')}"`,
    ]
    return oauthError(status, error ?? 'invalid_token', description, {
      'www-authenticate': `Bearer ${parts.join(', ')}`,
    })
  }

  #request(raw: RawRequest, gone: AbortSignal): Request {
    const headers = new Headers()
    for (const [name, value] of Object.entries(raw.headers)) {
      if (value !== undefined && name !== 'authorization') {
        headers.set(name, Array.isArray(value) ? value.join(', ') : value)
      }
    }
    const body = raw.method === 'GET' || raw.method === 'HEAD' ? null : new Uint8Array(raw.body)
    return new Request(this.#deps.resource(raw.host), {
      method: raw.method,
      headers,
      signal: gone,
      body,
    })
  }
}
