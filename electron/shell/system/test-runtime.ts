import { existsSync } from 'node:fs'
import path from 'node:path'

/** A file beside the executable of a runtime that is for tests only. */
const TEST_RUNTIME_MARKER = 'TEST-RUNTIME'

/** True on a runtime that is for tests only: it gets no security updates. */
export const isTestRuntime = (): boolean =>
  existsSync(path.join(path.dirname(process.execPath), TEST_RUNTIME_MARKER))

/** The oldest Electron that accounts open on; npm start and packages bring it or a newer one. */
export const MIN_ELECTRON = 45

/**
 * True on a runtime that gets no security updates: one that is for tests only, or one that is older
 * than the program's own.
 */
export const isUnsupportedRuntime = (electron: string | undefined): boolean =>
  isTestRuntime() || !(Number.parseInt(electron ?? '', 10) >= MIN_ELECTRON)
