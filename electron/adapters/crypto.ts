import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { CryptoPort } from '../core/net-ports.js'

/** Node's crypto library behind the port. */
export const nodeCrypto: CryptoPort = {
  hmacBase64: (hash, key, text) => createHmac(hash, key).update(text, 'utf8').digest('base64'),
  digestHex: (hash, bytes) => createHash(hash).update(bytes).digest('hex'),
  sha256Base64Url: (text) => createHash('sha256').update(text, 'utf8').digest('base64url'),
  equal: (a, b) => {
    // Digests have one length, so that the comparison tells nothing about the length of what is
    // compared.
    const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
    return timingSafeEqual(digest(a), digest(b))
  },
}
