import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUNDLES, hasEntry, PRODUCT } from './bundles.mjs'
import { command } from './lib/command.mjs'
import { readJson, writeJson } from './lib/files.mjs'
import { readOptions } from './lib/options.mjs'
import { CACHE, OUT, ROOT } from './lib/paths.mjs'
import { UserError, print } from './lib/terminal.mjs'
import { isStale, markBuilt, sourceHash } from './lib/stale.mjs'

const HELP = `npm run build                  builds the bundles of the product whose sources changed
npm run build -- <bundle> ...  only these: ${BUNDLES.map(({ name }) => name).join(', ')}
                 --debug       with source maps
                 --force       also those that did not change`

/**
 * Builds the bundles whose sources changed since the last build.
 * @param {{ only?: readonly string[], mode?: import('./vite.mjs').Mode, force?: boolean }}
 * [options] `only` lists bundles; by default the product's
 * @returns {Promise<void>} rejects with `UserError`, after all were tried, when one could not be
 * built
 */
export async function buildStale({ only, mode = 'product', force = false } = {}) {
  writeManifest()
  /** @type {string[]} */
  const failures = []
  const chosen = only === undefined ? PRODUCT : BUNDLES.filter(({ name }) => only.includes(name))
  for (const bundle of chosen) {
    if (!hasEntry(bundle)) {
      print(`Not built: ${bundle.name} (there is no ${bundle.entry} yet).`)
      continue
    }
    const hash = sourceHash(bundle, mode)
    if (!force && !isStale(bundle, hash)) continue
    const started = performance.now()
    try {
      await buildOne(bundle, mode)
    } catch (error) {
      // Continue with the other bundles; the caller may need one of them.
      failures.push(
        `The ${bundle.name} bundle could not be built:\n${error instanceof Error ? error.message : String(error)}`,
      )
      continue
    }
    markBuilt(bundle, hash)
    print(`Built ${bundle.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  }
  if (failures.length > 0) throw new UserError(failures.join('\n'))
}

/**
 * Builds into a new folder and swaps at the end, so that a failed build leaves the old one.
 * @param {import('./bundles.mjs').Bundle} bundle
 * @param {import('./vite.mjs').Mode} mode
 */
async function buildOne(bundle, mode) {
  // Imported here, because starting an up-to-date application needs no bundler.
  const [{ build }, { viteConfigs }] = await Promise.all([import('vite'), import('./vite.mjs')])
  const fresh = join(CACHE, 'build', `${bundle.name}-${process.pid}`)
  const old = `${fresh}-old`
  const place = join(OUT, bundle.name)
  try {
    rmSync(fresh, { recursive: true, force: true })
    for (const config of viteConfigs(bundle, fresh, mode)) await build(config)
    // The program of the tests is an application of its own beside the product's bundles.
    if (bundle.name === 'tests') writeJson(join(fresh, 'package.json'), manifest('main.cjs'))
    mkdirSync(OUT, { recursive: true })
    try {
      renameSync(place, old)
    } catch {
      // There was no earlier build.
    }
    renameSync(fresh, place)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Writes the `package.json` that Electron reads in the built folder. */
function writeManifest() {
  const file = join(OUT, 'package.json')
  const content = manifest('boot/boot.cjs')
  if (JSON.stringify(readJson(file)) !== JSON.stringify(content)) writeJson(file, content)
}

/**
 * @param {string} main the entry point of the application
 * @returns {Record<string, unknown>} the manifest of a built application
 */
export function manifest(main) {
  const source = /** @type {Record<string, unknown>} */ (readJson(join(ROOT, 'package.json')))
  const fields = ['name', 'productName', 'version', 'description', 'license', 'desktopName']
  return { ...Object.fromEntries(fields.map((key) => [key, source[key]])), main }
}

/** Builds the product, and the program that tests drive. */
export async function buildWithTests() {
  await buildStale()
  await buildStale({ only: ['tests'] })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await command(HELP, async (args) => {
    const { values, positionals } = readOptions('npm run build', {
      args: [...args],
      options: { debug: { type: 'boolean' }, force: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const unknown = positionals.find((name) => !BUNDLES.some((bundle) => bundle.name === name))
    if (unknown !== undefined) throw new UserError(`There is no bundle ${unknown}.`)
    await buildStale({
      ...(positionals.length > 0 ? { only: positionals } : {}),
      mode: values.debug ? 'debug' : 'product',
      force: values.force,
    })
  })
}
