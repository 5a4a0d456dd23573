import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { readJson } from '../lib/files.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'

/**
 * @typedef {{ note: string, seconds: number }} Detection
 * @typedef {{ sources: string, detected: Record<string, Detection> }} Stored
 */

/** The detected faults of the last runs on the same sources, so that a run can be continued. */
const FILE = join(CACHE, 'saboteur-detected.json')

/** Identifies the sources: the commit, and what was changed since. */
async function sourcesId() {
  const [head, changes, status] = await Promise.all(
    [
      ['rev-parse', 'HEAD'],
      ['diff', 'HEAD'],
      ['status', '--porcelain'],
    ].map((args) => run('git', args, { cwd: ROOT })),
  )
  const text = [head, changes, status].map((result) => result?.stdout).join('\0')
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns what earlier runs detected in the sources as they are now.
 * @param {{ isContinued: boolean }} options when false, nothing is known
 */
export async function openMemory({ isContinued }) {
  const sources = await sourcesId()
  const stored = /** @type {Stored | undefined} */ (readJson(FILE))
  const detected = isContinued && stored?.sources === sources ? { ...stored.detected } : {}
  return {
    /** @param {string} id */
    detectionOf: (id) => detected[id],
    /**
     * @param {string} id
     * @param {Detection} detection
     */
    remember: (id, detection) => {
      detected[id] = detection
      mkdirSync(dirname(FILE), { recursive: true })
      writeFileSync(FILE, JSON.stringify({ sources, detected }))
    },
  }
}
