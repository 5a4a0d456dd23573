import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles, ROOT } from '../sources.js'

const FILES = projectFiles()
const FOLDERS = [...new Set(FILES.flatMap((path) => foldersAbove(path)))]
/** Every path with a slash before it, so that the end of one is found by `endsWith`. */
const PATHS = [...FILES, ...FOLDERS].map((path) => `/${path}`)
const READMES = FILES.filter((path) => path.endsWith('/README.md'))
const TOP = /^(?:electron|renderer|shared|test|build|resources|docs)\//
const SOURCE = /\w\.(?:ts|tsx|mjs|css|proto)$/
/** Examples of names, which stand for files that every newcomer makes. */
const EXAMPLES = new Set(['x.ts', 'x.schema.ts', 'frozen/v1.ts'])

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Returns what a page names as a path of the tree: below a top folder, or as a source file. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\s*<…]+)`/g)]
    .map(([, name]) => (name ?? '').replace(/\/$/, ''))
    .filter((name) => (TOP.test(name) || SOURCE.test(name)) && !EXAMPLES.has(name))

/** True for the end of a path of the tree; one from the top may leave out its file's ending. */
const isInTree = (name: string): boolean =>
  PATHS.some(
    (path) =>
      path.endsWith(`/${name}`) ||
      (TOP.test(name) && path.replace(/(?:\.test)?\.tsx?$/, '') === `/${name}`),
  )

describe.each(READMES)('%s', (readme) => {
  it('names only files and folders that exist', () => {
    expect(pathsIn(textOf(readme)).filter((name) => !isInTree(name))).toEqual([])
  })
})

// The folders below `test` mirror those of the source.
describe.each(READMES.filter((path) => !path.startsWith('test/')))('%s', (readme) => {
  it('names every folder beside it', () => {
    const folders = FOLDERS.filter((folder) => dirname(folder) === dirname(readme)).map((folder) =>
      basename(folder),
    )
    const text = textOf(readme)
    expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  })
})
