import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isPracticeSeed } from '../../../shared/domain/app/practice/practice-settings.js'

/** The file in a profile's folder with the seed that the person chose for its exchange. */
export const SEED_FILE = 'practice-market.json'
export const SEED_VERSION = 1
/** The file in the folder of a profile that replays a recorded day. */
export const REPLAY_FILE = 'replay.json'

/** Returns the seed that the person chose; null for the usual market, also when in doubt. */
export function storedSeed(root: string): string | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(path.join(root, SEED_FILE), 'utf8'))
    return typeof stored === 'object' &&
      stored !== null &&
      'v' in stored &&
      stored.v === SEED_VERSION &&
      'seed' in stored &&
      typeof stored.seed === 'string' &&
      isPracticeSeed(stored.seed)
      ? stored.seed
      : null
  } catch {
    return null
  }
}

/**
 * True for the folder of a profile that replays a recorded day, also when its recording was set
 * aside: then its exchange refuses to start instead of simulating another day.
 */
export function isReplay(root: string): boolean {
  try {
    return readdirSync(root).some((name) => name.startsWith(REPLAY_FILE))
  } catch {
    // No folder: nothing was recorded into it.
    return false
  }
}

/** Returns the arguments of the exchange's market: the chosen seed, and what it replays. */
export function marketArgs(root: string, passed: readonly string[]): readonly string[] {
  const seed = passed.includes('--seed') ? null : storedSeed(root)
  return [
    ...(seed === null ? [] : ['--seed', seed]),
    ...(isReplay(root) ? ['--replay', path.join(root, REPLAY_FILE)] : []),
  ]
}
