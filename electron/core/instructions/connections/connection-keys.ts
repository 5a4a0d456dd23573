import type { CryptoPort } from '../../net-ports.js'
import type { RandomPort } from '../../ports.js'
import type { StoredConnection } from './connection-file.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
function base64Url(bytes: Uint8Array): string {
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 3) {
    const remaining = bytes.length - offset
    const word =
      ((bytes[offset] ?? 0) << 16) | ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0)
    for (let digit = 0; digit < Math.min(4, remaining + 1); digit += 1) {
      text += ALPHABET.charAt((word >> (18 - digit * 6)) & 63)
    }
  }
  return text
}

const KEY_BYTES = 32

/** Makes the keys of connections, and finds a connection by its key. Only hashes are stored. */
export class ConnectionKeys {
  readonly #random: RandomPort
  readonly #crypto: Pick<CryptoPort, 'digestHex' | 'equal'>

  constructor(random: RandomPort, crypto: Pick<CryptoPort, 'digestHex' | 'equal'>) {
    this.#random = random
    this.#crypto = crypto
  }

  /** Returns a new key, to be shown to the person once. */
  newToken(): string {
    return `cs_${this.#randomKey()}`
  }

  /** Returns the hash of a random key that is never issued, so that no key matches it. */
  unissuedHash(): string {
    return this.hash(this.#randomKey())
  }

  hash(token: string): string {
    return this.#crypto.digestHex('sha256', new TextEncoder().encode(token))
  }

  /** Returns the connection with this key; null when there is none. */
  find(connections: readonly StoredConnection[], token: string): StoredConnection | null {
    const tokenHash = this.hash(token)
    let match: StoredConnection | null = null
    // Compare every record, even after a match.
    for (const connection of connections) {
      const same = this.#crypto.equal(connection.keyHash, tokenHash)
      match = same ? connection : match
    }
    return match
  }

  #randomKey(): string {
    return base64Url(this.#random.bytes(KEY_BYTES))
  }
}
