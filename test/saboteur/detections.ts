import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { run } from '../../build/lib/exec.mjs'
import { readJson, writeJson } from '../../build/lib/files.mjs'
import { CACHE, ROOT } from '../../build/lib/paths.mjs'

export interface Detection {
  readonly note: string
  readonly seconds: number
}

/** The detected faults of the last runs on the same sources, so that a run can be continued. */
const FILE = join(CACHE, 'saboteur-detected.json')

/** Identifies the sources: the commit, and what was changed since. */
async function sourcesId(): Promise<string> {
  const hash = createHash('sha256')
  for (const args of [
    ['rev-parse', 'HEAD'],
    ['diff', 'HEAD'],
    ['status', '--porcelain'],
  ]) {
    hash.update((await run('git', args, { cwd: ROOT })).stdout).update('\0')
  }
  return hash.digest('hex')
}

/** What earlier runs detected in the sources as they are now. */
export interface Detections {
  detectionOf(id: string): Detection | undefined
  add(id: string, detection: Detection): void
}

/** Reads the detections; when not continued, nothing is known. */
export async function openDetections(isContinued: boolean): Promise<Detections> {
  const sources = await sourcesId()
  const stored = readJson(FILE) as
    | { readonly sources: string; readonly detected: Readonly<Record<string, Detection>> }
    | undefined
  const detected = isContinued && stored?.sources === sources ? { ...stored.detected } : {}
  return {
    detectionOf: (id) => detected[id],
    add: (id, detection) => {
      detected[id] = detection
      writeJson(FILE, { sources, detected })
    },
  }
}
