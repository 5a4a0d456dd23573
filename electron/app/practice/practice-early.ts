import { contentOf } from '../../adapters/journal/checked-file.js'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BUILT_IN_PROFILE } from '../../../shared/domain/app/profile.js'
import { profileFolder } from '../settings/profile-folders.js'
import { marketArgs } from './practice-seed.js'
import type { LaunchPractice, PracticeProcess } from './practice-process.js'
import { errorCode } from '../../../shared/domain/error-code.js'

/** Returns the arguments of the practice exchange of a profile's folder. */
export const exchangeArgs = (root: string, passed: readonly string[]): readonly string[] => [
  '--data-dir',
  path.join(root, 'exchange'),
  ...passed,
  ...marketArgs(root, passed),
]

/**
 * Guesses whether this start will open the built-in practice profile: no other was chosen yet, or
 * it was the last one. The file is properly read later; false when in doubt.
 */
function willOpenPractice(userData: string): boolean {
  let text: string
  try {
    text = readFileSync(path.join(userData, 'profiles.json'), 'utf8')
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
  try {
    const stored: unknown = JSON.parse(contentOf(text) ?? '')
    return (
      typeof stored === 'object' &&
      stored !== null &&
      'last' in stored &&
      stored.last === BUILT_IN_PROFILE
    )
  } catch {
    return false
  }
}

/** Returns the started process; null when none may be started, which is said when it is needed. */
function launchedBy(launch: LaunchPractice, args: readonly string[]): PracticeProcess | null {
  const launched = launch(args)
  return launched.ok ? launched.value : null
}

/** A practice exchange that may have been started early. */
export interface EarlyPractice {
  /** Returns the process to the first caller with the same arguments; null to all others. */
  adopt(args: readonly string[]): PracticeProcess | null
  /** Ends the process if no caller adopted it. */
  end(): void
}

/**
 * Starts the practice exchange before the rest of the program is loaded, when this start is likely
 * to need it, because its start takes longest. It is ended if it is not needed.
 */
export function startPracticeEarly(
  launch: LaunchPractice,
  userData: string,
  passed: readonly string[],
): EarlyPractice {
  const root = profileFolder(userData, { id: BUILT_IN_PROFILE, environment: 'practice' })
  let unused = willOpenPractice(userData) ? launchedBy(launch, exchangeArgs(root, passed)) : null
  return {
    end() {
      unused?.child.kill()
      unused = null
    },
    adopt(args) {
      if (unused === null || args.join('\0') !== unused.args.join('\0')) return null
      const adopted = unused
      unused = null
      return adopted
    },
  }
}
