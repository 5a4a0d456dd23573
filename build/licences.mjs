import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'

const MODULE = 'virtual:third-party'
/** Texts of packages that have none in them. */
const NOTICES = join(ROOT, 'resources', 'notices')
const TEXTS = /^(licen[cs]e|notice|copying)([.-].*)?$/i

/**
 * Returns every package of the product with the text of its license: all that the lockfile does not
 * mark as development tools.
 * @returns {{ name: string, version: string, licence: string, text: string }[]}
 */
export function thirdParty() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(
      ([place, entry]) =>
        place !== '' &&
        entry.dev !== true &&
        entry.optional !== true &&
        entry.devOptional !== true &&
        !entry.link,
    )
    .map(([place, entry]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: entry.license ?? '',
      text: textsOf(join(ROOT, place)),
    }))
    .map((entry) => (entry.text === '' ? { ...entry, text: noticeOf(entry.name) } : entry))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** @param {string} name of a package */
function noticeOf(name) {
  try {
    return readFileSync(join(NOTICES, `${name.replace(/^@/, '').replace('/', '-')}.txt`), 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} folder */
function textsOf(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => TEXTS.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
      .join('\n\n')
  } catch {
    return ''
  }
}

/**
 * Provides the module `virtual:third-party` with the notices that the licenses require.
 * @returns {import('vite').Plugin}
 */
export function thirdPartyNotices() {
  return {
    name: 'third-party-notices',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) =>
      id === `\0${MODULE}` ? `export const thirdParty = ${JSON.stringify(thirdParty())}` : null,
  }
}
