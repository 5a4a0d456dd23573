import type { CryptoPort } from '../../net-ports.js'

/** JSON data of records and cards. */
type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json }

function sorted(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value as Json
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    members
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

/**
 * Returns the canonical JSON of a value: members sorted by name, absent ones omitted, no spaces.
 */
export const canonicalText = (value: unknown): string => JSON.stringify(sorted(value))

/** Returns the SHA-256 of the canonical text in hexadecimal. */
export const digestOf = (crypto: Pick<CryptoPort, 'digestHex'>, value: unknown): string =>
  crypto.digestHex('sha256', new TextEncoder().encode(canonicalText(value)))
