import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { APP_ORIGIN, APP_SCHEME } from '../../../shared/ipc/channels.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { SECURITY_HEADERS } from './csp.js'

/**
 * The registration of the scheme, before the app is ready: secure and standard, without exceptions
 * from the CSP (SEC-03).
 */
export const SCHEME_PRIVILEGES = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
} as const

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Returns the file under `root` that an address of our scheme names; null for everything else:
 * other origins, unknown types, anything that decodes or resolves outside the root (SEC-07). Does
 * not access the disk.
 */
export function resolveAsset(root: string, address: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (`${url.protocol}//${url.host}` !== APP_ORIGIN || url.username !== '' || url.password !== '') {
    return null
  }
  let name: string
  try {
    name = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  if (name.includes('\0') || name.includes('\\') || name.includes('//') || name.includes('%')) {
    return null
  }
  const file = path.resolve(root, `.${name === '/' ? '/index.html' : name}`)
  if (!file.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return null
  return TYPES[path.extname(file)] === undefined ? null : file
}

/**
 * The answer to a request of our scheme. A plain object, because the classes of `fetch` would have
 * to be loaded first, which takes a tenth of the start's work.
 */
export interface AssetAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const answer = (
  status: number,
  body: Buffer | string,
  type = 'text/plain; charset=utf-8',
): AssetAnswer => ({
  status,
  headers: { ...SECURITY_HEADERS, 'content-type': type },
  body: typeof body === 'string' ? Buffer.from(body) : body,
})

/** Answers a request of our scheme. */
export type AssetHandler = (request: {
  readonly url: string
  readonly method: string
}) => Promise<AssetAnswer>

/**
 * Serves requests of our scheme from the built renderer. Symbolic links that lead out of the root
 * are refused.
 * @param root absolute path of the built renderer
 * @param problem returns why the files belong to another program now, which a window then shows
 *   instead of its page; null while they do not
 */
export function createAssetHandler(
  root: string,
  problem: () => Message | null = () => null,
): AssetHandler {
  const resolvedRoot = realpath(root)
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(405, 'Method not allowed')
    }
    const file = resolveAsset(root, request.url)
    if (file === null) return answer(404, 'Not found')
    const other = problem()
    // A page of another version could misread what main sends, and orders with it.
    if (other !== null) return answer(503, inEnglish(other))
    try {
      const [actual, actualRoot] = await Promise.all([realpath(file), resolvedRoot])
      if (!actual.startsWith(actualRoot + path.sep)) return answer(404, 'Not found')
      const body = request.method === 'HEAD' ? '' : await readFile(actual)
      return answer(200, body, TYPES[path.extname(file)])
    } catch {
      // A page learns nothing of the disk, not even why a file is not served.
      return answer(404, 'Not found')
    }
  }
}
