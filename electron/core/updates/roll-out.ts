import type { CryptoPort } from '../net-ports.js'

/** Hex digits of a hash that become the fraction: 48 bits fit exactly into a number. */
const DIGITS = 12

/**
 * Returns where this installation stands in the roll-out of a version, in [0, 1). It is the same at
 * every check, and another one for another version, so that no installation is always the first.
 * Stays on this computer: the update source only sees a request.
 * @param installId random, chosen once
 */
export const rollOutPlace = (
  installId: string,
  version: string,
  crypto: Pick<CryptoPort, 'digestHex'>,
): number => {
  const hash = crypto.digestHex('sha256', new TextEncoder().encode(`${installId} ${version}`))
  return Number.parseInt(hash.slice(0, DIGITS), 16) / 16 ** DIGITS
}
