import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * @param {string} file
 * @returns {unknown} undefined when the file is absent or not JSON
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Writes atomically: a reader sees the old or the new content, never a part.
 * @param {string} file
 * @param {unknown} value
 */
export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(temporary, file)
}

/**
 * Lists the files below a folder, as sorted relative paths with forward slashes.
 * @param {string} folder
 * @param {(path: string) => boolean} [skip]
 * @returns {string[]}
 */
export function listFiles(folder, skip = () => false) {
  /** @type {string[]} */
  const paths = []
  /** @param {string} prefix */
  const walk = (prefix) => {
    for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
      if (skip(path)) continue
      if (entry.isDirectory()) walk(path)
      else paths.push(path)
    }
  }
  if (existsSync(folder)) walk('')
  return paths.sort()
}

/**
 * @param {string} file
 * @param {'sha256' | 'sha512'} algorithm
 * @returns {Promise<string>} base64
 */
export async function hashFile(file, algorithm) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}
