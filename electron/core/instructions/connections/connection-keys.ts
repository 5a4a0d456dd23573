import { base64Url } from '../../base64-url.js'
import type { CryptoPort } from '../../net-ports.js'
import type { RandomPort } from '../../ports.js'
import type { StoredConnection } from './connection-file.js'

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
