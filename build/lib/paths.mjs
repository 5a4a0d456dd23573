import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Everything that can be made again: runtimes, stamps, compiler output. Ignored by git. */
export const CACHE = join(ROOT, '.cache')

/** The built application; this folder is what Electron is started with. */
export const OUT = join(ROOT, 'out')
