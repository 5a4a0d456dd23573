import { join, relative } from 'node:path'
import { readOptions } from '../lib/options.mjs'
import { ROOT } from '../lib/paths.mjs'
import { print, runMain, UserError } from '../lib/terminal.mjs'
import { TEST_RUNTIME_PACKAGE } from '../runtime/test-runtime.mjs'
import { advisoriesOf, advisoriesOfPackage } from './advisories.mjs'
import {
  checkAges,
  compareVersions,
  MIN_AGE_DAYS,
  newestMature,
  publishedTimes,
  readStoredTimes,
  storeTimes,
} from './ages.mjs'
import { LOCKED_FOLDERS, projectPackages } from './locked.mjs'

const HELP = `npm run check-dependencies [-- --only <name>,<name>]

Asks the registry of npm's settings about every package of package-lock.json, and of the
lockfile of the packaging tools:
  advisories  what is known against the locked versions (npm audit)
  ages        no locked version is younger than ${MIN_AGE_DAYS} days
  Electron    the newest version of its major line that is old enough is locked;
              what is known against the older Electron of the test runtime

--only        checks the ages of these packages alone

Exit code 0: all was checked, nothing found. 1: something was found. 2: nothing was found, but
something could not be checked; the registry did not answer.`

const FOUND = 1
const NOT_CHECKED = 2

/** @typedef {{ text: string, code: 0 | 1 | 2 }} Line */

/**
 * @param {string} subject
 * @param {import('./advisories.mjs').Advisories} advisories
 * @param {1 | 0} code for what was found
 * @returns {Line[]}
 */
function advisoryLines(subject, advisories, code) {
  if (advisories.kind === 'unreachable') {
    return [{ text: `NOT CHECKED  ${subject}: ${advisories.why}`, code: NOT_CHECKED }]
  }
  if (advisories.found.length === 0) {
    return [{ text: `ok           ${subject}: no known advisories`, code: 0 }]
  }
  return advisories.found.map(({ name, severity, titles }) => ({
    text: `${code === FOUND ? 'FOUND      ' : 'known      '}  ${subject}: ${name}, ${severity}: ${titles.join('; ') || 'by what it needs'}`,
    code,
  }))
}

/**
 * @param {readonly string[] | null} only
 * @returns {Promise<Line[]>}
 */
async function ageLines(only) {
  const locked = projectPackages().filter(({ name }) => only === null || only.includes(name))
  const stored = readStoredTimes()
  const { young, unknown } = await checkAges(locked, Date.now(), publishedTimes, stored)
  storeTimes(stored)
  /** @type {Line[]} */
  const lines = []
  for (const { name, version, days } of young) {
    lines.push({ text: `FOUND        age: ${name} ${version} is ${days} days old`, code: FOUND })
  }
  for (const { name, version } of unknown) {
    const text = `NOT CHECKED  age: ${name} ${version}: the registry did not say when it came out`
    lines.push({ text, code: NOT_CHECKED })
  }
  const text = `ok           age: ${locked.length} packages of at least ${MIN_AGE_DAYS} days`
  return lines.length > 0 ? lines : [{ text, code: 0 }]
}

/** @returns {Promise<Line>} */
async function electronLine() {
  const version = projectPackages().find(({ name }) => name === 'electron')?.version
  if (version === undefined) throw new UserError('package-lock.json names no Electron.')
  const times = await publishedTimes('electron')
  const newest =
    times === null ? null : newestMature(times, Number.parseInt(version, 10), Date.now())
  if (newest === null) {
    return {
      text: `NOT CHECKED  Electron ${version}: its versions are not known`,
      code: NOT_CHECKED,
    }
  }
  return compareVersions(version, newest) >= 0
    ? { text: `ok           Electron ${version}: the newest that is old enough`, code: 0 }
    : { text: `FOUND        Electron ${version}: ${newest} is old enough`, code: FOUND }
}

/** @returns {Promise<Line[]>} */
async function lockfileLines() {
  const lines = []
  for (const folder of LOCKED_FOLDERS) {
    const name = join(relative(ROOT, folder), 'package-lock.json')
    lines.push(...advisoryLines(name, await advisoriesOf(folder), FOUND))
  }
  return lines
}

await runMain(async () => {
  const { values } = readOptions('npm run check-dependencies', {
    options: { help: { type: 'boolean' }, only: { type: 'string' } },
  })
  if (values.help) return print(HELP)
  const { version, electron } = TEST_RUNTIME_PACKAGE
  const only = values.only?.split(',') ?? null
  const lines = [
    ...(await lockfileLines()),
    ...(await ageLines(only)),
    await electronLine(),
    // It is for tests and trying only, and never shipped, so what is known about it is no failure.
    ...advisoryLines(
      `test runtime ${version} (Electron ${electron}, never shipped)`,
      await advisoriesOfPackage({ name: 'electron', version: electron }),
      0,
    ),
  ]
  for (const { text } of lines) print(text)
  const codes = new Set(lines.map(({ code }) => code))
  return codes.has(FOUND) ? FOUND : codes.has(NOT_CHECKED) ? NOT_CHECKED : 0
})
