import { request } from 'node:http'
import { z } from 'zod'
import { APP_ORIGIN } from '../../shared/ipc/channels.js'
import type { AssetAnswer } from '../app/security/app-protocol.js'
import { SECURITY_HEADERS } from '../app/security/csp.js'
import type { PageServer } from '../program.js'

/** Where the development server listens, and the nonce of the scripts and styles that it adds. */
export const zServer = z.strictObject({
  port: z.number().int().min(1).max(65_535),
  nonce: z.string().regex(/^[\w-]{16,}$/),
})

/**
 * Serves the pages from a development server of this computer, under the scheme and with the
 * headers of the product; see {@link developmentPolicy} for the difference.
 */
export function createPageServer({ port, nonce }: z.output<typeof zServer>): PageServer {
  const host = `127.0.0.1:${port}`
  const headers = {
    ...SECURITY_HEADERS,
    'content-security-policy': developmentPolicy(
      SECURITY_HEADERS['content-security-policy'] ?? '',
      host,
      nonce,
    ),
  }
  return {
    host,
    handler: async ({ url, method }) => {
      const { origin, pathname, search } = originOf(url)
      if (origin !== APP_ORIGIN || method !== 'GET') return plain(404, 'Not found', headers)
      try {
        const answer = await get(port, `${pathname}${search}`)
        return { ...answer, headers: { ...headers, ...answer.headers } }
      } catch (error) {
        return plain(502, `The development server does not respond: ${String(error)}`, headers)
      }
    },
  }
}

/**
 * Adds to a content security policy what hot reload needs: a connection to the server, and its
 * inline script and styles.
 */
export const developmentPolicy = (policy: string, host: string, nonce: string): string =>
  policy
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'none'", `connect-src ws://${host}`)

/** Returns the parts of an address; its origin with the scheme, which `URL` leaves out. */
function originOf(address: string): { origin: string; pathname: string; search: string } {
  const { protocol, host, pathname, search } = new URL(address)
  return { origin: `${protocol}//${host}`, pathname, search }
}

const plain = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): AssetAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(text),
})

/** Gets a file of the server; rejects when there is no answer. */
function get(port: number, target: string): Promise<AssetAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: target }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 502,
          headers: { 'content-type': answer.headers['content-type'] ?? 'text/plain' },
          body: Buffer.concat(parts),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
