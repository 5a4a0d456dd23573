import { scrypt } from 'node:crypto'
import type { KeyDerivationPort } from '../core/lock/app-lock.js'

const HASH_BYTES = 32

/** scrypt of the platform, off the main thread. */
export const nodeKeyDerivation: KeyDerivationPort = {
  derive: (passphrase, salt, { n, r, p }) =>
    new Promise((resolve, reject) => {
      // Twice the memory that scrypt needs by its own formula; the platform's default limit is
      // lower.
      const maxmem = 2 * 128 * n * r * p
      scrypt(passphrase, salt, HASH_BYTES, { N: n, r, p, maxmem }, (error, hash) =>
        error === null ? resolve(new Uint8Array(hash)) : reject(error),
      )
    }),
}
