/**
 * Tickets that were submitted so long ago that only the archive holds their orders, as hashes of 53
 * bits: a start has to recognize each of them, but reads none. A match is looked up in the archive,
 * so two tickets with the same hash are no mistake.
 */

const CHARS = 11
const RADIX = 36

/** Returns a hash of 53 bits (cyrb53). */
export function ticketHash(ticket: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < ticket.length; index += 1) {
    const code = ticket.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}

/** Writes hashes as one text. */
export const encodeHashes = (hashes: Iterable<number>): string =>
  Array.from(hashes, (hash) => hash.toString(RADIX).padStart(CHARS, '0')).join('')

/** True for a text that {@link encodeHashes} wrote. */
export const areHashes = (text: string): boolean =>
  text.length % CHARS === 0 && /^[0-9a-z]*$/.test(text)

/** Reads the hashes of a text. */
export function decodeHashes(text: string): ReadonlySet<number> {
  const hashes = new Set<number>()
  for (let index = 0; index < text.length; index += CHARS) {
    hashes.add(Number.parseInt(text.slice(index, index + CHARS), RADIX))
  }
  return hashes
}
