import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import path from 'node:path'
import { publicKeyOf, signedRelease } from '../../../build/release/signed-release.js'
import type { PinnedKeys } from '../../../electron/core/updates/signed-manifest.js'
import { makeCertificates } from '../../../electron/practice/tls/certificates.js'
import { epochMs } from '../../../shared/domain/time.js'

/** What the server does to requests of a file whose name ends so. */
export type FeedFault =
  | 'none'
  | 'cut'
  | 'cut-once'
  | 'slow'
  | 'endless'
  | 'redirect'
  | 'without-ranges'
  | 'forged'

/** A local server of updates, with keys and a certificate of its own. */
export interface UpdateFeed {
  readonly origin: string
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string
  readonly keys: readonly [KeyObject, KeyObject]
  readonly pins: PinnedKeys
  /** Every request: its path and headers. */
  readonly requests: { readonly path: string; readonly headers: readonly string[] }[]
  /** The faults, by the end of a file's name. */
  readonly faults: Map<string, FeedFault>
  /** Writes a file that the server serves. */
  put(name: string, content: string | Uint8Array): void
  /** Publishes a release of these files, which were put before. */
  publish(release: FeedRelease): Promise<void>
  close(): Promise<void>
}

export interface FeedRelease {
  readonly version: string
  readonly date?: string
  readonly notAfter?: string
  readonly rollOut?: number
  readonly minimumVersion?: string
  readonly channel?: string
  readonly files?: readonly { readonly format: string; readonly name: string }[]
  /** The keys that sign; the first of the feed's own without. */
  readonly signedBy?: readonly KeyObject[]
  /** The keys that the release trusts; without, the keys of the feed. */
  readonly pins?: readonly string[]
}

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

const DAY_MS = 86_400_000
const iso = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

function publish(folder: string, feed: Pick<UpdateFeed, 'keys' | 'pins'>) {
  return async ({ channel = 'stable', files = [], ...release }: FeedRelease): Promise<void> => {
    const text = await signedRelease({
      release: {
        channel,
        version: release.version,
        date: release.date ?? iso(-1),
        notAfter: release.notAfter ?? iso(30),
        rollOut: release.rollOut ?? 1,
        minimumVersion: release.minimumVersion ?? '0.0.1',
        notes: { en: 'Fills are shown sooner.', es: 'Las ejecuciones se muestran antes.' },
        files: files.map((file) => ({ ...file, platform: 'linux', architecture: 'x64' })),
      },
      folder,
      pins: release.pins ?? feed.pins,
      keys: release.signedBy ?? [feed.keys[0]],
    })
    writeFileSync(path.join(folder, 'stable.json'), text)
  }
}

/** Sends a file, or the part of it that is requested. */
function sendFile(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (range === null) {
    response.writeHead(200, { 'content-length': content.length }).end(content)
    return
  }
  const [from, to] = [Number(range[1]), Math.min(Number(range[2]), content.length - 1)]
  const part = content.subarray(from, to + 1)
  response
    .writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${from}-${to}/${content.length}`,
    })
    .end(part)
}

function fail(fault: FeedFault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault) {
    case 'cut':
    case 'cut-once':
      response.writeHead(206, { 'content-length': 1_000_000 })
      response.write('half')
      setTimeout(() => request.socket.destroy(), 20)
      return
    case 'slow':
      response.writeHead(206, { 'content-length': 1_000_000 })
      response.write('x')
      return
    case 'endless': {
      response.writeHead(206)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      return more()
    }
    case 'redirect':
      response.writeHead(302, { location: 'https://127.0.0.1:1/elsewhere' }).end()
      return
    case 'without-ranges':
    case 'forged':
    case 'none':
      return
  }
}

/** Starts the server over the files of a folder. */
export async function startUpdateFeed(folder: string): Promise<UpdateFeed> {
  const { ca, cert, key } = await makeCertificates(epochMs(Date.now()))
  const requests: UpdateFeed['requests'] = []
  const faults = new Map<string, FeedFault>()
  const sockets = new Set<Duplex>()
  const server = createServer({ cert, key }, (request, response) => {
    const file = (request.url ?? '/').replace(/^\/updates\//, '')
    requests.push({ path: request.url ?? '', headers: Object.keys(request.headers).sort() })
    const [ending, fault] = [...faults].find(([end]) => file.endsWith(end)) ?? ['', 'none' as const]
    if (fault === 'cut-once') faults.delete(ending)
    if (!['none', 'forged', 'without-ranges'].includes(fault)) return fail(fault, request, response)
    try {
      const content = readFileSync(path.join(folder, path.basename(file)))
      if (fault === 'forged') content.write('evil', content.length - 4)
      if (fault === 'without-ranges') delete request.headers.range
      sendFile(request, response, content)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const keys = [newKey(), newKey()] as const
  const pins = [publicKeyOf(keys[0]), publicKeyOf(keys[1])] as const
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ ca, keys, pins, requests, faults },
    put: (name, content) => writeFileSync(path.join(folder, name), content),
    publish: publish(folder, { keys, pins }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
