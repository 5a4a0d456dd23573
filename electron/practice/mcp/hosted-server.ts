import { hostsInstructions } from '../../../shared/wire/hosted-instructions-api.js'
import type { ExtraRoutes, ExtraRouteHost } from '../http/extra-routes.js'
import { isLoopbackHost, type RawRequest } from '../http/message/raw-request.js'
import type { Services } from '../http/operations/services.js'
import { McpLogin } from './login.js'
import { jsonAnswer, oauthError } from './oauth-answers.js'
import { DECISION_PATH } from './pages.js'
import { ResourceServer, type LoadedEndpoint } from './resource-server.js'
import { SCOPES } from '../hosted/scopes.js'
import { answerToken } from './token-endpoint.js'

/** The provider's own paths, on the hosts that imitate the provider's (MCP-1). */
const PATHS = {
  mcp: '/mcp',
  login: '/oauth2/ai-mcp/login',
  instruction: '/oauth2/ai-mcp/instruction',
  token: '/api/userauth/oauth/token/token',
  register: '/api/userauth/oauth/client/register',
  resource: '/.well-known/oauth-protected-resource/mcp',
  bareResource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
} as const

/** Dependencies of the hosted server. */
export interface HostedServerDeps {
  readonly services: Services
  /** Returns the base URL of the API host with `/mcp`; the login host's comes from `services`. */
  readonly api: () => string
  /**
   * Returns the base URL of the hosted server's own address, which serves both roles; null while it
   * is closed.
   */
  readonly baseUrl: () => string | null
  readonly onError: (error: unknown) => void
}

/**
 * The practice exchange's own hosted MCP server: endpoint, login and pages, over the stored clients
 * and grants.
 */
export class HostedServer {
  readonly #deps: HostedServerDeps
  readonly #guard: ResourceServer
  readonly #login: McpLogin

  constructor(deps: HostedServerDeps) {
    this.#deps = deps
    const { services } = deps
    const { clients, grants } = services.hosted
    const wall = (): number => services.wall.now()
    this.#guard = new ResourceServer({
      grants,
      now: wall,
      resource: (host) => this.#resource(host),
      metadata: (host) => `${this.#placeOf(host).api}${PATHS.resource}`,
      load: () => this.#load(),
    })
    this.#login = new McpLogin({
      clients,
      grants,
      issuer: (host) => this.#placeOf(host).issuer,
      resource: (host) => this.#resource(host),
      now: wall,
      userId: () => services.userId(),
      knows: (name, password) => services.authorizer.knows(name, password),
      user: services.keys.user,
      accounts: (userId) =>
        services.exchange.accounts(userId).map((account) => ({
          id: account.account_id,
          label: account.account_label,
          number: account.account_number,
        })),
    })
  }

  /**
   * Returns the extra routes that this server adds to a host; none in an environment without a
   * hosted server.
   */
  extraRoutes(role: ExtraRouteHost): ExtraRoutes {
    const api = [PATHS.mcp, PATHS.resource, PATHS.bareResource]
    const passport = [
      PATHS.server,
      PATHS.register,
      PATHS.token,
      PATHS.login,
      PATHS.instruction,
      DECISION_PATH,
    ]
    const own: readonly string[] =
      role === 'api' ? api : role === 'oauth' ? passport : [...api, ...passport]
    return {
      handles: (path) =>
        own.includes(path) && hostsInstructions(this.#deps.services.options.environment),
      answer: (raw, gone) => this.#answer(raw, gone),
    }
  }

  close(): Promise<void> {
    return this.#guard.close()
  }

  /**
   * Returns the called host as clients know it: the server's own address, or the provider-like
   * hosts.
   */
  #placeOf(host: string): { readonly api: string; readonly issuer: string } {
    const baseUrl = this.#deps.baseUrl()
    return baseUrl !== null && `https://${host}` === baseUrl
      ? { api: baseUrl, issuer: baseUrl }
      : { api: this.#deps.api(), issuer: this.#deps.services.passport() }
  }

  #resource(host: string): string {
    return `${this.#placeOf(host).api}${PATHS.mcp}`
  }

  #answer(raw: RawRequest, gone: AbortSignal): ReturnType<ExtraRoutes['answer']> {
    if (!isLoopbackHost(raw.host)) {
      return Promise.resolve(
        oauthError(403, 'access_denied', 'This server is reached by its own name only.'),
      )
    }
    switch (`${raw.method} ${raw.path}`) {
      case `GET ${PATHS.resource}`:
      case `GET ${PATHS.bareResource}`:
        return Promise.resolve(
          jsonAnswer(200, {
            resource: this.#resource(raw.host),
            authorization_servers: [this.#placeOf(raw.host).issuer],
            scopes_supported: SCOPES,
            bearer_methods_supported: ['header'],
            resource_name: 'Practice brokerage',
          }),
        )
      case `GET ${PATHS.server}`:
        return Promise.resolve(
          jsonAnswer(200, this.#serverMetadata(this.#placeOf(raw.host).issuer)),
        )
      case `POST ${PATHS.register}`:
        return this.#register(raw)
      case `POST ${PATHS.token}`:
        return this.#token(raw)
      case `GET ${PATHS.login}`:
        return Promise.resolve(this.#login.open(raw))
      case `POST ${DECISION_PATH}`:
        return Promise.resolve(this.#login.decide(raw))
      case `GET ${PATHS.instruction}`:
        return Promise.resolve(this.#login.whereToConfirm())
      default:
        return raw.path === PATHS.mcp
          ? this.#guard.answer(raw, gone)
          : Promise.resolve(oauthError(405, 'invalid_request', 'This method is not served here.'))
    }
  }

  #serverMetadata(issuer: string) {
    const urlOf = (path: string): string => `${issuer}${path}`
    return {
      issuer,
      authorization_endpoint: urlOf(PATHS.login),
      token_endpoint: urlOf(PATHS.token),
      registration_endpoint: urlOf(PATHS.register),
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  #token(raw: RawRequest): ReturnType<ExtraRoutes['answer']> {
    const {
      hosted: { clients, grants },
      wall,
      persist,
    } = this.#deps.services
    return answerToken(raw, { clients, grants, now: () => wall.now(), persist: () => persist() })
  }

  async #register(raw: RawRequest): ReturnType<ExtraRoutes['answer']> {
    let metadata: unknown
    try {
      metadata = JSON.parse(raw.body.toString('utf8'))
    } catch {
      return oauthError(400, 'invalid_client_metadata', 'The body is not JSON.')
    }
    const {
      hosted: { clients, grants },
      wall,
      persist,
      userId,
    } = this.#deps.services
    const inUse = new Set(grants.ofUser(userId(), wall.now()).map(({ clientId }) => clientId))
    const registered = clients.register(metadata, wall.now(), inUse)
    if (!registered.ok) return oauthError(400, registered.error.error, registered.error.description)
    await persist()
    const { id, name, redirects, issuedAt } = registered.value
    return jsonAnswer(201, {
      client_id: id,
      client_id_issued_at: Math.floor(issuedAt / 1_000),
      client_name: name,
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
  }

  async #load(): Promise<LoadedEndpoint> {
    const [{ createEndpoint }, { TOOLS }] = await Promise.all([
      import('./mcp-handler.js'),
      import('./tools/index.js'),
    ])
    const { onError, services } = this.#deps
    const handler = createEndpoint({
      onError,
      call: (bearer) => ({
        services,
        instructions: services.hosted.instructions,
        clients: services.hosted.clients,
        bearer,
        confirmLink: (id) =>
          `${this.#placeOf(new URL(bearer.grant.resource).host).issuer}${PATHS.instruction}?instruction_id=${id}`,
      }),
    })
    const scopes = new Map(TOOLS.map(({ name, scope }) => [name, scope]))
    return { handler, scopeOf: (name) => scopes.get(name) }
  }
}
