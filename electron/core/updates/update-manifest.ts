import valid from 'semver/functions/valid.js'
import { z } from 'zod'
import { PACKAGE_FORMATS, UPDATE_CHANNELS } from '../../../shared/domain/app/update-view.js'
import { asReadonly } from '../../../shared/domain/readonly-schema.js'
import { epochMs } from '../../../shared/domain/time.js'

/** More than any package of Countersign has. */
const MAX_FILE_BYTES = 1_024 * 1_024 * 1_024
const MAX_NOTES_CHARS = 8_000

const zVersion = z
  .string()
  .max(64)
  .refine((text) => valid(text) === text, 'a version by semver')

const zMoment = z.iso.datetime().transform((text) => epochMs(Date.parse(text)))

/** A raw Ed25519 public key in base64. */
const zPublicKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)

const zFile = z.object({
  format: z.enum(PACKAGE_FORMATS),
  /** As Node names them: `linux`, `x64`. */
  platform: z.enum(['linux', 'win32', 'darwin']),
  architecture: z.enum(['x64', 'arm64']),
  /** The file's name beside the manifest, no path. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/),
  size: z.int().min(1).max(MAX_FILE_BYTES),
  /** In lower-case hex. */
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
})

/**
 * What a release says of itself, the same for all its packages. Unknown members are ignored, so
 * that a later release may say more; the signature covers them too.
 */
export const UpdateManifest = asReadonly(
  z.object({
    v: z.literal(1),
    product: z.literal('countersign'),
    channel: z.enum(UPDATE_CHANNELS),
    version: zVersion,
    date: zMoment,
    /** From this moment on the manifest is no longer accepted: a source that hides newer ones. */
    notAfter: zMoment,
    /** The share of installations, from 0 to 1, that are offered this release. */
    rollOut: z.number().min(0).max(1),
    /** The oldest version that may be updated by itself to this one. */
    minimumVersion: zVersion,
    notes: z.object({ en: z.string().max(MAX_NOTES_CHARS), es: z.string().max(MAX_NOTES_CHARS) }),
    /** The keys that the program of this release trusts. */
    keys: z.tuple([zPublicKey, zPublicKey]),
    files: z.array(zFile).min(1).max(40),
  }),
)
export type UpdateManifest = z.output<typeof UpdateManifest>
export type UpdateFile = UpdateManifest['files'][number]
