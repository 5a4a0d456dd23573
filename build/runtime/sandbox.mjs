import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns why Chromium's sandbox cannot be used here, or nothing when it can.
 * @param {string} executable the runtime to be started
 * @returns {string | undefined} the reason, in words for the terminal
 */
export function sandboxObstacle(executable) {
  if (process.platform !== 'linux') return undefined
  if (process.getuid?.() === 0) return 'running as root'
  if (hasSetuidHelper(executable) || hasUserNamespaces()) return undefined
  return 'this system allows no user namespaces'
}

/** @param {string} executable */
function hasSetuidHelper(executable) {
  try {
    const { mode, uid } = statSync(join(dirname(executable), 'chrome-sandbox'))
    return uid === 0 && (mode & 0o4000) !== 0
  } catch {
    return false
  }
}

function hasUserNamespaces() {
  const tried = spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' })
  if (tried.error === undefined) return tried.status === 0
  const value = (/** @type {string} */ file) => {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return undefined
    }
  }
  return (
    value('/proc/sys/user/max_user_namespaces') !== '0' &&
    value('/proc/sys/kernel/unprivileged_userns_clone') !== '0' &&
    value('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') !== '1'
  )
}
