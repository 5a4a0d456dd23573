import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { PAYLOAD_TYPE, signedText } from '../../electron/core/updates/signed-manifest.js'
import { UpdateManifest } from '../../electron/core/updates/update-manifest.js'

/** What precedes the raw key in the DER form of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX_BYTES = 12

/** What a person writes of a release; sizes, hashes and keys are added. */
const zRelease = z.strictObject({
  channel: z.string(),
  version: z.string(),
  date: z.string(),
  notAfter: z.string(),
  rollOut: z.number(),
  minimumVersion: z.string(),
  notes: z.strictObject({ en: z.string(), es: z.string() }),
  files: z.array(
    z.strictObject({
      format: z.string(),
      platform: z.string(),
      architecture: z.string(),
      name: z.string(),
    }),
  ),
})
type Release = z.output<typeof zRelease>

/** Reads a private key (PKCS #8, PEM). Throws for anything but Ed25519. */
export function privateKeyOf(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key')
  return key
}

/** Returns the raw public key in base64, as a build pins it. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ type: 'spki', format: 'der' })
    .subarray(SPKI_PREFIX_BYTES)
    .toString('base64')

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Returns the manifest of a release, before it is signed.
 * @param folder where its files are
 * @param pins the keys that the program of this release trusts
 */
async function manifestText(
  release: Release,
  folder: string,
  pins: readonly string[],
): Promise<string> {
  const files = await Promise.all(
    release.files.map(async (file) => {
      const place = path.join(folder, file.name)
      return { ...file, size: statSync(place).size, sha512: await sha512Of(place) }
    }),
  )
  const manifest = { v: 1, product: 'countersign', ...release, keys: pins, files }
  // What the program would not read is not signed.
  UpdateManifest.parse(manifest)
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Makes the signed manifest of a release, as it is published. Throws where the program would not
 * read it.
 */
export async function signedRelease(input: {
  /** The content of the file that describes the release. */
  readonly release: unknown
  readonly folder: string
  readonly pins: readonly string[]
  readonly keys: readonly KeyObject[]
}): Promise<string> {
  const { folder, pins, keys } = input
  const payload = await manifestText(zRelease.parse(input.release), folder, pins)
  const text = Buffer.from(signedText(payload))
  const signatures = keys.map((key) => ({
    keyid: publicKeyOf(key).slice(0, 8),
    sig: sign(null, text, key).toString('base64'),
  }))
  return JSON.stringify({
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures,
  })
}

/** Returns what differs between the files of a folder and the manifest; empty when nothing does. */
export async function fileProblems(
  { files }: Pick<UpdateManifest, 'files'>,
  folder: string,
): Promise<readonly string[]> {
  const problems = await Promise.all(
    files.map(async ({ name, size, sha512 }) => {
      const place = path.join(folder, name)
      const facts = statSync(place, { throwIfNoEntry: false })
      if (facts === undefined) return `${name} is missing`
      if (facts.size !== size) return `${name} has ${facts.size} bytes instead of ${size}`
      return (await sha512Of(place)) === sha512 ? null : `${name} has another SHA-512`
    }),
  )
  return problems.filter((problem) => problem !== null)
}
