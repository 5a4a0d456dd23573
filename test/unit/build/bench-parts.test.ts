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
      'silent, could not be measured: took longer than 0.3 s',
      'stray, could not be measured: thrown where nobody waits',
      'forgotten, could not be measured: rejected where nobody waits',
      'refused, could not be measured: it said so',
    ]) {
      expect(table).toContain(line)
    }
    expect(stderr).toContain('thrown where nobody waits')
    expect(code).toBe(1)
  })

  it('has the time of a whole run, whose end learns which parts were not measured', async () => {
    const { stdout } = await bench('whole')
    expect(stdout).toMatch(/bench +all parts of this run +0\.\d min +≤ 1\.0 min +yes/)
    expect(stdout).toContain('failed: silent,stray,forgotten,refused')
    expect(stdout).toMatch(/the last figure: 0 s of 0\.05 s, load/)
  })

  it('contains the results so far when the benchmark exits within a part', async () => {
    const { code, stdout } = await bench('quit')
    expect(stdout).toContain('the last figure')
    expect(stdout).toContain('quit, could not be measured: the benchmark was ended meanwhile (7)')
    expect(code).toBe(7)
  })
})
