import { createHash, timingSafeEqual } from 'node:crypto'

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** Hashes a token for storage and lookup, so that a copied state file contains no usable token. */
export const hashed = (token: string): string => sha256(token).toString('hex')

/** Compares secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

/** Computes the S256 challenge of a PKCE verifier (RFC 7636). */
export const challengeOf = (verifier: string): string => sha256(verifier).toString('base64url')
