import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { CryptoPort } from '../core/net-ports.js'

/** The crypto port over Node's library. */
export const nodeCrypto: CryptoPort = {
  hmacBase64: (hash, key, text) => createHmac(hash, key).update(text, 'utf8').digest('base64'),
  digestHex: (hash, bytes) => createHash(hash).update(bytes).digest('hex'),
  sha256Base64Url: (text) => createHash('sha256').update(text, 'utf8').digest('base64url'),
  equal: (a, b) => {
    // Compare digests, which have one length, so that the time reveals nothing about the length of
    // the texts.
    const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
    return timingSafeEqual(digest(a), digest(b))
  },
}
