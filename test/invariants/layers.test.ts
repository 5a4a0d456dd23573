import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PRODUCT, ROOT, sources } from './sources.js'

/**
 * The layer rules, implemented a second time from the source text, so that a mistake in the
 * boundary tool's configuration cannot hide a violation. Order matters: a folder may import from
 * the folders left of it, except as listed below.
 */
const CHAIN = ['shared', 'core', 'provider', 'handlers', 'app', 'shell', 'main', 'development']

const FOLDER_OF: readonly (readonly [RegExp, string])[] = [
  [/^shared\//, 'shared'],
  [/^renderer\//, 'renderer'],
  [/^electron\/(?:main|program|boot)\.ts$/, 'main'],
  [/^electron\/polyfill\.ts$/, 'polyfill'],
  [/^electron\/([a-z]+)\//, '$1'],
]

/** Folders beside the chain: what they may import, and which folders may import them. */
const SIDE_FOLDERS: Readonly<
  Record<string, { sees: readonly string[]; seenBy: readonly string[] }>
> = {
  adapters: { sees: ['shared', 'core'], seenBy: ['app', 'shell', 'main'] },
  assistant: { sees: ['shared', 'core'], seenBy: ['app', 'shell', 'main'] },
  preload: { sees: ['shared'], seenBy: [] },
  practice: { sees: ['shared', 'polyfill'], seenBy: [] },
  renderer: { sees: ['shared'], seenBy: [] },
  polyfill: { sees: [], seenBy: ['main', 'practice', 'development'] },
}

interface Edge {
  readonly from: string
  readonly to: string
}

function folderOf(path: string): string {
  for (const [pattern, name] of FOLDER_OF) {
    const match = pattern.exec(path)
    if (match) return name.replace('$1', match[1] ?? '')
  }
  throw new Error(`${path} stands in no room`)
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (SIDE_FOLDERS[from]?.sees.includes(to) || SIDE_FOLDERS[to]?.seenBy.includes(from)) return true
  const [left, right] = [CHAIN.indexOf(to), CHAIN.indexOf(from)]
  return left >= 0 && right >= 0 && left < right
}

/** Node's modules without the `node:` prefix. */
const NODE_BARE = new Set([
  'fs',
  'path',
  'os',
  'crypto',
  'net',
  'tls',
  'http',
  'https',
  'events',
  'url',
  'child_process',
  'timers',
])

const edges: readonly Edge[] = sources(PRODUCT).flatMap(({ path, text }) =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({
    from: path,
    to: fileName.startsWith('.')
      ? posix.join(posix.dirname(path), fileName).replace(/\.js$/, '.ts')
      : fileName,
  })),
)
const inside = edges.filter(({ to }) => PRODUCT.some((folder) => to.startsWith(`${folder}/`)))
const outside = edges.filter((edge) => !inside.includes(edge))
const describeEdge = ({ from, to }: Edge): string => `${from} → ${to}`

describe('the layers of the product', () => {
  it('contain imports to check', () => {
    expect(inside.length).toBeGreaterThan(20)
  })

  it('import only from the folders allowed for them', () => {
    expect(
      inside.filter(({ from, to }) => !mayImport(folderOf(from), folderOf(to))).map(describeEdge),
    ).toEqual([])
  })

  it('never import from build, test or outside the project', () => {
    expect(outside.filter(({ to }) => /^(build|test|\.\.)\//.test(to)).map(describeEdge)).toEqual(
      [],
    )
  })

  it('SEC-02: import electron only in shell, preload and main', () => {
    const allowed = new Set(['shell', 'preload', 'main', 'development'])
    const wrong = outside.filter(
      ({ from, to }) => /^electron(\/|$)/.test(to) && !allowed.has(folderOf(from)),
    )
    expect(wrong.map(describeEdge)).toEqual([])
  })

  it('import Node neither in the pure folders nor in the pages', () => {
    const pure = new Set(['shared', 'core', 'provider', 'handlers', 'renderer', 'preload'])
    const node = outside.filter(
      ({ from, to }) => pure.has(folderOf(from)) && (to.startsWith('node:') || NODE_BARE.has(to)),
    )
    expect(node.map(describeEdge)).toEqual([])
  })

  it('import the trade port only in the order gateway and the provider', () => {
    const allowed = /^electron\/(core\/orders\/gateway\/order-placement\.ts$|provider\/)/
    const seen = inside.filter(
      ({ from, to }) => to === 'electron/core/orders/trade-port.ts' && !allowed.test(from),
    )
    expect(seen.map(describeEdge)).toEqual([])
  })

  it('import the contract between windows and main only at its ends', () => {
    const ends =
      /^(shared\/ipc\/|electron\/(handlers|preload|app|shell|development)\/|electron\/program\.ts$|renderer\/bridge\/)/
    const wrong = inside.filter(({ from, to }) => to.startsWith('shared/ipc/') && !ends.test(from))
    expect(wrong.map(describeEdge)).toEqual([])
  })

  it('keep panels from importing each other', () => {
    const panel = (path: string): string | undefined =>
      /^renderer\/panels\/([^/]+)\//.exec(path)?.[1]
    const wrong = inside.filter(
      ({ from, to }) => panel(from) && panel(to) && panel(from) !== panel(to),
    )
    expect(wrong.map(describeEdge)).toEqual([])
  })

  it('import the chart library in one folder only', () => {
    const wrong = outside.filter(
      ({ from, to }) => to.startsWith('lightweight-charts') && !from.startsWith('renderer/chart/'),
    )
    expect(wrong.map(describeEdge)).toEqual([])
  })

  it('have a compiler project per folder, listed in the solution', () => {
    const folders = new Set(sources(PRODUCT).map(({ path }) => projectFolder(path)))
    const solution = readFileSync(join(ROOT, 'tsconfig.projects.json'), 'utf8')
    const missing = [...folders].filter(
      (folder) =>
        !existsSync(join(ROOT, folder, 'tsconfig.json')) || !solution.includes(`"${folder}"`),
    )
    expect(missing).toEqual([])
  })
})

function projectFolder(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'electron' && dirname(path) !== 'electron' ? `${first}/${second}` : first
}
