import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const COPIED = [
  'build',
  'electron',
  'renderer',
  'resources',
  'shared',
  'test',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.projects.json',
]

/**
 * One change of a recipe: a new file, a new folder that begins as the copy of another, or lines
 * inserted before or after a line that is there.
 */
export type Edit =
  | { readonly folder: string; readonly copyOf: string }
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly after: string; readonly insert: string }
  | { readonly file: string; readonly before: string; readonly insert: string }

/** How one more of something is added, by the README that describes it. */
export interface Recipe {
  readonly adds: string
  /** The README with the steps. */
  readonly readme: string
  readonly edits: readonly Edit[]
  /** The most files and new folders of the product that it touches. */
  readonly max: number
  /** The test that shows it at work; it runs in the copy. */
  readonly test: { readonly file: string; readonly content: string } | { readonly file: string }
}

/** Copies the project into an empty folder; the installed packages are linked. */
export function copyProject(folder: string): void {
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
}

/** Carries out the edits of a recipe; throws when a line that an edit names is not there once. */
export function apply(recipe: Recipe, folder: string): void {
  for (const edit of recipe.edits) {
    if ('folder' in edit) {
      cpSync(join(folder, edit.copyOf), join(folder, edit.folder), { recursive: true })
    } else edited(join(folder, edit.file), edit)
  }
  const { test } = recipe
  if ('content' in test) writeNew(join(folder, test.file), test.content)
}

/**
 * Returns what of the product a recipe touches: files that exist, and what is new, where everything
 * in a new folder is that folder.
 */
export function placesOf({ edits }: Recipe): readonly string[] {
  const place = (edit: Edit): string => {
    if ('folder' in edit) return edit.folder
    return 'content' in edit && !existsSync(join(ROOT, dirname(edit.file)))
      ? dirname(edit.file)
      : edit.file
  }
  return [...new Set(edits.map(place))].filter((path) => !path.startsWith('test/'))
}

function edited(path: string, edit: Exclude<Edit, { readonly folder: string }>): void {
  if ('content' in edit) return writeNew(path, edit.content)
  const text = readFileSync(path, 'utf8')
  const line = 'after' in edit ? edit.after : edit.before
  if (text.split(line).length !== 2) throw new Error(`"${line}" is not once in ${edit.file}`)
  const replacement = 'after' in edit ? `${line}\n${edit.insert}` : `${edit.insert}\n${line}`
  // A function, because the text may contain patterns of String.replace.
  writeFileSync(
    path,
    text.replace(line, () => replacement),
  )
}

function writeNew(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { flag: 'wx' })
}
