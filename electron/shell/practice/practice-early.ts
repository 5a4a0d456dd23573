import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BUILT_IN_PROFILE } from '../../../shared/domain/app/profile.js'
import { forkPractice, type PracticeChild } from './practice-child.js'
import { profileFolder } from '../../app/settings/profile-folders.js'

/** What the practice exchange of a profile's folder is started with. */
export const exchangeArgs = (root: string, passed: readonly string[]): readonly string[] => [
  '--data-dir',
  path.join(root, 'exchange'),
  ...passed,
]

/**
 * Whether this start will open the practice profile that the program brings: nobody chose another
 * one yet, or it was the last. A
 * guess from a file that is read in earnest later on; in doubt it is no.
 */
function willOpenPractice(userData: string): boolean {
  let text: string
  try {
    text = readFileSync(path.join(userData, 'profiles.json'), 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
  try {
    const stored: unknown = JSON.parse(text)
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

/** An exchange that may have been started already. */
export interface EarlyPractice {
  /** Gives it to the first who would start the same one; null for everybody else. */
  adopt(args: readonly string[]): PracticeChild | null
  /** Nobody takes it any more. */
  end(): void
}

/**
 * Starts the practice exchange before the rest of the program is even loaded, where this start will
 * need it: it takes longest to come up.
 * One that turns out not to be needed is ended.
 */
export function startPracticeEarly(
  bundle: string,
  userData: string,
  passed: readonly string[],
): EarlyPractice {
  let child = willOpenPractice(userData)
    ? forkPractice(
        bundle,
        exchangeArgs(
          profileFolder(userData, { id: BUILT_IN_PROFILE, environment: 'practice' }),
          passed,
        ),
      )
    : null
  const end = (): void => {
    child?.process.kill()
    child = null
  }
  return {
    end,
    adopt(args) {
      if (child === null || args.join('\0') !== child.args.join('\0')) return null
      const adopted = child
      child = null
      return adopted
    },
  }
}
