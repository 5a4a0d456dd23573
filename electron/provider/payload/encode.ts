import type { Encoding } from '../../../shared/wire/operation.js'
import { percentEncode } from '../../../shared/wire/string-to-sign.js'

/** A request's parameters as they are sent and as they are signed. */
export interface Encoded {
  /** `?…` or empty. */
  readonly query: string
  readonly body: Uint8Array | null
  readonly contentType: string | null
  /** Names and decoded values that are added to the signed parameters. */
  readonly parameters: readonly (readonly [string, string])[]
  /** The bytes whose digest is signed; null where the fields are signed instead. */
  readonly signedBody: Uint8Array | null
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Converts flat parameters to pairs; absent and null ones are omitted. */
function pairs(params: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const list: (readonly [string, string])[] = []
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    if (!isScalar(value)) throw new TypeError(`parameter ${name} is not flat`)
    list.push([name, String(value)])
  }
  return list
}

const joined = (list: readonly (readonly [string, string])[]): string =>
  list.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')

/**
 * Encodes validated parameters. JSON is compact UTF-8, and exactly these bytes are digested
 * (AUTH-2); a form is signed by its fields like a query (AUTH-5).
 */
export function encode(encoding: Encoding, params: Readonly<Record<string, unknown>>): Encoded {
  if (encoding === 'json') {
    const body = new TextEncoder().encode(JSON.stringify(params))
    return { query: '', body, contentType: 'application/json', parameters: [], signedBody: body }
  }
  const list = pairs(params)
  if (encoding === 'query') {
    return {
      query: list.length === 0 ? '' : `?${joined(list)}`,
      body: null,
      contentType: null,
      parameters: list,
      signedBody: null,
    }
  }
  return {
    query: '',
    body: new TextEncoder().encode(joined(list)),
    contentType: 'application/x-www-form-urlencoded',
    parameters: list,
    signedBody: null,
  }
}
