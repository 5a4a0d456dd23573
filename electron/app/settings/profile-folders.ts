import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileStamp, PRIVATE_FOLDER } from '../../adapters/file-errors.js'
import { BUILT_IN_PROFILE } from '../../../shared/domain/app/profile.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/**
 * Returns a profile's own folder: journal, vault and, for practice, the exchange's accounts.
 * Environments are separate folders with the profiles in them; the built-in practice profile has
 * the practice folder itself.
 */
export const profileFolder = (
  userData: string,
  { id, environment }: Pick<Profile, 'id' | 'environment'>,
): string =>
  id === BUILT_IN_PROFILE
    ? path.join(userData, environment)
    : path.join(userData, environment, 'profiles', id)

/** Returns the file of an institution's journal of orders. */
export const institutionJournal = (
  userData: string,
  profile: Pick<Profile, 'id' | 'environment'>,
): string => path.join(profileFolder(userData, profile), 'institution-orders.journal')

/** Renames a removed profile's folder and keeps it, because its journal records its orders. */
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
    if (errorCode(error) !== 'ENOENT') throw error
  })
}
