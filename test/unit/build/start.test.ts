import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

describe('npm start without a display', () => {
  beforeEach(({ skip }) =>
    skip(process.platform !== 'linux', 'only Linux can be without a display'),
  )

  it('prints what to do in one line', () => {
    const env: NodeJS.ProcessEnv = { ...process.env }
    delete env['DISPLAY']
    delete env['WAYLAND_DISPLAY']
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'build', 'start.mjs')],
      { env, encoding: 'utf8' },
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('xvfb-run -a npm start')])
  })
})
