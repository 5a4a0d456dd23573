import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHART_STYLES, PRICE_SCALES } from '../../../renderer/chart/appearance.js'
import { INDICATOR_KINDS } from '../../../renderer/chart/indicators/catalogue.js'
import { PANELS } from '../../../renderer/panels/registry.js'
import { CONTRACT } from '../../conformance/coverage.js'
import { drawImports } from './import-picture.mjs'
import { CORE_FILES } from '../../e2e/core-files.js'
import { LANGUAGES } from '../../../shared/messages/languages.js'
import { PRODUCT, ROOT, sources } from '../sources.js'

/** Returns a document as one line. */
const documentText = (path: string): string =>
  readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+/g, ' ')
const README = documentText('README.md')
/** The documents for people who use the program or its sources. */
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
]
const SCRIPTS = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
).scripts

/** Returns the number that stands in a phrase of the README; NaN where there is none. */
const numberIn = (phrase: RegExp): number => Number(phrase.exec(README)?.[1] ?? Number.NaN)

/** Returns the number of files with this ending below a folder. */
const filesBelow = (folder: string, ending: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(ending))
    .length

describe('The README counts right', () => {
  it('the panels, those that open several times, and those that move to other windows', () => {
    expect(numberIn(/(\d+) panels dock, split/)).toBe(PANELS.length)
    const repeatable = PANELS.filter(({ isRepeatable }) => isRepeatable === true)
    expect(numberIn(/(\d+) of them open several times/)).toBe(repeatable.length)
    const moving = PANELS.filter(({ staysInMainWindow }) => staysInMainWindow !== true)
    expect(numberIn(/and (\d+) move to windows of their own/)).toBe(moving.length)
  })

  it('the languages of the windows', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' })
    const spoken = LANGUAGES.map((code) => names.of(code)).join(' and ')
    expect(README).toContain(`The windows speak ${spoken} (Settings)`)
  })

  it('the operations of the interface', () => {
    expect(numberIn(/answers all (\d+) operations/)).toBe(CONTRACT.length)
  })

  it('the types, scales and indicators of a chart', () => {
    expect(numberIn(/(\d+) types,/)).toBe(CHART_STYLES.length)
    expect(numberIn(/types, (\d+) scales/)).toBe(PRICE_SCALES.length)
    expect(numberIn(/(\d+) indicators with templates/)).toBe(INDICATOR_KINDS.length)
  })

  it('the minutes for which npm test runs tests in windows beyond their core', () => {
    const source = readFileSync(join(ROOT, 'test', 'run', 'e2e.mjs'), 'utf8')
    const minutes = /COUNTERSIGN_WINDOW_MINUTES'\] \?\? (\d+)/.exec(source)?.[1]
    expect(README).toContain(`in windows the core, others for ${minutes} minutes`)
    const all = filesBelow(join(ROOT, 'test', 'e2e'), '.spec.ts')
    expect(CORE_FILES.length).toBeGreaterThan(0)
    expect(CORE_FILES.length).toBeLessThan(all / 2)
  })
})

describe.each(DOCUMENTS)('%s names', (path) => {
  const text = documentText(path)

  it('names only commands that exist', () => {
    const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name ?? '')
    expect(named.filter((name) => SCRIPTS[name] === undefined)).toEqual([])
  })

  it('names only files and folders that exist', () => {
    const named = [
      ...text.matchAll(/`((?:electron|renderer|shared|test|build|resources|docs)\/[^`]+)`/g),
    ]
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)]
    const paths = [
      ...named.map(([, name = '']) => name),
      ...linked.map(([, target = '']) => join(dirname(path), target)),
    ]
    expect(paths.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
  })
})

describe('The documents together', () => {
  it('name every command', () => {
    const all = DOCUMENTS.map(documentText).join(' ')
    const missing = Object.keys(SCRIPTS).filter(
      (name) => !all.includes(`npm run ${name}`) && !all.includes(`npm ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('have a README that is read in five minutes', () => {
    expect(README.split(' ').length).toBeLessThanOrEqual(1_100)
  })

  it('have the picture that the imports of the sources draw', () => {
    expect(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')).toContain(drawImports(ROOT))
  })
})

describe('Decisions that the documentation leaves open', () => {
  it('are values of one file, and rules of exactly the files that its README lists', () => {
    const register = readFileSync(join(ROOT, 'shared', 'wire', 'README.md'), 'utf8')
    const [, table = ''] = /### Assumptions that are rules\n(.*?)\n## /s.exec(register) ?? []
    const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path ?? '')
    const marked = sources(PRODUCT)
      .filter(({ text }) => /\bASSUMPTION\b/.test(text))
      .map(({ path }) => path)
      .filter((path) => path !== 'shared/wire/assumptions.ts')
    expect(listed.toSorted()).toEqual(marked.toSorted())
  })
})
