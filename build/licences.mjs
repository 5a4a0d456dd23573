import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'

const MODULE = 'virtual:third-party'
const TEXTS = /^(licen[cs]e|notice|copying)([.-].*)?$/i

/**
 * Every package that the product is built from, with the text of its licence: what the lockfile
 * does not mark as a tool.
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
    .sort((a, b) => a.name.localeCompare(b.name))
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
 * Gives the page `virtual:third-party`: the notices that the licences ask to be passed on.
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
