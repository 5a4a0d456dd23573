import { UserError } from './terminal.mjs'

const MINIMUM = /** @type {const} */ ([20, 19])

/** @param {string} [version] such as `20.19.4` */
export function nodeIsRecentEnough(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])
}

/** Throws a one-line error on a Node version that the tools do not support. */
export function requireNode() {
  if (!nodeIsRecentEnough()) {
    throw new UserError(
      `Node ${MINIMUM.join('.')} or newer is needed; this is ${process.versions.node}.`,
    )
  }
}
