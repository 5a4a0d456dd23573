import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCT } from '../bundles.mjs'
import { writeJson } from '../lib/files.mjs'
import { OUT } from '../lib/paths.mjs'
import { manifest } from '../build.mjs'

const CODE_CACHE = 'code-cache'

/**
 * Copies the built product into a folder, as it is packed: the bundles, the compiled code and a
 * manifest with what package formats need.
 * @param {string} place the folder to create
 * @param {import('./identity.mjs').Identity} identity
 * @param {{ codeCache: boolean, out?: string }} options
 */
export function stageProduct(place, identity, { codeCache, out = OUT }) {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const { name } of PRODUCT) cpSync(join(out, name), join(place, name), { recursive: true })
  if (codeCache) copyCodeCache(out, place)
  const { packageName, version, homepage, author } = identity
  const main = 'boot/boot.cjs'
  writeJson(join(place, 'package.json'), {
    ...manifest(main),
    name: packageName,
    version,
    homepage,
    author,
  })
}

/**
 * Copies the compiled code, without the stamp that names the runtime of this computer.
 * @param {string} out
 * @param {string} place
 */
function copyCodeCache(out, place) {
  const from = join(out, CODE_CACHE)
  if (!existsSync(from)) return
  mkdirSync(join(place, CODE_CACHE))
  for (const name of readdirSync(from).filter((file) => file.endsWith('.v8'))) {
    cpSync(join(from, name), join(place, CODE_CACHE, name))
  }
}
