import compare from 'semver/functions/compare.js'
import type { PackageFormat, UpdateChannel } from '../../../shared/domain/app/update-view.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { UpdateFile, UpdateManifest } from './update-manifest.js'

/** The newest release of a channel that this installation has seen. */
export interface SeenRelease {
  readonly channel: UpdateChannel
  readonly version: string
  readonly date: EpochMs
}

/** The program that asks. */
export interface RunningProgram {
  readonly version: string
  readonly channel: UpdateChannel
  readonly format: PackageFormat
  /** As Node names them. */
  readonly platform: string
  readonly architecture: string
}

export interface DecisionInput {
  readonly manifest: UpdateManifest
  readonly program: RunningProgram
  readonly seen: SeenRelease | null
  /** Versions that did not become ready on this computer. */
  readonly failed: readonly string[]
  readonly now: EpochMs
  /** See `rollOutPlace`. */
  readonly place: number
}

/**
 * What a verified manifest means for this program. Where it is refused (`other-channel` to
 * `expired`) an attacker may have put the manifest there; nothing of it is stored.
 */
export type UpdateDecision =
  | { readonly kind: 'other-channel' | 'replayed' | 'expired' }
  | { readonly kind: 'current' | 'not-rolled-out' | 'failed-before' | 'too-old' | 'no-package' }
  | { readonly kind: 'newer'; readonly file: UpdateFile }

const REFUSALS = ['other-channel', 'replayed', 'expired'] as const

/** True where the manifest must not be believed, although its signature is right. */
export const isRefusal = (
  decision: UpdateDecision,
): decision is Extract<UpdateDecision, { kind: (typeof REFUSALS)[number] }> =>
  REFUSALS.some((kind) => kind === decision.kind)

function refusalOf({ manifest, program, seen, now }: DecisionInput): UpdateDecision | null {
  if (manifest.channel !== program.channel) return { kind: 'other-channel' }
  const isOlder =
    seen !== null && (compare(manifest.version, seen.version) < 0 || manifest.date < seen.date)
  if (isOlder) return { kind: 'replayed' }
  return manifest.notAfter <= now ? { kind: 'expired' } : null
}

/** Decides what a manifest whose signature was verified means for this program. */
export function decideUpdate(input: DecisionInput): UpdateDecision {
  const refusal = refusalOf(input)
  if (refusal !== null) return refusal
  const { manifest, program, failed, place } = input
  if (compare(manifest.version, program.version) <= 0) return { kind: 'current' }
  if (failed.includes(manifest.version)) return { kind: 'failed-before' }
  if (place >= manifest.rollOut) return { kind: 'not-rolled-out' }
  if (compare(program.version, manifest.minimumVersion) < 0) return { kind: 'too-old' }
  const file = manifest.files.find(
    ({ format, platform, architecture }) =>
      format === program.format &&
      platform === program.platform &&
      architecture === program.architecture,
  )
  return file === undefined ? { kind: 'no-package' } : { kind: 'newer', file }
}
