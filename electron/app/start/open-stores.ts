import { existsSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../adapters/clock.js'
import { createLogFile, type LogFile } from '../../adapters/log-file.js'
import { copiedBeforeUpgrade } from '../../adapters/journal/upgrade-copy.js'
import { systemRandom } from '../../adapters/random.js'
import { nodeKeyDerivation } from '../../adapters/crypto.js'
import {
  openFileRegister,
  REGISTER_FILE,
  REGISTER_VERSION,
  type FileRegister,
} from '../../core/files/file-register.js'
import { causeFields } from '../../core/described-error.js'
import { openAppLock, type AppLock } from '../../core/lock/app-lock.js'
import type { DocumentPort } from '../../core/ports.js'
import { openProfiles, type ProfileStore } from '../../core/profiles/profile-store.js'
import type { Desktop } from '../desktop.js'
import { PROGRAM_FORMS } from '../settings/program-forms.js'
import { openStoredDocuments, type StoredDocuments } from '../settings/stored-documents.js'
import { openPreferences, type PreferencesStore } from '../settings/preferences.js'

/** What is read from the data folder before the application starts. */
export interface Stores {
  readonly log: LogFile
  readonly preferences: PreferencesStore
  readonly profiles: ProfileStore
  readonly lock: AppLock
  /** The program's own documents. */
  readonly files: StoredDocuments
  /** Which file of assistants' access had content, and whether it was found damaged. */
  readonly accessFiles: FileRegister
}

/** Opens a document in the data folder, of which `version` is written. */
export const documentIn = (userData: string, name: string, version: number): DocumentPort =>
  copiedBeforeUpgrade({ path: path.join(userData, name), clock: systemClock, version })

/** Registers the file of the library that stores preferences, so that its loss is noticed. */
export function watchPreferences({ register }: StoredDocuments, exists: boolean): void {
  if (exists) register.setContent(PREFERENCES_FILE, true)
  else if (register.hasHadContent(PREFERENCES_FILE)) register.report(PREFERENCES_FILE, 'missing')
}

const PREFERENCES_FILE = 'preferences.json'

/** Reads the files that the application needs from its start on. */
export async function openStores({
  desktop,
  userData,
}: {
  readonly desktop: Desktop
  readonly userData: string
}): Promise<Stores> {
  const log = createLogFile({
    path: path.join(userData, 'logs', 'countersign.log'),
    clock: systemClock,
  })
  const hasPreferences = existsSync(path.join(userData, PREFERENCES_FILE))
  const preferences = openPreferences({
    directory: userData,
    openFile: () => desktop.openPreferencesFile(),
    stamp: new Date(systemClock.now()).toISOString().replace(/[:.]/g, '-'),
  })
  desktop.language.follow(preferences)
  const files = await openStoredDocuments(userData, log)
  watchPreferences(files, hasPreferences && preferences.setAside === null)
  const [profiles, lock, accessFiles] = await Promise.all([
    openProfiles({
      file: files.document('profiles.json', PROGRAM_FORMS.profiles),
      clock: systemClock,
      random: systemRandom,
    }),
    openAppLock({
      file: files.document('lock.json', PROGRAM_FORMS.lock),
      keyDerivation: nodeKeyDerivation,
      system: desktop.systemAuth,
      clock: systemClock,
      random: systemRandom,
      log,
    }),
    openFileRegister({
      file: documentIn(userData, REGISTER_FILE, REGISTER_VERSION),
      clock: systemClock,
      log,
    }),
  ])
  // Before a newer form of any file is written. Nothing waits for it: it is only named in words.
  void import('./newest-program.js')
    .then(({ recordProgram }) => recordProgram(files, desktop.info.version))
    .catch((error: unknown) => {
      // The program's own files were replaced; that is told on its own, and no word depends on it.
      log.event('warn', 'program.version-not-recorded', causeFields(error))
    })
  return { log, preferences, profiles, lock, files, accessFiles }
}
