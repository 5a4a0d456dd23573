/** The default port. Clients' configurations contain it, so it never changes by itself. */
export const DEFAULT_HTTP_PORT = 8791
export const MCP_PATH = '/mcp'
/** Carries the session id in older protocol versions. */
export const SESSION_HEADER = 'mcp-session-id'
/** The lists that clients request and whose changes they are notified of. */
export const LISTS = ['tools', 'prompts', 'resources'] as const
export type List = (typeof LISTS)[number]

/** The limits of one caller. Times in milliseconds, sizes in bytes. */
export interface EndpointLimits {
  readonly bodyBytes: number
  /** The time for a body to arrive after its headers. */
  readonly bodyMs: number
  readonly headersMs: number
  /** The rate limit of one connection: requests at once, and per minute after that. */
  readonly burst: number
  readonly perMinute: number
  /** The rate limit of all calls with an unknown key together. */
  readonly wrongKeys: { readonly burst: number; readonly perMinute: number }
  /** The most pending requests of one connection, including waits. */
  readonly inFlight: number
  readonly sockets: number
}

export const ENDPOINT_LIMITS: EndpointLimits = {
  bodyBytes: 256 * 1_024,
  bodyMs: 10_000,
  headersMs: 10_000,
  burst: 60,
  perMinute: 240,
  wrongKeys: { burst: 10, perMinute: 30 },
  inFlight: 16,
  sockets: 128,
}
