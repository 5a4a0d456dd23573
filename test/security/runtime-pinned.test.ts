import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A fake npm: `npm pack` succeeds, but the tarball is not the pinned one. */
const FALSE_NPM = `#!${process.execPath}
const args = process.argv.slice(2)
require('node:fs').writeFileSync(require('node:path').join(args[args.indexOf('--pack-destination') + 1], 'false.tgz'), 'other bytes')
`

const ELECTRON_THAT_CANNOT_DOWNLOAD = 'process.exit(1)'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-pinned-'))
  for (const part of ['lib', 'runtime']) {
    cpSync(join(ROOT, 'build', part), join(folder, 'build', part), { recursive: true })
  }
  write('bin/npm', FALSE_NPM, 0o755)
  write('bin/package.json', '{"type":"commonjs"}')
  write('node_modules/electron/package.json', '{"version":"45.4.1"}')
  write('node_modules/electron/install.js', ELECTRON_THAT_CANNOT_DOWNLOAD)
  write('package.json', '{"type":"module"}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string, mode = 0o644): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

describe('the download of the test runtime', () => {
  beforeEach(({ skip }) =>
    skip(
      process.platform !== 'linux' || process.arch !== 'x64',
      'the test runtime is for Linux on x64',
    ),
  )

  it('is deleted unopened when its bytes are not the pinned ones', () => {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
    }
    delete env['ELECTRON_OVERRIDE_DIST_PATH']
    const text = `import { resolveRuntime } from '${join(folder, 'build/runtime/resolve.mjs')}'
try { await resolveRuntime({ quiet: true }); console.log('accepted') } catch (error) { console.log(error.message) }`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
      env,
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/is not the pinned one .* it was deleted without being unpacked/)
    expect(readdirSync(join(folder, '.cache', 'electron'))).toEqual(['download-failed.json'])
  })
})

describe('the download of the newer Node', () => {
  beforeEach(({ skip }) =>
    skip(
      process.platform !== 'linux' || process.arch !== 'x64',
      'the newer Node is for Linux on x64',
    ),
  )

  it('is deleted unopened when its bytes are not the pinned ones', ({ skip }) => {
    skip(process.versions.node.startsWith('24.'), 'this Node is the newer one')
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
    }
    const text = `import { newerNode } from '${join(folder, 'build/runtime/newer-node.mjs')}'
try { await newerNode({ quiet: true }); console.log('accepted') } catch (error) { console.log(error.message) }`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
      env,
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/newer Node .* is not the pinned one .* without being unpacked/)
    expect(readdirSync(join(folder, '.cache')).filter((name) => name !== 'electron')).toEqual([])
  })
})
