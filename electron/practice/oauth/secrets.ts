import { createHash, timingSafeEqual } from 'node:crypto'

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** Tokens are looked up and stored by their hash: a copied state file opens nothing. */
export const hashed = (token: string): string => sha256(token).toString('hex')

/** Compares secrets without telling by the time it takes where they differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

/** The S256 challenge of a PKCE verifier (RFC 7636). */
export const challengeOf = (verifier: string): string => sha256(verifier).toString('base64url')
