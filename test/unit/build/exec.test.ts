import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { run } from '../../../build/lib/exec.mjs'

const node = process.execPath

describe('run', () => {
  it('returns exit code and output', async () => {
    const text = 'console.log("out"); console.error("err"); process.exit(3)'
    expect(await run(node, ['-e', text])).toEqual({
      code: 3,
      stdout: 'out\n',
      stderr: 'err\n',
      timedOut: false,
    })
  })

  it('returns code 127 for a missing program', async () => {
    expect((await run('no-such-program-anywhere', [])).code).toBe(127)
  })

  it('kills grandchildren at the time limit', { timeout: 60_000 }, async ({ skip }) => {
    skip(process.platform !== 'linux', 'written for Linux')
    const text = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log(child.pid); setInterval(() => {}, 1000)`
    const { code, stdout, timedOut } = await run(node, ['-e', text], { timeoutMs: 6_000 })
    expect({ code, timedOut }).toEqual({ code: 137, timedOut: true })
    const grandchild = Number(stdout)
    expect(grandchild).toBeGreaterThan(0)
    await expect.poll(() => isRunning(grandchild)).toBe(false)
  })
})

/**
 * Returns true while the process runs; a dead one that was not collected yet (state Z) does not
 * count.
 */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
