import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { makeCertificates } from '../../../electron/practice/tls/certificates.js'
import { exposuresOf } from '../../../electron/shell/security/exposures.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const CHILD = fileURLToPath(new URL('./printing-child.ts', import.meta.url))
const KEY = 'a-key-of-an-account'
const RUN_MS = 60_000

let folder: string
let server: Http2SecureServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-output-'))
  const { ca, cert, key } = await makeCertificates(systemClock.now())
  await writeFile(join(folder, 'authority.pem'), ca)
  server = createSecureServer({ key, cert, allowHTTP1: true }, (_request, response) => {
    response.end('{}')
  })
  // The client of the market stream speaks no HTTP: its connection is closed.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: CHILD, outDir: folder, emptyOutDir: false },
    ssr: { noExternal: true },
  })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}, RUN_MS)
afterAll(async () => {
  server.close()
  await removeFolder(folder)
})

/** Returns all that a process with these variables prints while it sends a key. */
async function printed(
  variables: Readonly<Record<string, string>>,
  mode: 'silent' | 'as-asked',
): Promise<string> {
  const { port } = server.address() as AddressInfo
  const args = [
    join(folder, 'printing-child.js'),
    String(port),
    join(folder, 'authority.pem'),
    mode,
  ]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...variables },
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(stdout).toContain('sent')
  return stdout + stderr
}

const commandLine = { hasSwitch: () => false } as unknown as Electron.CommandLine

describe('SEC-29: a variable that makes libraries print what they send', () => {
  it(
    'prints the key where nothing is done against it',
    async () => {
      expect(await printed({ DEBUG: '*' }, 'as-asked')).toContain(KEY)
    },
    RUN_MS,
  )

  it.each([{ DEBUG: '*' }, { GRPC_TRACE: 'all', GRPC_VERBOSITY: 'DEBUG' }])(
    'prints nothing in the program: %o',
    async (variables) => {
      expect(await printed(variables, 'silent')).toBe('sent\n')
    },
    RUN_MS,
  )

  it(
    'a variable of Node itself prints the key before the program runs, so that only practice opens',
    async () => {
      expect(await printed({ NODE_DEBUG: 'https' }, 'silent')).toContain(KEY)
      const exposures = (env: NodeJS.ProcessEnv) =>
        exposuresOf({ commandLine }, false, {
          env,
          argv: [],
          platform: 'linux',
          versions: process.versions,
        })()
      expect(exposures({ NODE_DEBUG: 'https' })).toContain('variable')
      expect(exposures({ NODE_OPTIONS: '--require=/tmp/other.cjs' })).toContain('variable')
      expect(exposures({ LD_PRELOAD: '/tmp/other.so' })).toContain('variable')
      expect(exposures({ NODE_OPTIONS: '', DEBUG: '*' })).not.toContain('variable')
    },
    RUN_MS,
  )
})
