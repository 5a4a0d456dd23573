import type { Socket } from 'node:net'
import { err, ok } from '../../../shared/domain/result.js'
import { tunnelFailure, type ProxyAddress, type Tunnel } from './proxy.js'

/**
 * Returns the code of what the library says, whose failures have words only. Without credentials a
 * proxy that wants some accepts no kind of authentication.
 */
function failureCode(summary: string): string {
  if (/authentication/i.test(summary)) return 'CREDENTIALS'
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
 * networks of such proxies often resolve none.
 */
export async function openSocksTunnel(
  proxy: ProxyAddress,
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Tunnel> {
  try {
    const { SocksClient } = await import('socks')
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      destination: { host: to.host, port: to.port },
      proxy: {
        ...{ host: proxy.host, port: proxy.port, type: proxy.kind === 'socks4' ? 4 : 5 },
        ...credentialsOf(proxy.credentials),
      },
      timeout: timeoutMs,
    })
    return ok(socket as Socket)
  } catch (error) {
    // The words of the library may contain what the proxy sent: only their kind is used.
    return err(tunnelFailure(failureCode(error instanceof Error ? error.message : '')))
  }
}
