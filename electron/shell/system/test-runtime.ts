import { existsSync } from 'node:fs'
import path from 'node:path'

/** A file beside the executable of a runtime that is for tests only. */
const TEST_RUNTIME_MARKER = 'TEST-RUNTIME'

/** True on a runtime that is for tests only: it gets no security updates. */
export const isTestRuntime = (): boolean =>
  existsSync(path.join(path.dirname(process.execPath), TEST_RUNTIME_MARKER))
