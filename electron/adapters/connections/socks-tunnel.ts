import type { Socket } from 'node:net'
import { err, ok, type Result } from '../../../shared/domain/result.js'

/** A SOCKS proxy. `credentials`: "user:password". */
interface SocksAddress {
  readonly version: 4 | 5
  readonly host: string
  readonly port: number
  readonly credentials: string | null
}

/**
 * Returns the code of what the library says, whose failures have words only. Without credentials a
 * proxy that wants some accepts no kind of authentication.
 */
function failureCode(summary: string, hasCredentials: boolean): string {
  if (/authentication/i.test(summary)) return hasCredentials ? 'PASSWORD' : 'CREDENTIALS'
  if (/rejected/i.test(summary)) return 'REFUSED'
  return /timed out/i.test(summary) ? 'TIMEOUT' : 'UNREACHABLE'
}

const credentialsOf = (
  text: string | null,
): { readonly userId?: string; readonly password?: string } => {
  if (text === null) return {}
  const end = text.indexOf(':')
  return { userId: text.slice(0, end), password: text.slice(end + 1) }
}

/**
 * Opens a connection to a host through a SOCKS proxy, which resolves the host's name itself: the
 * networks of such proxies often resolve none. The error is the code of a tunnel's failure.
 */
export async function openSocksTunnel(
  proxy: SocksAddress,
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Result<Socket, string>> {
  try {
    const { SocksClient } = await import('socks')
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      destination: { host: to.host, port: to.port },
      proxy: {
        ...{ host: proxy.host, port: proxy.port, type: proxy.version },
        ...credentialsOf(proxy.credentials),
      },
      timeout: timeoutMs,
    })
    return ok(socket as Socket)
  } catch (error) {
    // The words of the library may contain what the proxy sent: only their kind is used.
    return err(failureCode(error instanceof Error ? error.message : '', proxy.credentials !== null))
  }
}
