import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from '../bundles.mjs'
import { listFiles, readJson, writeJson } from './files.mjs'
import { CACHE, ROOT } from './paths.mjs'

/** Files that affect every bundle, besides its own sources. */
const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'build/bundles.mjs',
  'build/vite.mjs',
]

/**
 * @param {import('../bundles.mjs').Bundle} bundle
 * @param {string} mode
 * @returns {string} a digest of everything the bundle is made from
 */
export function sourceHash(bundle, mode) {
  const hash = createHash('sha256').update(mode)
  for (const path of [...CONFIGURATION, ...sourceFiles(bundle)]) {
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)))
  }
  return hash.digest('hex')
}

/** @param {import('../bundles.mjs').Bundle} bundle */
function sourceFiles(bundle) {
  return bundle.sources.flatMap((source) => {
    const absolute = join(ROOT, source)
    if (!existsSync(absolute)) return []
    if (statSync(absolute).isFile()) return [source]
    return listFiles(absolute, (path) => bundle.except.includes(`${source}/${path}`)).map(
      (path) => `${source}/${path}`,
    )
  })
}

/** @param {import('../bundles.mjs').Bundle} bundle */
function stampFile(bundle) {
  return join(CACHE, 'build', `${bundle.name}.json`)
}

/**
 * True when the bundle must be built again.
 * @param {import('../bundles.mjs').Bundle} bundle
 * @param {string} hash of its present sources
 */
export function isStale(bundle, hash) {
  const stamp = readJson(stampFile(bundle))
  const built =
    typeof stamp === 'object' && stamp !== null && 'hash' in stamp ? stamp.hash : undefined
  return built !== hash || !existsSync(outputOf(bundle))
}

/**
 * @param {import('../bundles.mjs').Bundle} bundle
 * @param {string} hash
 */
export function markBuilt(bundle, hash) {
  writeJson(stampFile(bundle), { hash })
}
