import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NPM, run } from '../lib/exec.mjs'

/**
 * What npm answered about known advisories. `unreachable`: nothing is known, which is not the same
 * as nothing found.
 * @typedef {{ kind: 'answered', found: { name: string, severity: string, titles: string[] }[] }
 *   | { kind: 'unreachable', why: string }} Advisories
 */

/**
 * @typedef {{ severity: string, via: (string | { title?: string })[] }} Vulnerability
 * @typedef {object} Report what npm audit writes
 * @property {Record<string, Vulnerability>} [vulnerabilities]
 * @property {string} [message]
 * @property {{ summary?: string }} [error]
 */

const LIMIT_MS = 120_000

/**
 * Reads the output of `npm audit --json`.
 * @param {string} output
 * @returns {Advisories}
 */
export function readAudit(output) {
  /** @type {Report | null} */
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return { kind: 'unreachable', why: 'npm audit gave no answer that can be read' }
  }
  const { vulnerabilities, message, error } = report ?? {}
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) {
    return { kind: 'unreachable', why: message || error?.summary || 'npm audit gave no report' }
  }
  return {
    kind: 'answered',
    found: Object.entries(vulnerabilities).map(([name, { severity, via }]) => ({
      name,
      severity,
      titles: via.flatMap((cause) => (typeof cause === 'string' ? [] : [cause.title ?? ''])),
    })),
  }
}

/**
 * Asks the registry of npm's settings for advisories about the lockfile of a folder.
 * @param {string} folder
 * @returns {Promise<Advisories>}
 */
export async function advisoriesOf(folder) {
  const { stdout } = await run(NPM, ['audit', '--json', '--package-lock-only'], {
    cwd: folder,
    timeoutMs: LIMIT_MS,
  })
  return readAudit(stdout)
}

/**
 * Does the same for one package that no lockfile names.
 * @param {import('./locked.mjs').Locked} locked
 * @returns {Promise<Advisories>}
 */
export async function advisoriesOfPackage({ name, version }) {
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'))
  const root = { name: 'checked', version: '0.0.0', dependencies: { [name]: version } }
  const packages = { '': root, [`node_modules/${name}`]: { version } }
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }),
    )
    return await advisoriesOf(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
