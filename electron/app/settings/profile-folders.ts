import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileStamp, PRIVATE_FOLDER } from '../../adapters/file-errors.js'
import { BUILT_IN_PROFILE, type Profile } from '../../../shared/domain/app/profile.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/**
 * A profile's own folder: journal, vault and, for practice, the exchange's accounts. Environments
 * lie apart, and profiles
 * within them; the built-in practice profile keeps the folder it always had.
 */
export const profileFolder = (
  userData: string,
  { id, environment }: Pick<Profile, 'id' | 'environment'>,
): string =>
  id === BUILT_IN_PROFILE
    ? path.join(userData, environment)
    : path.join(userData, environment, 'profiles', id)

/**
 * Moves a removed profile's folder out of the way: its journal says what was ordered, so it is kept
 * under a telling name.
 */
export async function archiveProfileFolder(
  userData: string,
  profile: Profile,
  now: EpochMs,
): Promise<void> {
  const away = path.join(userData, 'removed')
  await mkdir(away, { recursive: true, mode: PRIVATE_FOLDER })
  await rename(
    profileFolder(userData, profile),
    path.join(away, `${profile.environment}-${profile.id}-${fileStamp(now)}`),
  ).catch((error: unknown) => {
    // A profile that was never opened has no folder.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}
