import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App, Session } from 'electron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUNDLES, PRODUCT } from '../../../build/bundles.mjs'
import { listFiles } from '../../../build/lib/files.mjs'
import { importedPaths } from '../../../build/lib/imported-paths.mjs'
import { CSP } from '../../../electron/app/security/csp.js'
import { createPageServer, zServer } from '../../../electron/development/page-server.js'
import { guardSession } from '../../../electron/shell/security/guards.js'
import { appendQuietSwitches } from '../../../electron/shell/security/no-network.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const NONCE = 'nonce-of-one-run_1'
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

describe('SEC-29: the development program', () => {
  it('is the entry of no bundle', () => {
    expect(BUNDLES.filter(({ entry }) => entry.includes('development'))).toEqual([])
  })

  it('is imported by no file of the product', () => {
    const files = listFiles(join(ROOT, 'electron')).filter(
      (path) => path.endsWith('.ts') && !path.startsWith('development/'),
    )
    expect(files).toContain('program.ts')
    const importers = files.filter((path) =>
      importedPaths(readText(`electron/${path}`)).some((target) => target.includes('development/')),
    )
    expect(importers).toEqual([])
  })

  it('leaves the product without a server for its pages', () => {
    expect(readText('electron/main.ts')).toContain('pageServer: null')
  })

  it('leaves nothing in the bundles of the product', ({ skip }) => {
    const out = join(ROOT, 'out')
    if (!BUNDLES.every(({ output }) => existsSync(join(out, output)))) {
      skip('the bundles are not built: npm run build')
    }
    const scripts = PRODUCT.flatMap(({ name }) =>
      listFiles(join(out, name)).map((path) => `${name}/${path}`),
    ).filter((path) => /\.(c?js|html)$/.test(path))
    const traces = /createPageServer|developmentPolicy|never runs packaged|@vite\/client/
    expect(scripts.filter((path) => traces.test(readText(`out/${path}`)))).toEqual([])
  })
})

describe('SEC-29: a page server', () => {
  let server: Server
  let targets: (string | undefined)[] = []
  let pages: ReturnType<typeof createPageServer>
  beforeAll(async () => {
    server = createServer((request, response) => {
      targets.push(request.url)
      response.setHeader('content-type', 'text/javascript')
      response.setHeader('content-security-policy', 'default-src *')
      response.end('export {}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    pages = createPageServer({ port: (server.address() as AddressInfo).port, nonce: NONCE })
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('answers requests of the own scheme with the headers of the product', async () => {
    targets = []
    const answer = await pages.handler({ url: 'app://desk/main.tsx?t=1', method: 'GET' })
    expect(targets).toEqual(['/main.tsx?t=1'])
    expect({ status: answer.status, body: answer.body.toString() }).toEqual({
      status: 200,
      body: 'export {}',
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['another scheme', 'http://desk/main.tsx', 'GET'],
    ['another host', 'app://other/main.tsx', 'GET'],
    ['another method', 'app://desk/main.tsx', 'POST'],
  ])('asks the server for nothing of %s', async (_case, url, method) => {
    targets = []
    expect((await pages.handler({ url, method })).status).toBe(404)
    expect(targets).toEqual([])
  })

  it('adds a nonce and one connection to the content security policy, and changes nothing else', async () => {
    const { headers } = await pages.handler({ url: 'app://desk/', method: 'GET' })
    const directives = (policy: string): readonly string[] => policy.split('; ')
    const policy = directives(headers['content-security-policy'] ?? '')
    expect(policy.filter((directive) => !directives(CSP).includes(directive))).toEqual([
      `script-src 'self' 'nonce-${NONCE}'`,
      `style-src 'self' 'nonce-${NONCE}'`,
      `connect-src ws://${pages.host}`,
    ])
    expect(policy).toHaveLength(directives(CSP).length)
  })

  it('is a port of this computer and a nonce that nobody guesses', () => {
    expect(zServer.safeParse({ port: 5173, nonce: '' }).success).toBe(false)
    expect(zServer.safeParse({ port: 5173, nonce: "x' *; script-src '*" }).success).toBe(false)
    expect(zServer.safeParse({ port: 5173, nonce: NONCE, host: '192.0.2.1' }).success).toBe(false)
  })
})

type BeforeRequest = (
  details: { url: string },
  callback: (answer: { cancel: boolean }) => void,
) => void

describe('SEC-29: the guard of a window', () => {
  const isCanceled = (reachable: string | null, url: string): boolean | undefined => {
    let guard: BeforeRequest | undefined
    const session = new Proxy(
      {},
      {
        get: (_target, name) =>
          name === 'webRequest'
            ? { onBeforeRequest: (_filter: unknown, set: BeforeRequest) => void (guard = set) }
            : () => undefined,
      },
    )
    guardSession(session as Session, reachable)
    let canceled: boolean | undefined
    guard?.({ url }, ({ cancel }) => void (canceled = cancel))
    return canceled
  }

  it.each(['ws://127.0.0.1:5173/', 'ws://127.0.0.1:5173/?token=x'])(
    'lets a page of the product not connect to %s, and one in development do so',
    (url) => {
      expect(isCanceled(null, url)).toBe(true)
      expect(isCanceled('127.0.0.1:5173', url)).toBe(false)
    },
  )

  it.each([
    'ws://127.0.0.1:51730/',
    'ws://127.0.0.1:5173.example.com/',
    'http://127.0.0.1:5173/',
    'wss://127.0.0.1:5173/',
  ])('cancels %s in development too', (url) => {
    expect(isCanceled('127.0.0.1:5173', url)).toBe(true)
  })

  it('maps every other host to nothing', () => {
    const rulesFor = (reachable: string | null): string | undefined => {
      const switches = new Map<string, string | undefined>()
      const commandLine = {
        appendSwitch: (name: string, value?: string) => void switches.set(name, value),
      }
      appendQuietSwitches({ commandLine } as unknown as App, reachable)
      return switches.get('host-resolver-rules')
    }
    expect(rulesFor(null)).toBe('MAP * ~NOTFOUND')
    expect(rulesFor('127.0.0.1:5173')).toBe('MAP * ~NOTFOUND, EXCLUDE 127.0.0.1')
  })
})
