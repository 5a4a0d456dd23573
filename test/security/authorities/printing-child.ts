import { readFileSync } from 'node:fs'
import { silenceLibraries } from '../../../electron/app/security/library-output.js'

/**
 * Sends a key over HTTPS, gRPC and MQTT to the port of the first argument, with the authority of
 * the second one. The libraries print what their variables ask for, unless the third argument is
 * `silent`: then as in the program.
 */
const [, , portText, caFile, mode] = process.argv
if (mode === 'silent') silenceLibraries(process.env)
const { createGrpcPort } = await import('../../../electron/adapters/grpc-port.js')
const { HttpsPort } = await import('../../../electron/adapters/https-port.js')
const { createMqttPort } = await import('../../../electron/adapters/mqtt-port.js')

const port = Number(portText)
const host = '127.0.0.1'
const pinnedCa = readFileSync(caFile ?? '', 'utf8')
const TIMEOUT_MS = 5_000
/** Put together, so that the text of this file is not mistaken for what was printed. */
const key = ['a', 'key', 'of', 'an', 'account'].join('-')

const https = new HttpsPort({ pinnedCa })
await https.send({
  method: 'POST',
  origin: `https://${host}:${port}`,
  target: '/',
  headers: { 'x-access-token': key },
  body: new TextEncoder().encode(key),
  connectTimeoutMs: TIMEOUT_MS,
  readTimeoutMs: TIMEOUT_MS,
  maxResponseBytes: 1_000,
})
https.close()

await new Promise<void>((resolve) => {
  createGrpcPort({ pinnedCa }).openStream(
    {
      ...{ host, port, method: '/a.B/C' },
      message: new TextEncoder().encode(key),
      metadata: { 'x-access-token': key },
    },
    { onMessage: () => undefined, onEnd: () => resolve() },
  )
})

await new Promise<void>((resolve) => {
  createMqttPort({ pinnedCa }).open(
    {
      ...{ host, port, clientId: 'c', username: key, password: key },
      ...{ keepAliveSeconds: 15, connectTimeoutMs: TIMEOUT_MS },
    },
    {
      onConnected: () => resolve(),
      onMessage: () => undefined,
      onEnd: () => resolve(),
    },
  )
})
process.stdout.write('sent\n')
process.exit(0)
