import { createSecureContext, type SecureContext } from 'node:tls'
import { publicAuthorities } from './connections/authorities.js'

/**
 * Returns the address to connect to for a name, and the authority to trust (PEM) where it is not
 * the usual one. Host names, signed hosts and certificate names are unchanged. Only tests that
 * substitute a local exchange for a published host return another address.
 */
export type Dial = (
  host: string,
  port: number,
) => { readonly host: string; readonly port: number; readonly authority?: string }

export const direct: Dial = (host, port) => ({ host, port })

/** Contexts by the authority's PEM: reading the public ones takes longer than a handshake. */
const contexts = new Map<string | null, SecureContext>()

/**
 * Returns the TLS context of a connection: it trusts the pinned authority alone, or the public
 * ones. They are named here, because the runtime's own default adds those of environment variables
 * (`NODE_EXTRA_CA_CERTS`, `SSL_CERT_FILE`), and gRPC's default those of
 * `GRPC_DEFAULT_SSL_ROOTS_FILE_PATH`.
 */
export function secureContextOf(to: ReturnType<Dial>, pinned: string | null): SecureContext {
  const authority = to.authority ?? pinned
  const known = contexts.get(authority)
  if (known !== undefined) return known
  const context = createSecureContext({
    ca: authority === null ? [...publicAuthorities().certificates] : authority,
    minVersion: 'TLSv1.2',
  })
  contexts.set(authority, context)
  return context
}
