import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isPracticeSeed } from '../../../shared/domain/app/practice-settings.js'

/** The file in a profile's folder with the seed that the person chose for its exchange. */
export const SEED_FILE = 'practice-market.json'
export const SEED_VERSION = 1

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

/** Returns the arguments of the exchange's market: the chosen seed, unless one is passed. */
export function seedArgs(root: string, passed: readonly string[]): readonly string[] {
  const seed = passed.includes('--seed') ? null : storedSeed(root)
  return seed === null ? [] : ['--seed', seed]
}
