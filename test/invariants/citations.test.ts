import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, sources } from './sources.js'

/** Where each kind of id is defined. */
const PAGES = {
  rules: 'electron/core/instructions/confirm/README.md',
  requirements: 'test/requirements.md',
  provider: 'shared/wire/README.md',
} as const

const RULE = /\bCONFIRM-\d{1,2}\b/g
const REQUIREMENT = /\b(?:SEC|REL)-\d{2}\b/g
const SECTION = /\b(?:AUTH|TRADING|MARKET|EVENTS|BROKER|MCP|LIMITS|ENVIRONMENTS)-\d+(?:\.\d+)?\b/g
/** Pages that nobody who has only this project can open. */
const FOREIGN =
  /\bcontract\/[a-z-]+\.md|\.\.\/shared\/(?:design|contract|notes|seed)|\b(?:architecture|safety|instructions|desk|style|ipc)\.md\b|\b(?:architecture|safety) (?:section )?\d/

const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([id]) => id)

/** "CONFIRM-7, 8 and 18" and "CONFIRM-19 to 22" name more than the first. */
function citedRules(text: string): string[] {
  return Array.from(
    text.matchAll(/\bCONFIRM-\d{1,2}(?:(?:, | and | to |-)(?:CONFIRM-)?\d{1,2}\b)*/g),
    ([list]) => list,
  ).flatMap((list) => {
    const range = /(\d+)(?: to |-)(?:CONFIRM-)?(\d+)$/.exec(list)
    const single = Array.from(list.matchAll(/\d+/g), ([number]) => Number(number))
    if (range === null) return single.map((number) => `CONFIRM-${number}`)
    const [first, last] = [Number(range[1]), Number(range[2])]
    const between = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    return [...single, ...between].map((number) => `CONFIRM-${number}`)
  })
}

/** Ids of a table: those below "Open" are promised for later and have no test yet. */
function definedIn(path: string, pattern: RegExp): { readonly proven: string[]; open: string[] } {
  const [proven = '', open = ''] = page(path).split(/^\|? ?\*\*Open/m)
  const rows = (text: string): string[] =>
    text
      .split('\n')
      .flatMap((line) => matches(/^\| +([A-Z]+-\d+) +\|/.exec(line)?.[1] ?? '', pattern))
  return { proven: rows(proven), open: rows(open) }
}

const files = sources(['shared', 'electron', 'renderer', 'test', 'build'])
const tests = files.filter(({ path }) => path.startsWith('test/'))
const testText = tests
  .map(({ path, text }) => `${path.replace(/\b(sec|rel)-0?(\d\d)\b/gi, namedId)}\n${text}`)
  .join('\n')
function namedId(_all: string, kind: string, number: string): string {
  return `${kind.toUpperCase()}-${number}`
}

const rules = definedIn(PAGES.rules, RULE)
const requirements = definedIn(PAGES.requirements, REQUIREMENT)
const sections = new Set(matches(page(PAGES.provider), SECTION))

describe('citations', () => {
  it('name rules of the confirm window that are defined', () => {
    const known = new Set([...rules.proven, ...rules.open])
    const unknown = files.flatMap(({ path, text }) =>
      citedRules(text)
        .filter((id) => !known.has(id))
        .map((id) => `${path}: ${id}`),
    )
    expect(unknown).toEqual([])
  })

  it('name requirements that are defined', () => {
    const known = new Set([...requirements.proven, ...requirements.open])
    const unknown = files.flatMap(({ path, text }) =>
      matches(text, REQUIREMENT)
        .filter((id) => !known.has(id))
        .map((id) => `${path}: ${id}`),
    )
    expect(unknown).toEqual([])
  })

  it('name sections of the page about the broker’s API that exist', () => {
    const unknown = files.flatMap(({ path, text }) =>
      matches(text, SECTION)
        .filter((id) => !sections.has(id))
        .map((id) => `${path}: ${id}`),
    )
    expect(unknown).toEqual([])
  })

  it('lead to nothing outside the project', () => {
    const foreign = files
      .filter(({ path }) => path !== 'test/invariants/citations.test.ts')
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .filter((line) => FOREIGN.test(line) && !isFileAccess(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(foreign).toEqual([])
  })
})

/** A test may read the contract's files where they lie beside the project; that is no citation. */
function isFileAccess(line: string): boolean {
  return /new URL\(|readFileSync\(|^const [A-Z]+ = '/.test(line.trim())
}

describe('requirements', () => {
  it.each([
    ['rules of the confirm window', rules, 'CONFIRM', 1, 54],
    ['security', requirements, 'SEC', 1, 33],
    ['reliability', requirements, 'REL', 28, 55],
  ] as const)(
    'requirements of %s are defined once each, without a gap',
    (_name, ids, kind, first, last) => {
      const numbers = [...ids.proven, ...ids.open]
        .filter((id) => id.startsWith(`${kind}-`))
        .map((id) => Number(id.split('-')[1]))
      const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(all)
    },
  )

  it('have a test each that names them', () => {
    const named = new Set([...citedRules(testText), ...matches(testText, REQUIREMENT)])
    expect([...rules.proven, ...requirements.proven].filter((id) => !named.has(id))).toEqual([])
  })

  it('leave the open ones once a test names them', () => {
    const named = new Set(matches(testText, REQUIREMENT))
    expect([...rules.open, ...requirements.open].filter((id) => named.has(id))).toEqual([])
  })
})
