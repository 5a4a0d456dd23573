import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import {
  percentEncode,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '../../../shared/wire/string-to-sign.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { encode } from '../../../electron/provider/payload/encode.js'
import {
  signGrpc,
  signHttp,
  signatureTime,
  signingMoment,
} from '../../../electron/provider/http/authorization.js'
import vectors from '../../vectors/signing-vectors.json' with { type: 'json' }

const bytes = (text: string) => new TextEncoder().encode(text)
const algorithm = (text: string | undefined): SignatureAlgorithm => {
  const found = SIGNATURE_ALGORITHMS.find((candidate) => candidate === text)
  if (found === undefined) throw new Error(`algorithm ${text}`)
  return found
}

describe('signing vectors', () => {
  it('number fifteen', () => {
    expect(vectors.http).toHaveLength(12)
    expect(vectors.grpc).toHaveLength(3)
  })

  it.each(vectors.http.map((vector) => [vector.name, vector] as const))(
    'match for http: %s',
    (name, vector) => {
      // In variant A the form's fields are the parameters and its bytes are not digested; in
      // variant B the reverse.
      const fields =
        name.includes('fields-as-params') && 'form' in vector
          ? (vector.form as [string, string][])
          : null
      const signed = signHttp(
        nodeCrypto,
        {
          appKey: vector.app_key,
          appSecret: vector.app_secret,
          algorithm: algorithm(vector.headers['x-signature-algorithm']),
        },
        { timestamp: vector.headers['x-timestamp'], nonce: vector.headers['x-signature-nonce'] },
        {
          path: vector.path,
          host: vector.host,
          parameters: fields ?? (vector.query as [string, string][]),
          body: vector.body === null || fields !== null ? null : bytes(vector.body),
        },
      )
      expect(signed['x-signature']).toBe(vector.signature)
      expect(signed['x-version']).toBe('v3')
      expect(Object.keys(signed)).not.toContain('x-app-secret')
      expect(JSON.stringify(signed)).not.toContain(vector.app_secret)
    },
  )

  it.each(vectors.grpc.map((vector) => [vector.name, vector] as const))(
    'match for grpc: %s',
    (_name, vector) => {
      const { metadata } = vector
      const signed = signGrpc(
        nodeCrypto,
        {
          appKey: vector.app_key,
          appSecret: vector.app_secret,
          algorithm: algorithm(metadata['x-signature-algorithm']),
        },
        { timestamp: metadata['x-timestamp'], nonce: metadata['x-signature-nonce'] },
        new Uint8Array(Buffer.from(vector.message_hex, 'hex')),
      )
      expect(signed).toEqual(metadata)
    },
  )

  it('encode a form as the signer does', () => {
    const vector = vectors.http.find((candidate) => candidate.name.includes('fields-as-params'))
    if (vector === undefined || !('form' in vector)) throw new Error('no form vector')
    const encoded = encode('form', Object.fromEntries(vector.form as [string, string][]))
    expect(new TextDecoder().decode(encoded.body ?? new Uint8Array())).toBe(vector.body)
    expect(encoded.parameters).toEqual(vector.form)
    expect(encoded.signedBody).toBeNull()
  })

  it('encode JSON compactly, without escapes, and sign the exact bytes', () => {
    const encoded = encode('json', { name: 'Тест ✓ é & <x>' })
    expect(new TextDecoder().decode(encoded.body ?? new Uint8Array())).toBe(
      '{"name":"Тест ✓ é & <x>"}',
    )
    expect(encoded.signedBody).toBe(encoded.body)
    expect(encode('json', {}).body).toEqual(bytes('{}'))
  })

  it('escape a query as the signature requires', () => {
    const encoded = encode('query', { symbols: 'A B,ü*', count: 3, none: undefined, nothing: null })
    expect(encoded.query).toBe('?symbols=A%20B%2C%C3%BC%2A&count=3')
    expect(encoded.parameters).toEqual([
      ['symbols', 'A B,ü*'],
      ['count', '3'],
    ])
  })

  it('escape the characters that encodeURIComponent leaves', () => {
    expect(percentEncode("a!b'c(d)e*f-g.h_i~j")).toBe('a%21b%27c%28d%29e%2Af-g.h_i~j')
    const encoded = encode('query', { symbol: "O'REILLY (A)!" })
    expect(encoded.query).toBe('?symbol=O%27REILLY%20%28A%29%21')
  })

  it('have a timestamp in seconds and a new nonce each time', () => {
    expect(signatureTime(epochMs(1_797_000_000_999))).toBe('2026-12-11T14:40:00Z')
    let next = 0
    const moment = () =>
      signingMoment(
        { now: () => epochMs(0), monotonic: () => 0 },
        { bytes: (count) => new Uint8Array(count).fill(next++), fraction: () => 0 },
      )
    expect(moment().nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(moment().nonce).not.toBe(moment().nonce)
  })

  const source = fileURLToPath(
    new URL('../../../../shared/contract/signing-vectors.json', import.meta.url),
  )
  it('equal the file of the documentation', ({ skip }) => {
    skip(!existsSync(source), 'the contract pages are not beside the project')
    expect(JSON.parse(readFileSync(source, 'utf8'))).toEqual(vectors)
  })
})
