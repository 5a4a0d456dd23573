import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

/** The path at which Countersign proves itself, and the header with what it has to answer. */
export const PROOF_PATH = '/proof'
export const NONCE_HEADER = 'countersign-nonce'
/** A nonce, a secret and a proof: 256 bits in base64url. */
export const TEXT_256 = /^[\w-]{43}$/
export const BYTES_256 = 32

/**
 * Returns the proof for a nonce. It names the channel (the path of the socket, or address and
 * port), so that a stranger cannot pass on the proof of another channel.
 */
export const proofOf = (secret: string, channel: string, nonce: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(`countersign proof\n${channel}\n${nonce}`)
    .digest('base64url')

/** Compares a proof in constant time. */
export function isProof(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The answer to a request for a proof. */
export const proofBody = (proof: string): string => JSON.stringify({ proof })
export const proofHeaders = (body: string): OutgoingHttpHeaders => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  connection: 'keep-alive',
})

const ANSWER = /^HTTP\/1\.1 200 [^\r\n]*\r\n(?:[^\r\n]+\r\n)+\r\n\{"proof":"([\w-]{43})"\}$/

/** Reads the proof of a complete answer as Countersign writes it; null for anything else. */
export const proofIn = (answer: string): string | null => ANSWER.exec(answer)?.[1] ?? null

/** The request for a proof, as it is sent before any key. */
export const proofRequest = (host: string, nonce: string): string =>
  [
    `GET ${PROOF_PATH} HTTP/1.1`,
    `host: ${host}`,
    `${NONCE_HEADER}: ${nonce}`,
    'connection: keep-alive',
    '',
    '',
  ].join('\r\n')
