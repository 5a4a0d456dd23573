import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { run } from '../../../build/lib/exec.mjs'

const FIXTURE = join(fileURLToPath(new URL('.', import.meta.url)), 'fixtures', 'bench-parts.ts')
const bench = (...args: readonly string[]) =>
  run(process.execPath, ['--no-warnings', '--import', 'tsx', FIXTURE, ...args])

describe("the benchmark's table", () => {
  it('is printed although parts hang, throw, reject or refuse', async () => {
    const { code, stdout, stderr } = await bench()
    const table = stdout.slice(stdout.indexOf('Metric'))
    for (const figure of ['the first figure', 'the last figure']) expect(table).toContain(figure)
    for (const line of [
      'silent: took longer than 0.3 s',
      'stray: thrown where nobody waits',
      'forgotten: rejected where nobody waits',
      'refused: it said so',
    ]) {
      expect(table).toContain(line)
    }
    expect(stderr).toContain('thrown where nobody waits')
    expect(code).toBe(1)
  })

  it('contains the results so far when the benchmark exits within a part', async () => {
    const { code, stdout } = await bench('quit')
    expect(stdout).toContain('the last figure')
    expect(stdout).toContain('quit: the benchmark was ended meanwhile (7)')
    expect(code).toBe(7)
  })
})
