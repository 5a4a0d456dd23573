import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  timingSafeEqual,
  type KeyObject,
  verify,
  scrypt,
} from 'node:crypto'
import type { CryptoPort } from '../core/net-ports.js'
import type { KeyDerivationPort } from '../core/lock/app-lock.js'

/** What precedes the raw key in the DER form of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const privateKeyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' })

function verifyEd25519(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64')])
    return verify(
      null,
      Buffer.from(text),
      createPublicKey({ key, type: 'spki', format: 'der' }),
      Buffer.from(signature, 'base64'),
    )
  } catch {
    return false
  }
}

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
  ed25519: {
    create: () =>
      generateKeyPairSync('ed25519')
        .privateKey.export({ type: 'pkcs8', format: 'der' })
        .toString('base64'),
    publicKeyOf: (privateKey) =>
      createPublicKey(privateKeyOf(privateKey))
        .export({ type: 'spki', format: 'der' })
        .subarray(SPKI_PREFIX.length)
        .toString('base64'),
    fingerprint: (publicKey) =>
      createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex'),
    sign: (privateKey, text) =>
      sign(null, Buffer.from(text), privateKeyOf(privateKey)).toString('base64'),
    verify: verifyEd25519,
  },
}

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
