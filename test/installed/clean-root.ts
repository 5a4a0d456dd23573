import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CACHE } from '../../build/lib/paths.mjs'
import { isCommand, type Computer } from './computer.js'

const RELEASE = 'bookworm'
const SCRIPT = fileURLToPath(new URL('clean-root.sh', import.meta.url))
/** The smallest Debian, and the packages that were fetched: the next run needs no network. */
const STORE = path.join(CACHE, 'installed')
const DEBIAN = path.join(STORE, RELEASE)
const ARCHIVES = path.join(STORE, 'archives')

/** Returns why no clean Debian can be made here; null once it is in the cache. */
export function cleanRootProblem(): string | null {
  if (existsSync(DEBIAN)) return null
  const missing = ['debootstrap', 'unshare', 'nsenter', 'pivot_root'].find(
    (name) => !isCommand(name),
  )
  if (missing !== undefined) return `${missing} is not installed`
  mkdirSync(ARCHIVES, { recursive: true })
  const part = `${DEBIAN}.part`
  rmSync(part, { recursive: true, force: true })
  const args = ['--variant=minbase', `--cache-dir=${ARCHIVES}`, RELEASE, part]
  const { status, stdout, stderr } = spawnSync('debootstrap', args, { encoding: 'utf8' })
  if (status !== 0) {
    rmSync(part, { recursive: true, force: true })
    return `debootstrap ended with ${status}: ${`${stdout}${stderr}`.trim().split('\n').at(-1)}`
  }
  renameSync(part, DEBIAN)
  return null
}

/**
 * Opens a Debian with nothing but its required packages, as a file system of its own. It has this
 * computer's processes, devices and network, so that windows appear on a screen of the test.
 */
export async function openCleanRoot(): Promise<Computer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-debian-'))
  const root = path.join(folder, 'root')
  execFileSync('cp', ['-a', DEBIAN, root])
  copyFileSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'))
  const args = ['--mount', '--propagation', 'private', 'sh', SCRIPT, root, ARCHIVES]
  const holder = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the clean Debian did not open'))),
  ])
  const enter = ['nsenter', '--target', String(holder.pid), '--mount', '--root', '--wd', '--']
  return {
    description: `a new Debian ${RELEASE} with its required packages only (debootstrap, minbase)`,
    path: (file) => path.join(root, file),
    command: (argv) => [...enter, ...argv],
    dispose: async () => {
      holder.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
