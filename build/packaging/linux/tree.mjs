import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../../lib/files.mjs'
import { withoutAddresses } from './desktop-entry.mjs'

/** @typedef {import('./fpm-arguments.mjs').PackageRequest} PackageRequest */

const COMMAND = fileURLToPath(new URL('countersign.sh', import.meta.url))

/**
 * Lays out the files of a package as they will be on the disk, readable by all, writable by root.
 * @param {string} tree the folder to create
 * @param {PackageRequest} request
 */
export function makeTree(tree, request) {
  for (const [from, to] of request.files) {
    const place = join(tree, to)
    mkdirSync(dirname(place), { recursive: true })
    if (from.endsWith('/')) {
      // Hard links where possible: the program has 230 MB.
      execFileSync('cp', ['-al', from, place])
    } else {
      cpSync(from, place)
      chmodSync(place, 0o644)
    }
    if (to.endsWith('.desktop')) {
      writeFileSync(place, withoutAddresses(readFileSync(place, 'utf8')))
    }
  }
  const program = request.files.find(([from]) => from.endsWith('/'))?.[1]
  if (program !== undefined) writeCommand(tree, `${program}/countersign`)
  setTimes(tree)
}

/**
 * Returns the script that is `countersign` on the path.
 * @param {string} program where the program is installed
 */
export const commandText = (program) =>
  readFileSync(COMMAND, 'utf8').replace('@PROGRAM@', () => `'${program.replaceAll("'", `'\\''`)}'`)

/**
 * Puts `countersign` on the path.
 * @param {string} tree
 * @param {string} program
 */
function writeCommand(tree, program) {
  const folder = join(tree, 'usr', 'bin')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'countersign')
  writeFileSync(file, commandText(program))
  chmodSync(file, 0o755)
}

/** @param {string} tree */
function setTimes(tree) {
  const epoch = Number(process.env['SOURCE_DATE_EPOCH'])
  if (!Number.isSafeInteger(epoch)) return
  execFileSync('find', [tree, '-type', 'd', '-exec', 'chmod', '0755', '{}', '+'])
  for (const path of listFiles(tree)) {
    utimesSync(join(tree, path), epoch, epoch)
  }
}
