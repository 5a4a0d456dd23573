import type { PackageFormat } from '../../../shared/domain/app/update-view.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import {
  replacementPlace,
  type ReplacementPlace,
} from '../../adapters/updates/replacement-place.js'
import type { RunningProgram } from '../../core/updates/update-decision.js'
import type { UpdateConfig } from '../../core/updates/update-config.js'
import type { UpdateSource } from '../../core/updates/update-service.js'

/** How this program is installed. */
export interface InstalledProgram {
  readonly version: string
  /** False for a program that was started from its source files. */
  readonly packaged: boolean
  /** True on a runtime that is for tests only. */
  readonly testRuntime: boolean
  /** What the package says of itself; null where it says nothing. */
  readonly format: PackageFormat | null
  /** As Node names them. */
  readonly platform: string
  readonly architecture: string
  /** The file that runs. */
  readonly executable: string
  /** The file of a mounted AppImage (the variable `APPIMAGE`). */
  readonly appImage: string | undefined
}

/** How this program is updated. */
export type UpdateSetup =
  | { readonly kind: 'never'; readonly why: Message }
  | {
      readonly kind: 'updated'
      readonly program: RunningProgram
      readonly source: UpdateSource
      /** Null where the program only names newer versions; `replacedBy` says who replaces it. */
      readonly place: ReplacementPlace | null
      readonly replacedBy: Message | null
    }

/** Says who replaces a program of this format; null where it does so itself. */
function replacedBy(format: PackageFormat): Message | null {
  switch (format) {
    case 'deb':
    case 'rpm':
      return message('updates.bySystem', { format })
    // Their installers are not part of this version.
    case 'nsis':
    case 'dmg':
    case 'zip':
      return message('updates.byInstaller')
    case 'appimage':
    case 'tar.gz':
      return null
  }
}

/**
 * Decides how a program is updated, from its build and from how it is installed. A program of the
 * test runtime never is: it gets no security updates, and no release may replace it by a real one.
 */
export function updateSetup(
  { source, channel }: Pick<UpdateConfig, 'source' | 'channel'>,
  installed: InstalledProgram,
): UpdateSetup {
  const { version, format, platform, architecture, appImage, executable } = installed
  if (!installed.packaged) return { kind: 'never', why: message('updates.sourceTree') }
  if (installed.testRuntime) return { kind: 'never', why: message('updates.testRuntime') }
  if (source === null) return { kind: 'never', why: message('updates.noSource') }
  if (format === null) return { kind: 'never', why: message('updates.unknownFormat') }
  const bySystem = replacedBy(format)
  const place = bySystem === null ? replacementPlace(format, appImage, executable) : null
  // An AppImage that was unpacked and started from its folder is not what its format says.
  if (bySystem === null && place === null) {
    return { kind: 'never', why: message('updates.unknownFormat') }
  }
  const program = { version, channel, format, platform, architecture }
  return { kind: 'updated', program, source, place, replacedBy: bySystem }
}
