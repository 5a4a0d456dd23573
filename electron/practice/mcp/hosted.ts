import { z } from 'zod'
import type { EpochMs } from '../../../shared/domain/time.js'
import { handsOver } from '../../../shared/wire/hand-over.js'
import type { Annex, AnnexRole } from '../http/annex.js'
import { isLoopbackHost, type RawRequest } from '../http/raw-request.js'
import type { Services } from '../services.js'
import { Clients, zClient, type Client } from './clients.js'
import { McpGrants, zMcpGrants, type Grant } from './grants.js'
import { zInstructions } from './instruction-record.js'
import { Instructions } from './instructions.js'
import { McpLogin } from './login.js'
import { jsonAnswer, oauthError } from './oauth-answers.js'
import { DECISION_PATH } from './pages.js'
import { ResourceServer, type LoadedEndpoint } from './resource-server.js'
import { SCOPES } from './scopes.js'
import { answerToken } from './token-endpoint.js'

/** What is kept over restarts. */
export const zHosted = z.object({ clients: z.array(zClient), grants: zMcpGrants, instructions: zInstructions })
export type HostedState = z.infer<typeof zHosted>
export const NO_HOSTED: HostedState = { clients: [], grants: { grants: {}, access: {}, refresh: {} }, instructions: [] }

/** The provider's own paths, on the hosts that play its parts (contract/mcp.md 1). */
const PATHS = {
  mcp: '/mcp', login: '/oauth2/ai-mcp/login', instruction: '/oauth2/ai-mcp/instruction', token: '/api/userauth/oauth/token/token', register: '/api/userauth/oauth/client/register',
  resource: '/.well-known/oauth-protected-resource/mcp', bareResource: '/.well-known/oauth-protected-resource', server: '/.well-known/oauth-authorization-server',
} as const

/** What the hosted server needs of the exchange. `services` come after it, for they name it. */
export interface HostedDeps {
  readonly services: () => Services
  /** Exchange time. */
  readonly now: () => EpochMs
  /** Base URL of the API host, where `/mcp` is; the passport's is a service. */
  readonly api: () => string
  /** Base URL of the hosted server's own address, which is both; null while it is closed. */
  readonly door: () => string | null
  readonly onError: (error: unknown) => void
}

/** The exchange's own hosted MCP server: its clients, their tokens, what they asked for, and its pages. */
export class Hosted {
  readonly clients = new Clients()
  readonly grants = new McpGrants(() => this.instructions.touch())
  readonly instructions: Instructions
  private readonly guard: ResourceServer
  private readonly login: McpLogin

  constructor(private readonly deps: HostedDeps) {
    const services = deps.services
    const wall = (): number => services().wall.now()
    this.instructions = new Instructions({
      now: deps.now,
      order: (account, id) => {
        const found = services().exchange.detail(account, id)
        return found.ok ? (found.value.orders.find((order) => order.client_order_id === id) ?? null) : null
      },
    })
    this.guard = new ResourceServer({ grants: this.grants, now: wall, resource: (host) => this.resource(host), metadata: (host) => `${this.placeOf(host).api}${PATHS.resource}`, load: () => this.load() })
    this.login = new McpLogin({
      clients: this.clients, grants: this.grants, issuer: (host) => this.placeOf(host).issuer, resource: (host) => this.resource(host), now: wall, userId: () => services().userId(),
      knows: (name, password) => services().authorizer.knows(name, password), get user() { return services().keys.user },
      accounts: (userId) => services().exchange.accounts(userId).map((account) => ({ id: account.account_id, label: account.account_label, number: account.account_number })),
    })
  }

  /** Requests that one of the servers leaves to this one; nothing in an environment that has no hosted server here. */
  annex(role: AnnexRole): Annex {
    const api = [PATHS.mcp, PATHS.resource, PATHS.bareResource]
    const passport = [PATHS.server, PATHS.register, PATHS.token, PATHS.login, PATHS.instruction, DECISION_PATH]
    const own: readonly string[] = role === 'api' ? api : role === 'oauth' ? passport : [...api, ...passport]
    return { takes: (path) => own.includes(path) && handsOver(this.deps.services().options.environment), answer: (raw, gone) => this.answer(raw, gone) }
  }

  /** The clients that a user lets in now, and when each was last heard of (wall time). */
  admitted(userId: string): readonly { readonly client: Client; readonly grant: Grant; readonly usedAt: number | null }[] {
    return this.grants.ofUser(userId, this.deps.services().wall.now()).flatMap((grant) => {
      const client = this.clients.get(grant.clientId)
      return client === null ? [] : [{ client, grant, usedAt: grant.usedAt ?? null }]
    })
  }

  /** Lets a client in no longer: tokens, codes and what waits. */
  revokeClient(userId: string, clientId: string): void {
    this.grants.revokeClient(userId, clientId)
    this.instructions.rejectOf(userId, clientId, 'The user disconnected this client.')
  }

  snapshot(): HostedState {
    return { clients: this.clients.snapshot(), grants: this.grants.snapshot(), instructions: this.instructions.snapshot() }
  }

  restore(state: HostedState): void {
    this.clients.restore(state.clients)
    this.grants.restore(state.grants)
    this.instructions.restore(state.instructions)
  }

  close(): Promise<void> {
    return this.guard.close()
  }

  /** The host that was called as clients know it: the one address that is both, or those that play the provider's. */
  private placeOf(host: string): { readonly api: string; readonly issuer: string } {
    const door = this.deps.door()
    return door !== null && `https://${host}` === door ? { api: door, issuer: door } : { api: this.deps.api(), issuer: this.deps.services().passport() }
  }

  private resource(host: string): string {
    return `${this.placeOf(host).api}${PATHS.mcp}`
  }

  private answer(raw: RawRequest, gone: AbortSignal): ReturnType<Annex['answer']> {
    if (!isLoopbackHost(raw.host)) return Promise.resolve(oauthError(403, 'access_denied', 'This server is reached by its own name only.'))
    switch (`${raw.method} ${raw.path}`) {
      case `GET ${PATHS.resource}`:
      case `GET ${PATHS.bareResource}`:
        return Promise.resolve(jsonAnswer(200, { resource: this.resource(raw.host), authorization_servers: [this.placeOf(raw.host).issuer], scopes_supported: SCOPES, bearer_methods_supported: ['header'], resource_name: 'Practice brokerage' }))
      case `GET ${PATHS.server}`:
        return Promise.resolve(jsonAnswer(200, this.serverMetadata(this.placeOf(raw.host).issuer)))
      case `POST ${PATHS.register}`:
        return this.register(raw)
      case `POST ${PATHS.token}`:
        return answerToken(raw, { clients: this.clients, grants: this.grants, now: () => this.deps.services().wall.now(), persist: () => this.deps.services().persist() })
      case `GET ${PATHS.login}`:
        return Promise.resolve(this.login.open(raw))
      case `POST ${DECISION_PATH}`:
        return Promise.resolve(this.login.decide(raw))
      case `GET ${PATHS.instruction}`:
        return Promise.resolve(this.login.whereToConfirm())
      default:
        return raw.path === PATHS.mcp ? this.guard.answer(raw, gone) : Promise.resolve(oauthError(405, 'invalid_request', 'This method is not served here.'))
    }
  }

  private serverMetadata(issuer: string) {
    const at = (path: string): string => `${issuer}${path}`
    return {
      issuer, authorization_endpoint: at(PATHS.login), token_endpoint: at(PATHS.token), registration_endpoint: at(PATHS.register), scopes_supported: SCOPES,
      response_types_supported: ['code'], response_modes_supported: ['query'], grant_types_supported: ['authorization_code', 'refresh_token'], code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'], authorization_response_iss_parameter_supported: true,
    }
  }

  private async register(raw: RawRequest): ReturnType<Annex['answer']> {
    let metadata: unknown
    try {
      metadata = JSON.parse(raw.body.toString('utf8'))
    } catch {
      return oauthError(400, 'invalid_client_metadata', 'The body is not JSON.')
    }
    const { wall, persist, userId } = this.deps.services()
    const inUse = new Set(this.grants.ofUser(userId(), wall.now()).map(({ clientId }) => clientId))
    const registered = this.clients.register(metadata, wall.now(), inUse)
    if (!registered.ok) return oauthError(400, registered.error.error, registered.error.description)
    await persist()
    const { id, name, redirects, issuedAt } = registered.value
    return jsonAnswer(201, {
      client_id: id, client_id_issued_at: Math.floor(issuedAt / 1_000), client_name: name, redirect_uris: redirects, token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
    })
  }

  private async load(): Promise<LoadedEndpoint> {
    const [{ createEndpoint }, { TOOLS }] = await Promise.all([import('./endpoint.js'), import('./tools/index.js')])
    const handler = createEndpoint({
      onError: this.deps.onError,
      call: (bearer) => ({ services: this.deps.services(), instructions: this.instructions, clients: this.clients, bearer, confirmLink: (id) => `${this.placeOf(new URL(bearer.grant.resource).host).issuer}${PATHS.instruction}?instruction_id=${id}` }),
    })
    const scopes = new Map(TOOLS.map(({ name, scope }) => [name, scope]))
    return { handler, scopeOf: (name) => scopes.get(name) }
  }
}
