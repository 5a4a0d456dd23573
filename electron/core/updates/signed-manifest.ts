import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { CryptoPort } from '../net-ports.js'
import { UpdateManifest } from './update-manifest.js'

/**
 * The signed list of a release: a manifest in an envelope (DSSE, the form of in-toto and Sigstore).
 *
 * The Update Framework (`tuf-js`) was considered. It protects against the same attacks (forged,
 * mixed, replayed and withheld lists, one stolen key), with four roles that may be different people
 * and machines. Countersign has one publisher, one file list per channel and two keys; here the
 * signature over the list of all files, the newest version seen, `notAfter` and the rule of two
 * keys give that protection. TUF's client also brings its own HTTP and file cache, which would be a
 * second way to the network beside the one that is tested for truncation, proxies and certificates.
 * Once several people publish, TUF's delegation is worth its weight.
 */

/** The type of the signed content, a part of what is signed. */
export const PAYLOAD_TYPE = 'application/vnd.countersign.update+json'

const zEnvelope = z.object({
  payloadType: z.literal(PAYLOAD_TYPE),
  /** The manifest's bytes in base64, exactly as they were signed. */
  payload: z.base64().max(400_000),
  signatures: z
    .array(z.object({ keyid: z.string().max(64), sig: z.base64().max(100) }))
    .min(1)
    .max(8),
})

/** The two raw Ed25519 public keys, in base64, that a build trusts. */
export type PinnedKeys = readonly [string, string]

export type ManifestProblem = 'not-a-manifest' | 'wrong-signature' | 'keys-not-accepted'

type Ed25519 = Pick<CryptoPort['ed25519'], 'verify'>

/** Returns the text that is signed (the pre-authentication encoding of DSSE, version 1). */
export const signedText = (payload: string): string => {
  const bytes = new TextEncoder().encode(payload).length
  return ['DSSEv1', PAYLOAD_TYPE.length, PAYLOAD_TYPE, bytes, payload].join(' ')
}

function decode(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads a published manifest and verifies its signature. Nothing of it is parsed before a pinned
 * key has signed it. A manifest whose program trusts other keys than this one needs the signatures
 * of both pinned keys, so that one stolen key cannot replace the other.
 * @param text the published file
 */
export function openManifest(
  text: string,
  keys: PinnedKeys,
  ed25519: Ed25519,
): Result<UpdateManifest, ManifestProblem> {
  const envelope = zEnvelope.safeParse(parseJson(text))
  const payload = envelope.success ? decode(envelope.data.payload) : null
  if (!envelope.success || payload === null) return err('not-a-manifest')
  const content = signedText(payload)
  const signers = [...new Set(keys)].filter((key) =>
    envelope.data.signatures.some(({ sig }) => ed25519.verify(key, content, sig)),
  )
  if (signers.length === 0) return err('wrong-signature')
  const manifest = UpdateManifest.safeParse(parseJson(payload))
  if (!manifest.success) return err('not-a-manifest')
  const changesKeys = manifest.data.keys.some((key) => !keys.includes(key))
  if (changesKeys && signers.length < keys.length) return err('keys-not-accepted')
  return ok(manifest.data)
}
