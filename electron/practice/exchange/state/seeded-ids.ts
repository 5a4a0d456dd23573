import { createHash } from 'node:crypto'
import type { IdSource } from '../api/exchange-api.js'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26
const NUMBER_DIGITS = 10
const SPACE = 1n << 50n
/**
 * Odd, so multiplying by it permutes the space: consecutive numbers look unrelated, and no two give
 * the same id.
 */
const STRIDE = 0x2545f4914f6cdn

const base32 = (value: bigint, digits: number): string => {
  let text = ''
  for (let rest = value, left = digits; left > 0; left -= 1, rest >>= 5n) {
    text = (ALPHABET[Number(rest & 31n)] ?? '0') + text
  }
  return text
}

/**
 * Creates ids of 26 upper-case base-32 characters, like the provider's. The same seed, kind and
 * number give the same id.
 */
export function seededIds(seed: string): IdSource & ((kind: string, number: number) => string) {
  const prefixes = new Map<string, string>()
  return (kind, number) => {
    let prefix = prefixes.get(kind)
    if (prefix === undefined) {
      const hash = createHash('sha256').update(`${seed}\n${kind}`).digest('hex')
      prefix = base32(BigInt(`0x${hash.slice(0, 24)}`), LENGTH - NUMBER_DIGITS)
      prefixes.set(kind, prefix)
    }
    return prefix + base32((BigInt(number) * STRIDE) % SPACE, NUMBER_DIGITS)
  }
}
