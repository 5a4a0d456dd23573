import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { createGrpcPort } from '../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../electron/adapters/mqtt-port.js'

/**
 * Connects to the port of the first argument over HTTPS, gRPC and MQTT without a pinned authority,
 * and prints for each whether the certificate was accepted.
 */
const port = Number(process.argv[2])
const host = '127.0.0.1'
const systemAuthority = process.argv[3]
// As a newer runtime on a computer whose key store has this authority.
if (systemAuthority !== undefined) {
  const pem = readFileSync(systemAuthority, 'utf8')
  Object.assign(tls, { getCACertificates: () => [pem] })
}
const TIMEOUT_MS = 5_000

const https = new HttpsPort({ pinnedCa: null })
const answer = await https.send({
  method: 'GET',
  origin: `https://${host}:${port}`,
  target: '/',
  headers: {},
  body: null,
  connectTimeoutMs: TIMEOUT_MS,
  readTimeoutMs: TIMEOUT_MS,
  maxResponseBytes: 1_000,
})
https.close()

const grpc = await new Promise<string>((resolve) => {
  createGrpcPort({ pinnedCa: null }).openStream(
    { host, port, method: '/a.B/C', message: new Uint8Array(), metadata: {} },
    { onMessage: () => undefined, onEnd: ({ detail }) => resolve(detail) },
  )
})

const mqtt = await new Promise<string>((resolve) => {
  createMqttPort({ pinnedCa: null }).open(
    {
      ...{ host, port, clientId: 'c', username: 'u', password: 'p' },
      ...{ keepAliveSeconds: 15, connectTimeoutMs: TIMEOUT_MS },
    },
    {
      onConnected: () => resolve('connected'),
      onMessage: () => undefined,
      onEnd: ({ kind }) => resolve(kind),
    },
  )
})

process.stdout.write(
  JSON.stringify({ https: answer.ok ? 'answered' : answer.error.kind, grpc, mqtt }),
)
