/**
 * Where assistants find this program. Fixed: their configurations name it, so it never moves by
 * itself.
 */
export const DEFAULT_HTTP_PORT = 8791
export const MCP_PATH = '/mcp'
/** Names a session, in the protocol's older eras. */
export const SESSION_HEADER = 'mcp-session-id'
/** What clients list and are told of when it is another list, in the protocol's words. */
export const LISTS = ['tools', 'prompts', 'resources'] as const
export type List = (typeof LISTS)[number]

/** What one caller may cost. Times in milliseconds, sizes in bytes. */
export interface EndpointLimits {
  readonly bodyBytes: number
  /** How long a body may take to arrive once its headers have. */
  readonly bodyMs: number
  readonly headersMs: number
  /** Requests of one connection: so many at once, and so many a minute after that. */
  readonly burst: number
  readonly perMinute: number
  /** Requests of one connection that are under way together; waits count. */
  readonly inFlight: number
  readonly sockets: number
}

export const ENDPOINT_LIMITS: EndpointLimits = {
  bodyBytes: 256 * 1_024,
  bodyMs: 10_000,
  headersMs: 10_000,
  burst: 60,
  perMinute: 240,
  inFlight: 16,
  sockets: 128,
}
