import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Freezes the stored files of a data folder, that a run of the released version left, as
 * `test/vectors/stored/<version>`: `node build/release/record-stored.mjs <data folder>`. Use a
 * new data folder and the practice exchange: then no file holds anything of a person. A version is
 * recorded once and never again.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAX_BYTES = 64 * 1_024

/**
 * What is not recorded: files of the runtime, of a process and of this computer (the random
 * identity of an installation among them), secrets, and the exchange's own state, whose reader has
 * tests of its own.
 */
const SKIPPED = [
  /^[.A-Z]/,
  /\.(tmp|lock|vault|png)$/,
  /\.v\d+$/,
  /^(logs|bridge|crashes|removed)\//,
  /^(window|updates|update-start|client-settings)\.json$/,
  /^practice\/(exchange|hosted|vault)\//,
]

/** @param {string} text */
const isBlank = (text) => text.length > 0 && text.trim() === ''

const [source] = process.argv.slice(2)
if (source === undefined || !existsSync(source)) {
  console.error('Name the data folder of a run.')
  process.exit(1)
}
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const target = path.join(ROOT, 'test/vectors/stored', version)
if (existsSync(target)) {
  console.error(`${version} is recorded already; a recorded version is never changed.`)
  process.exit(1)
}
const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)))
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !SKIPPED.some((pattern) => pattern.test(file)))
  // Space that is reserved and holds nothing yet.
  .filter((file) => !isBlank(readFileSync(path.join(source, file), 'utf8')))
for (const file of files) {
  if (readFileSync(path.join(source, file)).length > MAX_BYTES) {
    console.error(`${file} is too large for a sample.`)
    process.exit(1)
  }
}
for (const file of files) {
  // With another ending nothing formats or parses them as source.
  const copy = path.join(target, `${file}.txt`)
  mkdirSync(path.dirname(copy), { recursive: true })
  cpSync(path.join(source, file), copy)
}
console.log(`${files.length} files of ${version} in ${path.relative(ROOT, target)}`)
