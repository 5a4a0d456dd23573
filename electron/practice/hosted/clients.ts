import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { plainLine } from '../../../shared/domain/text-safety.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'

const { maxClients, nameLength, redirects: maxRedirects } = ASSUMPTIONS.mcpAccess

export const zClient = z.object({
  id: z.string(),
  name: z.string(),
  redirects: z.array(z.string()),
  issuedAt: z.number().int(),
})
export type Client = z.infer<typeof zClient>

/** Registration fields of a client (RFC 7591 2); unknown ones are ignored. */
const zRegistration = z.object({
  redirect_uris: z.array(z.string().max(2_000)),
  client_name: z.string().optional(),
  token_endpoint_auth_method: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

export interface RegistrationError {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  readonly description: string
}

const wrong = (
  error: RegistrationError['error'],
  description: string,
): Result<never, RegistrationError> => err({ error, description })
const LOOPBACK_NAMES = ['127.0.0.1', '[::1]', 'localhost']

function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Returns a redirect allowed for a public client: HTTPS anywhere, HTTP on this computer (RFC 8252
 * 7.3); no fragment, no user info. Otherwise null.
 */
export function isAllowedRedirect(text: string): URL | null {
  const url = urlOf(text)
  if (
    url === null ||
    url.hash !== '' ||
    text.includes('#') ||
    url.username !== '' ||
    url.password !== ''
  ) {
    return null
  }
  return url.protocol === 'https:' ||
    (url.protocol === 'http:' && LOOPBACK_NAMES.includes(url.hostname))
    ? url
    : null
}

/**
 * Returns `requested` when it matches a registered redirect exactly; a loopback address may have
 * another port (RFC 8252 7.3). Otherwise null.
 */
export function redirectOf(client: Client, requested: string): URL | null {
  const url = isAllowedRedirect(requested)
  if (url === null) return null
  const isRegistered = client.redirects.some((registered) => {
    if (registered === requested) return true
    const own = urlOf(registered)
    if (own === null || own.protocol !== 'http:' || url.protocol !== 'http:') return false
    own.port = url.port
    return own.href === requested || own.href === url.href
  })
  return isRegistered ? url : null
}

/** Stores the self-registered applications, which are public clients without a secret. */
export class Clients {
  #all = new Map<string, Client>()

  /**
   * Registers a client. `inUse` holds the clients that the person has authorized; they are never
   * evicted.
   */
  register(
    metadata: unknown,
    now: number,
    inUse: ReadonlySet<string>,
  ): Result<Client, RegistrationError> {
    const parsed = zRegistration.safeParse(metadata)
    if (!parsed.success) {
      return wrong('invalid_client_metadata', 'redirect_uris must be a list of addresses.')
    }
    const {
      redirect_uris: uris,
      token_endpoint_auth_method: method,
      grant_types: grants,
      response_types: responses,
      client_name: name,
    } = parsed.data
    if (
      uris.length === 0 ||
      uris.length > maxRedirects ||
      !uris.every((uri) => isAllowedRedirect(uri) !== null)
    ) {
      return wrong(
        'invalid_redirect_uri',
        `redirect_uris must be 1 to ${maxRedirects} addresses, https or http on this computer.`,
      )
    }
    if (method !== undefined && method !== 'none') {
      return wrong(
        'invalid_client_metadata',
        'token_endpoint_auth_method must be none: clients are public.',
      )
    }
    if (grants !== undefined && !grants.includes('authorization_code')) {
      return wrong('invalid_client_metadata', 'grant_types must have authorization_code.')
    }
    if (responses !== undefined && !responses.includes('code')) {
      return wrong('invalid_client_metadata', 'response_types must have code.')
    }
    // Evict the oldest idle client. Registration needs no permission, so registering in a loop must
    // not evict authorized clients.
    for (const id of this.#all.keys()) {
      if (this.#all.size < maxClients) break
      if (!inUse.has(id)) this.#all.delete(id)
    }
    if (this.#all.size >= maxClients) {
      return wrong('invalid_client_metadata', `At most ${maxClients} applications can be let in.`)
    }
    const label = plainLine(name ?? '', nameLength)
    const client = {
      id: randomBytes(16).toString('hex'),
      name: label === '' ? 'An unnamed assistant' : label,
      redirects: uris,
      issuedAt: Math.floor(now),
    }
    this.#all.set(client.id, client)
    return ok(client)
  }

  get(id: string): Client | null {
    return this.#all.get(id) ?? null
  }

  snapshot(): Client[] {
    return [...this.#all.values()]
  }

  restore(clients: readonly Client[]): void {
    this.#all = new Map(clients.map((client) => [client.id, client]))
  }
}
