import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appLaunch, isForTests, resolveRuntime } from '../../../build/runtime/resolve.mjs'

let folder = ''
const views: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-launch-'))
  for (const path of ['dist/electron', 'dist/locales/en-US.pak', 'dist/version']) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '25.1.1')
  }
  mkdirSync(join(folder, 'dist', 'resources'))
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'dist'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const view of views.splice(0)) rmSync(view, { recursive: true, force: true })
})

describe('an overridden runtime', () => {
  beforeEach(({ skip }) => skip(process.platform !== 'linux', 'written for Linux'))

  it('has priority over every other', async () => {
    expect(await resolveRuntime({ quiet: true })).toEqual({
      kind: 'override',
      executable: join(folder, 'dist', 'electron'),
      dist: join(folder, 'dist'),
      version: '25.1.1',
    })
  })

  it('is refused with a one-line message when it does not exist', async () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'nowhere'))
    await expect(resolveRuntime({ quiet: true })).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(/^[^\n]+$/),
    })
  })

  it('gets the application as an argument when it contains a default app', async () => {
    writeFileSync(join(folder, 'dist', 'resources', 'default_app.asar'), '')
    const launch = appLaunch(await resolveRuntime({ quiet: true }), join(folder, 'app'))
    expect(launch.executablePath).toBe(join(folder, 'dist', 'electron'))
    expect(launch.args.at(-1)).toBe(join(folder, 'app'))
  })

  it('gets a view of its own for each application when it contains no default app', async () => {
    const runtime = await resolveRuntime({ quiet: true })
    const [first, second] = [join(folder, 'one'), join(folder, 'two')].map((app) => {
      const { executablePath } = appLaunch(runtime, app)
      const view = dirname(executablePath)
      views.push(view)
      expect(readlinkSync(join(view, 'resources', 'app'))).toBe(app)
      expect(existsSync(join(view, 'locales', 'en-US.pak'))).toBe(true)
      return executablePath
    })
    expect(first).not.toBe(second)
    expect(appLaunch(runtime, join(folder, 'one')).executablePath).toBe(first)
    // The runtime itself is not changed.
    expect(existsSync(join(folder, 'dist', 'resources', 'app'))).toBe(false)
    expect(statSync(join(folder, 'dist', 'electron')).size).toBe(statSync(first ?? '').size)
  })

  it('starts without the sandbox only for a stated reason', async () => {
    const { args, unsandboxed } = appLaunch(
      await resolveRuntime({ quiet: true }),
      join(folder, 'app'),
    )
    views.push(
      dirname(appLaunch(await resolveRuntime({ quiet: true }), join(folder, 'app')).executablePath),
    )
    expect(args.includes('--no-sandbox')).toBe(unsandboxed !== undefined)
    if (process.getuid?.() === 0) expect(unsandboxed).toBe('running as root')
  })

  it('is recognized as a test runtime by its mark, whatever its name', async () => {
    const runtime = await resolveRuntime({ quiet: true })
    expect(isForTests(runtime)).toBe(false)
    writeFileSync(join(folder, 'dist', 'TEST-RUNTIME'), '')
    expect(isForTests(runtime)).toBe(true)
  })
})
