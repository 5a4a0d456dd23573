import { existsSync, renameSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_PREFERENCES, Preferences } from '../../../shared/domain/app/preferences.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { message } from '../../../shared/messages/make-message.js'
import { DescribedError } from '../../core/described-error.js'
import { errorName } from '../../../shared/domain/error-code.js'

/** The version of the file. */
export const PREFERENCES_VERSION = 1

/** The part of electron-store used here. It may throw for a file that it cannot read. */
export interface PreferencesFile {
  get(member: 'v' | 'data'): unknown
  set(content: { readonly v: number; readonly data: Preferences }): void
}

export interface PreferencesOptions {
  /** The folder of `preferences.json`. */
  readonly directory: string
  /** Opens the file, which may be missing; throws when it is unreadable. */
  readonly openFile: () => PreferencesFile
  /** A part of the name of a renamed file. */
  readonly stamp: string
}

/** The person's settings. */
export interface PreferencesStore {
  get(): Preferences
  /** Merges and stores a change; returns the result. */
  set(change: Partial<Preferences>): Preferences
  subscribe(listener: () => void): Disposer
  /** The name that an unreadable file was renamed to at the start; null for none. */
  readonly setAside: string | null
}

interface OpenPreferences {
  readonly file: PreferencesFile
  readonly data: Preferences
}

/** Returns null for a file that is unreadable, of another version or not ours. */
function readPreferences(
  { openFile }: PreferencesOptions,
  fileName: string,
): OpenPreferences | null {
  try {
    const file = openFile()
    if (!existsSync(fileName)) return { file, data: DEFAULT_PREFERENCES }
    // A preference that the file does not know has its default; without `data` it is not our file.
    const stored: unknown = file.get('data')
    if (typeof stored !== 'object' || stored === null) return null
    const data = Preferences.safeParse({ ...DEFAULT_PREFERENCES, ...stored })
    return file.get('v') === PREFERENCES_VERSION && data.success ? { file, data: data.data } : null
  } catch {
    // The window says that the file was set aside; it is kept, so that its cause can be found.
    return null
  }
}

/** Renames an unreadable file. Throws a `DescribedError` when the disk refuses. */
function moveAway(fileName: string, away: string): void {
  try {
    renameSync(fileName, away)
  } catch (error) {
    const reason = errorName(error)
    throw new DescribedError(message('start.fileStuck', { file: fileName, reason }))
  }
}

/**
 * Opens the person's settings. An unreadable or foreign file is renamed, never deleted, and the
 * defaults are used: losing preferences is tolerable, losing them silently is not (REL-38).
 */
export function openPreferences(options: PreferencesOptions): PreferencesStore {
  const fileName = path.join(options.directory, 'preferences.json')
  let opened = readPreferences(options, fileName)
  let setAside: string | null = null
  if (opened === null) {
    setAside = `preferences.json.corrupt-${options.stamp}`
    moveAway(fileName, path.join(options.directory, setAside))
    opened = readPreferences(options, fileName)
  }
  if (opened === null) {
    const reason = 'unreadable'
    throw new DescribedError(message('start.fileUnreadable', { file: fileName, reason }))
  }
  const { file, data } = opened
  let current = data
  const changed = createEmitter<void>()
  return {
    setAside,
    get: () => current,
    subscribe: (listener) => changed.add(listener),
    set(change) {
      current = { ...current, ...change }
      file.set({ v: PREFERENCES_VERSION, data: current })
      changed.emit()
      return current
    },
  }
}
