import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders of the product. */
export const PRODUCT = ['shared', 'electron', 'renderer']

/** Generated from the provider's `.proto` files. */
const GENERATED = 'shared/wire/gen/'

export interface Source {
  /** Relative to the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Returns every file of the project: tracked, or new and not ignored. */
export function projectFiles(): string[] {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    options,
  )
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))
    .sort()
}

/** Returns the files with these endings in these folders, without generated ones. */
export function sources(
  folders: readonly string[],
  endings: readonly string[] = ['.ts', '.tsx'],
): Source[] {
  return projectFiles()
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .filter(
      (path) => endings.some((ending) => path.endsWith(ending)) && !path.startsWith(GENERATED),
    )
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Returns `path:line` for messages. */
export function place(source: Source, offset: number): string {
  return `${source.path}:${source.text.slice(0, offset).split('\n').length}`
}

/** Returns every match of a pattern, as `path:line: text`. */
export function hits(all: readonly Source[], pattern: RegExp): string[] {
  const global = new RegExp(pattern.source, [...new Set([...pattern.flags, 'g'])].join(''))
  return all.flatMap((source) =>
    [...source.text.matchAll(global)].map(
      (match) => `${place(source, match.index)}: ${match[0].trim().slice(0, 80)}`,
    ),
  )
}
