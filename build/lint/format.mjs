import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from '../lib/files.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { print } from '../lib/terminal.mjs'
import { projectFiles } from './project-files.mjs'

const CONFIG = join(ROOT, 'build', 'config', 'formatter.json')
/** Digests of texts that are known to be laid out, so that only changed files are parsed again. */
const KNOWN = join(CACHE, 'formatted.json')
const FORMATTED = /\.(?:[cm]?[jt]sx?|css|json)$/
const LEFT_OUT =
  /^(?:package-lock\.json|shared\/wire\/gen\/|resources\/notices\/|test\/vectors\/)|\/fixtures\//
/** Tables of one row a line. */
const TABLES = /^electron\/practice\/.*\/(?:universe|companies|funds)\.json$/

/** @param {string} text */
const digestOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/**
 * The formatter: Biome, compiled to WebAssembly, so that it installs on every platform alike.
 * @returns {Promise<(path: string, text: string) => string>}
 */
async function loadFormatter() {
  const { Biome } = await import('@biomejs/js-api/nodejs')
  const biome = new Biome()
  const { projectKey } = biome.openProject(ROOT)
  biome.applyConfiguration(projectKey, JSON.parse(readFileSync(CONFIG, 'utf8')))
  return (path, text) => biome.formatContent(projectKey, text, { filePath: path }).content
}

/**
 * Checks the layout of every file, or writes it.
 * @param {{ readonly write: boolean }} options
 * @returns {Promise<{ readonly ok: boolean }>}
 */
export async function formatTree({ write }) {
  const config = digestOf(readFileSync(CONFIG, 'utf8'))
  const stored = /** @type {{ config?: string, texts?: string[] } | undefined} */ (readJson(KNOWN))
  const formattedDigests = new Set(stored?.config === config ? stored.texts : [])
  const files = projectFiles()
    .filter((path) => FORMATTED.test(path) && !LEFT_OUT.test(path) && !TABLES.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  const unknown = files.filter(({ text }) => !formattedDigests.has(digestOf(text)))
  const format = unknown.length === 0 ? null : await loadFormatter()
  const wrong = []
  const texts = new Set(
    files.map(({ text }) => digestOf(text)).filter((key) => formattedDigests.has(key)),
  )
  for (const { path, text } of unknown) {
    const formatted = format?.(path, text) ?? text
    if (formatted !== text) wrong.push(path)
    if (formatted !== text && write) writeFileSync(join(ROOT, path), formatted)
    if (formatted === text || write) texts.add(digestOf(formatted))
  }
  writeJson(KNOWN, { config, texts: [...texts] })
  for (const path of wrong) print(`${write ? 'formatted' : 'not formatted'}: ${path}`)
  print(
    `${files.length} files, ${wrong.length} ${write ? 'formatted' : 'to format: npm run format'}`,
  )
  return { ok: write || wrong.length === 0 }
}
