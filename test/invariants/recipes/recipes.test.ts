import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL } from '../../harness/system/effort.js'
import { apply, copyProject, placesOf } from './recipe.js'
import { RECIPES } from './recipes.js'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'countersign-recipes-'))

/** Runs an installed program in the copy and returns its output, also when it fails. */
async function inCopy(program: string, ...args: readonly string[]): Promise<string> {
  const path = join(folder, 'node_modules', program)
  const done = await run(process.execPath, [path, ...args], {
    cwd: folder,
    maxBuffer: 1 << 24,
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => error)
  return stripVTControlCharacters(`${done.stdout}${done.stderr}`)
}

beforeAll(() => {
  copyProject(folder)
  for (const recipe of RECIPES) apply(recipe, folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('adding one more, by the recipe of the README', () => {
  it.each(RECIPES.map((recipe) => [recipe.adds, recipe] as const))(
    'touches few files for %s',
    (_adds, recipe) => {
      expect(placesOf(recipe).length).toBeLessThanOrEqual(recipe.max)
      expect(existsSync(join(folder, recipe.readme))).toBe(true)
    },
  )

  it('compiles with all of them', async (context) => {
    context.skip(!FULL, 'npm run sim compiles the whole copy; here its tests run')
    const include = ['shared', 'electron', 'renderer', ...RECIPES.map(({ test }) => test.file)]
    const config = { extends: './tsconfig.json', include }
    writeFileSync(join(folder, 'tsconfig.recipes.json'), JSON.stringify(config))
    const compile = inCopy('typescript-native/bin/tsc', '-p', 'tsconfig.recipes.json', '--noEmit')
    expect(await compile).toBe('')
  })

  it('works with all of them', async () => {
    const tests = RECIPES.map(({ test }) => test.file)
    const output = await inCopy(
      'vitest/vitest.mjs',
      'run',
      '--config',
      'test/vitest.config.ts',
      ...tests,
    )
    expect(output).toContain(`${tests.length} passed (${tests.length})`)
  })
})
