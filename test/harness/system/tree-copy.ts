import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFiles } from '../../../build/lint/project-files.mjs'
import { patched, type Patch } from '../../../build/lint/patches.mjs'
import { CACHE, ROOT } from '../../../build/lib/paths.mjs'
import { UserError } from '../../../build/lib/terminal.mjs'

/** The folder of all copies. Each run has a folder of its own in it, named after its process. */
const COPIES = join(CACHE, 'saboteur')

/**
 * Creates copies of the sources as they are now, uncommitted changes included, and returns their
 * paths. The copies share the installed packages.
 */
export function createCopies(count: number): readonly string[] {
  removeOldCopies()
  const files = projectFiles()
  return Array.from({ length: count }, (_, index) => {
    const copy = join(COPIES, String(process.pid), String(index + 1))
    for (const path of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      copyFileSync(join(ROOT, path), join(copy, path))
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
    return copy
  })
}

/** Removes the copies of this run. */
export function removeCopies(): void {
  rmSync(join(COPIES, String(process.pid)), { recursive: true, force: true })
}

/** Removes the copies of runs that were ended before they could. */
function removeOldCopies(): void {
  if (!existsSync(COPIES)) return
  for (const name of readdirSync(COPIES)) {
    if (!isRunning(Number(name))) rmSync(join(COPIES, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}

/** Applies a patch to a copy, runs `work` and restores the file. */
export async function withPatch<T>(copy: string, patch: Patch, work: () => Promise<T>): Promise<T> {
  const path = join(copy, patch.file)
  const before = readFileSync(path, 'utf8')
  const after = patched(before, patch)
  if ('problem' in after) throw new UserError(`${patch.id} does not apply: ${after.problem}.`)
  writeFileSync(path, after.text)
  try {
    return await work()
  } finally {
    writeFileSync(path, before)
  }
}
