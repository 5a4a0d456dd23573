import type { Result } from '../../shared/domain/result.js'

/** The addresses of a host name. */
export interface HostAddresses {
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
}

/** Why an address was not reached. `detail` is the system's error code, or a short word. */
export interface ReachFailure {
  readonly kind: 'tls' | 'timeout' | 'refused' | 'failed'
  readonly detail: string
}

/** The answer of a plain HTTP request: its status, and where it leads; null for nowhere. */
export interface PlainAnswer {
  readonly status: number
  readonly location: string | null
}

/** Looks how hosts are reached, and sends nothing but a greeting. */
export interface ReachPort {
  /** Returns the addresses of a host; null where its name is not known. */
  addresses(host: string, port: number): Promise<HostAddresses | null>
  /**
   * Opens a TLS connection to one address of a host, or by the way of its connections (null), and
   * closes it again.
   */
  secure(target: {
    readonly host: string
    readonly port: number
    readonly address: string | null
  }): Promise<Result<void, ReachFailure>>
  /**
   * Requests the first page of a host without encryption, as networks with a sign-in page answer
   * it; null without an answer.
   */
  plain(host: string): Promise<PlainAnswer | null>
}
