import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { run } from './lib/exec.mjs'
import { readJson } from './lib/files.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { CACHE, ROOT } from './lib/paths.mjs'
import { tool } from './lib/rooms.mjs'
import { Plain, runMain, say } from './lib/say.mjs'
import { filesOf, ROOMS } from './mutation-rooms.mjs'

/** The least share of changes, of a hundred, that a room's tests must notice (safety 10 and 14). */
const LEAST = 90
const HELP = `npm run mutation -- <room> ...     changes each line of a room in every way that might matter, and prints what no test noticed; fails
                                   below ${LEAST} of a hundred. A room takes minutes, all of them (without a name) hours
npm run mutation -- judge --again  asks every change anew, not only those of what was edited since the last time
rooms: ${Object.keys(ROOMS).join(', ')}; or one file of a room, such as key-book`
const WORK = join(CACHE, 'mutation')
const REPORTS = join(ROOT, 'test-results', 'mutation')
const KINDS = /** @type {const} */ (['json', 'html'])

/**
 * @typedef {{ status: string, mutatorName: string }} Mutant
 * @typedef {{ files: Record<string, { mutants: Mutant[] }> }} Report
 * @typedef {{ room: string, noticed: number, missed: number, seconds: number }} Score
 */

/**
 * @param {string} room
 * @param {boolean} again asks every change, also those whose answer is known from the last time
 * @returns {Promise<Score>}
 */
async function tryRoom(room, again) {
  const started = performance.now()
  for (const kind of KINDS) rmSync(join(WORK, `last.${kind}`), { force: true })
  const remembered = [
    '--incremental',
    '--incrementalFile',
    relative(ROOT, join(WORK, `${room}.json`)),
    ...(again ? ['--force'] : []),
  ]
  const args = [
    'run',
    'build/stryker.json',
    '--mutate',
    filesOf(room).join(','),
    '--concurrency',
    String(Math.min(2, availableParallelism())),
    ...remembered,
  ]
  const { code } = await run(
    process.execPath,
    [tool('@stryker-mutator/core/bin/stryker.js'), ...args],
    { cwd: ROOT, show: true },
  )
  const found = /** @type {Report | undefined} */ (readJson(join(WORK, 'last.json')))
  if (code !== 0 || found === undefined) {
    throw new Plain(`The changes of ${room} could not be tried (exit code ${code}).`)
  }
  mkdirSync(REPORTS, { recursive: true })
  for (const kind of KINDS) renameSync(join(WORK, `last.${kind}`), join(REPORTS, `${room}.${kind}`))
  const mutants = Object.values(found.files).flatMap((file) => file.mutants)
  /** @param {readonly string[]} statuses */
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    room,
    noticed: count('Killed', 'Timeout'),
    missed: count('Survived', 'NoCoverage'),
    seconds: (performance.now() - started) / 1000,
  }
}

/** @param {Score} score */
const share = ({ noticed, missed }) =>
  noticed + missed === 0 ? 100 : (100 * noticed) / (noticed + missed)

await runMain(async () => {
  requireNode()
  const given = process.argv.slice(2)
  if (given.includes('--help')) return void say(HELP)
  const named = given.filter((word) => !word.startsWith('--'))
  const rooms = named.length > 0 ? named : Object.keys(ROOMS)
  for (const room of rooms) filesOf(room)
  await ensureInstalled()
  // Hours of work that nobody waits for: what else the computer does goes first.
  setPriority(10)
  /** @type {Score[]} */
  const scores = []
  for (const room of rooms) {
    say(`\n── ${room} ${'─'.repeat(Math.max(1, 70 - room.length))}`)
    scores.push(await tryRoom(room, given.includes('--again')))
  }
  say('')
  for (const score of scores) {
    const { room, noticed, missed, seconds } = score
    say(
      `${room.padEnd(12)} ${share(score).toFixed(1).padStart(5)} of 100 noticed: ${noticed} of ${noticed + missed}, in ${(seconds / 60).toFixed(1)} min`,
    )
  }
  const below = scores.filter((score) => share(score) < LEAST)
  say(`\nWhat was missed, in its place: ${relative(ROOT, REPORTS)}`)
  return below.length === 0 ? 0 : 1
})
