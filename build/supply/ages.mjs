import { join } from 'node:path'
import { NPM, run } from '../lib/exec.mjs'
import { readJson, writeJson } from '../lib/files.mjs'
import { CACHE } from '../lib/paths.mjs'

/** Versions that are younger than this are not locked: most malicious ones are found in days. */
export const MIN_AGE_DAYS = 7
const DAY_MS = 86_400_000
const LIMIT_MS = 60_000
const AT_ONCE = 8
/** When versions were published, which never changes. */
const STORED = join(CACHE, 'published.json')

/**
 * When the versions of a package were published; null when the registry did not say.
 * @typedef {(name: string) => Promise<Record<string, string> | null>} PublishedTimes
 */

/**
 * Reads the `time` field of a package's document, from the registry of npm's settings.
 * @type {PublishedTimes}
 */
export async function publishedTimes(name) {
  const { code, stdout } = await run(NPM, ['view', name, 'time', '--json'], {
    timeoutMs: LIMIT_MS,
  })
  if (code !== 0) return null
  try {
    const times = JSON.parse(stdout)
    return typeof times === 'object' && times !== null ? times : null
  } catch {
    return null
  }
}

/**
 * @typedef {object} AgeReport
 * @property {{ name: string, version: string, days: number }[]} young
 * @property {import('./locked.mjs').Locked[]} unknown packages whose age the registry lacks
 */

/**
 * Finds the versions that are too young or of unknown age. A version that was found old enough once
 * is not asked for any more.
 * @param {readonly import('./locked.mjs').Locked[]} locked
 * @param {number} now
 * @param {PublishedTimes} timesOf
 * @param {Record<string, string>} stored when versions were published; added to
 * @returns {Promise<AgeReport>}
 */
export async function checkAges(locked, now, timesOf, stored) {
  const open = [...new Set(locked.filter((entry) => !(keyOf(entry) in stored)).map(nameOf))]
  const work = async () => {
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const times = (await timesOf(name)) ?? {}
      for (const entry of locked) {
        const time = entry.name === name ? times[entry.version] : undefined
        if (time !== undefined) stored[keyOf(entry)] = time
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  /** @type {AgeReport} */
  const report = { young: [], unknown: [] }
  for (const entry of locked) {
    const published = Date.parse(stored[keyOf(entry)] ?? '')
    const days = Math.floor((now - published) / DAY_MS)
    if (Number.isNaN(days)) report.unknown.push(entry)
    else if (days < MIN_AGE_DAYS) report.young.push({ ...entry, days })
  }
  return report
}

/** @param {import('./locked.mjs').Locked} locked */
const keyOf = ({ name, version }) => `${name}@${version}`
/** @param {import('./locked.mjs').Locked} locked */
const nameOf = ({ name }) => name

/** @returns {Record<string, string>} */
export function readStoredTimes() {
  const stored = readJson(STORED)
  return typeof stored === 'object' && stored !== null
    ? /** @type {Record<string, string>} */ (stored)
    : {}
}

/** @param {Record<string, string>} stored */
export const storeTimes = (stored) => writeJson(STORED, stored)

/**
 * Returns the newest version of a major line that is old enough; null when none is known.
 * @param {Readonly<Record<string, string>>} times
 * @param {number} major
 * @param {number} now
 */
export function newestMature(times, major, now) {
  const mature = Object.entries(times)
    .filter(([version]) => /^\d+\.\d+\.\d+$/.test(version) && version.startsWith(`${major}.`))
    .filter(([, time]) => now - Date.parse(time) >= MIN_AGE_DAYS * DAY_MS)
    .map(([version]) => version)
  return mature.sort(compareVersions).at(-1) ?? null
}

/**
 * @param {string} left
 * @param {string} right
 */
export function compareVersions(left, right) {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
