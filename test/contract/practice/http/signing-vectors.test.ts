import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  readSignatureHeaders,
  verifyGrpc,
  verifyHttp,
} from '../../../../electron/practice/http/access/signature.js'

interface Vector {
  readonly name: string
  readonly app_secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly host: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | null
  readonly form?: readonly (readonly [string, string])[]
}

interface GrpcVector {
  readonly name: string
  readonly app_secret: string
  readonly metadata: Readonly<Record<string, string>>
  readonly message_hex: string
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/signing-vectors.json', import.meta.url), 'utf8'),
) as { readonly http: readonly Vector[]; readonly grpc: readonly GrpcVector[] }

const readHeaders = (headers: Readonly<Record<string, string>>) => {
  const parsed = readSignatureHeaders(
    (name) => headers[name] ?? null,
    Date.parse(headers['x-timestamp'] ?? ''),
  )
  if (!parsed.ok) throw new Error(parsed.error.code)
  return parsed.value
}

describe('the published signature vectors', () => {
  it('are complete', () => {
    expect([vectors.http.length, vectors.grpc.length]).toEqual([12, 3])
  })

  it.each(vectors.http)('are verified for http $name', (vector) => {
    const request = {
      path: vector.path,
      host: vector.host,
      query: vector.query,
      body: Buffer.from(vector.body ?? '', 'utf8'),
      form: vector.form ?? null,
    }
    const headers = readHeaders(vector.headers)
    expect(verifyHttp(headers, vector.app_secret, request)).toBe(true)
    expect(verifyHttp(headers, `${vector.app_secret}x`, request)).toBe(false)
    expect(verifyHttp(headers, vector.app_secret, { ...request, path: `${vector.path}x` })).toBe(
      false,
    )
    expect(
      verifyHttp(headers, vector.app_secret, { ...request, query: [...vector.query, ['x', '1']] }),
    ).toBe(false)
    expect(verifyHttp(headers, vector.app_secret, { ...request, host: 'other.example' })).toBe(
      false,
    )
  })

  it.each(vectors.grpc)('are verified for grpc $name', (vector) => {
    const headers = readHeaders(vector.metadata)
    const message = Buffer.from(vector.message_hex, 'hex')
    expect(verifyGrpc(headers, vector.app_secret, message)).toBe(true)
    expect(verifyGrpc(headers, vector.app_secret, Buffer.concat([message, Buffer.from([0])]))).toBe(
      false,
    )
  })
})
