import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Everything that can be generated again: runtimes, stamps, compiler output. Ignored by git. */
export const CACHE = join(ROOT, '.cache')

/** The built application; Electron is started with this folder. */
export const OUT = join(ROOT, 'out')
