import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { challengeOf, hashed } from '../oauth/secrets.js'
import { SCOPES, type Scope } from './scopes.js'

const { accessMs, codeMs, refreshMs } = ASSUMPTIONS.mcpAccess
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/**
 * The permissions that a person granted a client; they never grow. `id` identifies the family of
 * tokens from one consent.
 */
const zGrant = z.object({
  id: z.string(),
  userId: z.string(),
  clientId: z.string(),
  accounts: z.array(z.string()),
  scopes: z.array(z.enum(SCOPES)),
  resource: z.string(),
  /** When one of its tokens was last used. */
  usedAt: z.number().optional(),
})
export type Grant = z.infer<typeof zGrant>

const zLife = z.object({ grant: z.string(), scopes: z.array(z.enum(SCOPES)), until: z.number() })
export const zMcpGrants = z.object({
  grants: z.record(z.string(), zGrant),
  access: z.record(z.string(), zLife),
  /** Used refresh tokens are stored so that a reuse can be distinguished from guessing. */
  refresh: z.record(z.string(), zLife.extend({ used: z.boolean() })),
})
export type McpGrantsState = z.infer<typeof zMcpGrants>

export interface McpTokens {
  readonly access: string
  readonly refresh: string
  readonly scopes: readonly Scope[]
}

/** The permissions of a valid access token. */
export interface Bearer {
  readonly grant: Grant
  readonly scopes: readonly Scope[]
}

interface Code {
  readonly grant: Grant
  readonly redirect: string
  readonly challenge: string
  readonly until: number
  used: boolean
}

/** Maximum staleness of the published last use. */
const LAST_USE_RESOLUTION_MS = 15_000

const fresh = (): string => randomBytes(32).toString('base64url')

/** The client that exchanges a code, and its proof. */
export interface Redemption {
  readonly client: string
  readonly redirect: string
  readonly verifier: string
  /** Null where the client names none. */
  readonly resource: string | null
  readonly now: number
}

/**
 * Stores codes and tokens of the hosted MCP server, bound to user, client, accounts, scopes and
 * server. Only hashes are stored.
 */
export class McpGrants {
  readonly #changed: () => void
  readonly #codes = new Map<string, Code>()
  #grants = new Map<string, Grant>()
  #access = new Map<string, z.infer<typeof zLife>>()
  #refreshes = new Map<string, z.infer<typeof zLife> & { used: boolean }>()

  /**
   * `changed` is called when a client is authorized, loses its authorization, or is used again
   * after a while.
   */
  constructor(changed: () => void = () => undefined) {
    this.#changed = changed
  }

  issueCode(grant: Omit<Grant, 'id'>, redirect: string, challenge: string, now: number): string {
    for (const [hash, code] of this.#codes) if (code.until <= now) this.#codes.delete(hash)
    const code = fresh()
    this.#codes.set(hashed(code), {
      grant: { ...grant, id: randomBytes(16).toString('hex') },
      redirect,
      challenge,
      until: now + codeMs,
      used: false,
    })
    return code
  }

  /**
   * Exchanges a code for tokens, once. A reused code has been stolen, so all tokens issued from it
   * are revoked.
   */
  redeem(
    code: string,
    { client, redirect, verifier, resource, now }: Redemption,
  ): McpTokens | null {
    const issued = this.#codes.get(hashed(code))
    if (issued === undefined) return null
    const { used, grant } = issued
    issued.used = true
    if (used) {
      this.#revoke(grant.id)
      return null
    }
    if (
      issued.until <= now ||
      grant.clientId !== client ||
      issued.redirect !== redirect ||
      (resource !== null && resource !== grant.resource)
    ) {
      return null
    }
    if (!VERIFIER.test(verifier) || challengeOf(verifier) !== issued.challenge) return null
    this.#grants.set(grant.id, { ...grant, usedAt: now })
    this.#changed()
    return this.#pair(grant, grant.scopes, now)
  }

  /**
   * Exchanges a refresh token for a new pair, with no more scopes than before. Reusing an old one
   * revokes its whole family.
   */
  refresh(
    token: string,
    client: string,
    scopes: readonly Scope[] | null,
    now: number,
  ): McpTokens | 'invalid-scope' | null {
    const refresh = this.#refreshes.get(hashed(token))
    const grant = refresh === undefined ? undefined : this.#grants.get(refresh.grant)
    if (
      refresh === undefined ||
      grant === undefined ||
      grant.clientId !== client ||
      refresh.until <= now
    ) {
      return null
    }
    if (refresh.used) {
      this.#revoke(grant.id)
      return null
    }
    if (scopes !== null && !scopes.every((scope) => refresh.scopes.includes(scope))) {
      return 'invalid-scope'
    }
    refresh.used = true
    return this.#pair(grant, scopes ?? refresh.scopes, now)
  }

  bearer(token: string, now: number): Bearer | null {
    const life = this.#access.get(hashed(token))
    const grant = life === undefined ? undefined : this.#grants.get(life.grant)
    if (life === undefined || grant === undefined || life.until <= now) return null
    if (grant.usedAt === undefined || now - grant.usedAt >= LAST_USE_RESOLUTION_MS) {
      this.#grants.set(grant.id, { ...grant, usedAt: now })
      this.#changed()
    }
    return { grant, scopes: life.scopes }
  }

  /** Returns the user's current grants: the newest consent of each client with a valid token. */
  ofUser(userId: string, now: number): readonly Grant[] {
    const alive = new Set(
      [...this.#access.values(), ...[...this.#refreshes.values()].filter(({ used }) => !used)]
        .filter(({ until }) => until > now)
        .map(({ grant }) => grant),
    )
    const newest = new Map<string, Grant>()
    for (const grant of this.#grants.values()) {
      if (grant.userId === userId && alive.has(grant.id)) newest.set(grant.clientId, grant)
    }
    return [...newest.values()]
  }

  /** Revokes every code and grant that a user gave a client. */
  revokeClient(userId: string, clientId: string): void {
    for (const [hash, { grant }] of this.#codes) {
      if (grant.userId === userId && grant.clientId === clientId) this.#codes.delete(hash)
    }
    for (const grant of [...this.#grants.values()]) {
      if (grant.userId === userId && grant.clientId === clientId) this.#revoke(grant.id)
    }
  }

  revokeAll(): void {
    this.#codes.clear()
    this.#grants.clear()
    this.#access.clear()
    this.#refreshes.clear()
    this.#changed()
  }

  snapshot(): McpGrantsState {
    return {
      grants: Object.fromEntries(this.#grants),
      access: Object.fromEntries(this.#access),
      refresh: Object.fromEntries([...this.#refreshes].map(([hash, life]) => [hash, { ...life }])),
    }
  }

  restore(state: McpGrantsState): void {
    this.#grants = new Map(Object.entries(state.grants))
    this.#access = new Map(Object.entries(state.access))
    this.#refreshes = new Map(Object.entries(state.refresh))
  }

  #revoke(id: string): void {
    if (this.#grants.delete(id)) this.#changed()
    for (const lives of [this.#access, this.#refreshes]) {
      for (const [hash, life] of lives) if (life.grant === id) lives.delete(hash)
    }
  }

  #pair(grant: Grant, scopes: readonly Scope[], now: number): McpTokens {
    for (const lives of [this.#access, this.#refreshes]) {
      for (const [hash, life] of lives) if (life.until <= now) lives.delete(hash)
    }
    const alive = new Set([...this.#refreshes.values()].map((life) => life.grant))
    for (const id of this.#grants.keys()) {
      if (id !== grant.id && !alive.has(id)) this.#grants.delete(id)
    }
    const pair = { access: fresh(), refresh: fresh(), scopes }
    this.#access.set(hashed(pair.access), {
      grant: grant.id,
      scopes: [...scopes],
      until: now + accessMs,
    })
    this.#refreshes.set(hashed(pair.refresh), {
      grant: grant.id,
      scopes: [...scopes],
      until: now + refreshMs,
      used: false,
    })
    return pair
  }
}
