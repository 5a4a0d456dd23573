import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** One change of a recipe: a new file, or lines inserted before or after a line that is there. */
export type Edit =
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly after: string; readonly insert: string }
  | { readonly file: string; readonly before: string; readonly insert: string }

/** How one more of something is added, by the README that describes it. */
export interface Recipe {
  readonly adds: string
  /** The README with the steps. */
  readonly readme: string
  readonly edits: readonly Edit[]
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
  for (const edit of recipe.edits) edited(join(folder, edit.file), edit)
  const { test } = recipe
  if ('content' in test) writeNew(join(folder, test.file), test.content)
}

/** Returns the files of the product that a recipe touches. */
export const filesOf = ({ edits }: Recipe): readonly string[] => [
  ...new Set(edits.map(({ file }) => file)),
]

function edited(path: string, edit: Edit): void {
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
