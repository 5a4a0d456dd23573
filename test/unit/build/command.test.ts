import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../build/lib/exec.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'

/** The commands whose help has to come before anything is installed. */
const COMMANDS = [
  ['build', 'build.mjs'],
  ['conformance', 'conformance.mjs'],
  ['check-dependencies', 'supply/check.mjs'],
  ['fuzz', 'fuzz.mjs'],
  ['mutation', 'mutation.mjs'],
  ['saboteur', 'saboteur.mjs'],
  ['truth', 'truth.mjs'],
] as const

describe('a command of package.json, in a tree without packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-command-'))
  const noNpm = { ...process.env, PATH: join(folder, 'no-programs') }
  const start = (script: string, args: readonly string[]) =>
    run(process.execPath, [join(folder, 'build', script), ...args], { cwd: folder, env: noNpm })

  beforeAll(() => {
    for (const path of [
      'build',
      'test/run',
      'test/mutation',
      'package.json',
      'package-lock.json',
    ]) {
      cpSync(join(ROOT, path), join(folder, path), { recursive: true })
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(COMMANDS)('npm run %s -- --help prints its help', async (name, script) => {
    const { code, stdout, stderr } = await start(script, ['--help'])
    expect(stderr).toBe('')
    expect(stdout).toMatch(new RegExp(`^npm run ${name}`))
    expect(code).toBe(0)
  })
})

describe.skipIf(process.platform !== 'linux')('a program that needs a screen', () => {
  it('says which packages to install where there is no session bus', async () => {
    const script = `import { runProgram } from './build/lib/command.mjs'
      await runProgram('test/truth/main.ts', [], '800x600').catch(({ message }) => console.log(message))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: ROOT,
      env: { ...process.env, PATH: '/nowhere' },
    })
    expect(stdout).toContain('dbus-run-session or xvfb-run is missing')
    expect(stdout).toContain('apt-get install dbus-x11 xvfb xauth')
  })
})
