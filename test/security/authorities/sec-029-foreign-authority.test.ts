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
import { removeFolder } from '../../harness/system/remove-folder.js'

const CHILD = fileURLToPath(new URL('./connect-child.ts', import.meta.url))

let folder: string
let server: Http2SecureServer
let port: number
/** The file of an authority that signed the server's certificate. */
let authority: string
let bundle: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-authority-'))
  const { ca, cert, key } = await makeCertificates(systemClock.now())
  authority = join(folder, 'authority.pem')
  await writeFile(authority, ca)
  server = createSecureServer({ key, cert, allowHTTP1: true }, (_request, response) => {
    response.end('{}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: CHILD, outDir: folder, emptyOutDir: false },
    ssr: { noExternal: true },
  })
  bundle = join(folder, 'connect-child.js')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(async () => {
  server.close()
  await removeFolder(folder)
})

/** Runs the connections in a process with these variables; returns what became of them. */
async function connectWith(
  variables: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, String(port), ...more], {
    env: { PATH: process.env['PATH'], ...variables },
  })
  return JSON.parse(stdout)
}

describe('SEC-29: a certificate of an authority that only an environment variable names', () => {
  it.each([
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH',
    'none of them',
  ])('is refused over HTTPS, gRPC and MQTT: %s', async (variable) => {
    const refused = { https: 'tls', mqtt: 'tls', grpc: expect.stringMatching(/certificate/i) }
    expect(await connectWith(variable.startsWith('none') ? {} : { [variable]: authority })).toEqual(
      refused,
    )
  })

  it('is refused also when one says that certificates need not be verified', async () => {
    expect(await connectWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
      https: 'tls',
      mqtt: 'tls',
      grpc: expect.stringMatching(/certificate/i) as string,
    })
  })

  it('is refused also when Node is asked to trust the authorities of OpenSSL', async () => {
    const variables = { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: authority }
    expect(await connectWith(variables)).toMatchObject({ https: 'tls', mqtt: 'tls' })
  })
})

describe("SEC-29: a certificate of an authority of this computer's key store", () => {
  it('is trusted over HTTPS, gRPC and MQTT where the runtime reads the store', async () => {
    // The server speaks HTTP only: what matters is that the handshake succeeds.
    expect(await connectWith({}, authority)).toEqual({
      https: 'answered',
      grpc: expect.not.stringMatching(/certificate/i) as string,
      mqtt: expect.not.stringMatching(/tls/) as string,
    })
  })
})
