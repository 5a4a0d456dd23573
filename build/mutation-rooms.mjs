import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { Plain } from './lib/say.mjs'

const INSTRUCTIONS = 'electron/core/instructions'
const ASSISTANT = 'electron/assistant'

/**
 * What is tried in one go: small enough to be waited for. A path that ends in a slash means every
 * file of the folder.
 * @type {Record<string, readonly string[]>}
 */
export const ROOMS = {
  judge: [`${INSTRUCTIONS}/judge.ts`],
  worth: [`${INSTRUCTIONS}/worth.ts`],
  usage: [`${INSTRUCTIONS}/usage.ts`],
  decisions: [`${INSTRUCTIONS}/decisions.ts`],
  dispatch: [`${INSTRUCTIONS}/dispatch.ts`],
  audit: ['electron/core/audit/'],
  risk: ['electron/core/risk/'],
  kill: [`${INSTRUCTIONS}/kill.ts`, `${INSTRUCTIONS}/kill-orders.ts`],
  ledger: [`${INSTRUCTIONS}/ledger.ts`, `${INSTRUCTIONS}/key-book.ts`, `${INSTRUCTIONS}/pauses.ts`],
  guard: [`${ASSISTANT}/guard.ts`, `${ASSISTANT}/rate.ts`, `${ASSISTANT}/limits.ts`],
  card: ['action', 'card', 'card-fields', 'validity', 'dangers', 'digest'].map(
    (name) => `${INSTRUCTIONS}/${name}.ts`,
  ),
  hosted: [`${INSTRUCTIONS}/hosted-intake.ts`],
}

/**
 * The files of a room, or of one file that a room holds, by its name without the ending.
 * @param {string} name such as `judge`, or `key-book` for one file of `ledger`
 * @returns {readonly string[]} paths below the project's folder; never none
 */
export function filesOf(name) {
  const all = Object.values(ROOMS).flatMap(expand)
  const room = ROOMS[name]
  const files =
    room === undefined ? all.filter((path) => path.endsWith(`/${name}.ts`)) : expand(room)
  if (files.length === 0) {
    throw new Plain(`There is no room ${name}. There are: ${Object.keys(ROOMS).join(', ')}`)
  }
  const missing = files.find((path) => !existsSync(join(ROOT, path)))
  if (missing !== undefined) {
    throw new Plain(`${missing} is in a room of build/mutation-rooms.mjs, but is no file.`)
  }
  return files
}

/** @param {readonly string[]} paths */
function expand(paths) {
  return paths.flatMap((path) =>
    path.endsWith('/')
      ? readdirSync(join(ROOT, path))
          .filter((name) => name.endsWith('.ts'))
          .map((name) => `${path}${name}`)
      : [path],
  )
}
