import { existsSync } from 'node:fs'
import path from 'node:path'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The program's files without which a window stays blank or a process cannot start. */
export const NEEDED_FILES: readonly string[] = [
  'boot/boot.cjs',
  'bridge/bridge.cjs',
  'practice/practice.cjs',
  'preload/preload.cjs',
  'renderer/index.html',
  'renderer/confirm.html',
]

/**
 * Returns which file of the program is missing; null when it is complete.
 * @param bundles the folder of all bundles
 */
export function programFilesProblem(
  bundles: string,
  exists: (file: string) => boolean = existsSync,
): Message | null {
  const missing = NEEDED_FILES.find((file) => !exists(path.join(bundles, file)))
  return missing === undefined
    ? null
    : message('start.incomplete', { file: path.join(bundles, missing) })
}
