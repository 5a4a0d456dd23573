import { existsSync } from 'node:fs'
import path from 'node:path'
import { shell } from 'electron'
import type { RuntimeLicence } from '../../../shared/domain/app/app-info.js'

/** The files of the licenses; an unpacked Electron names its own shorter. */
const FILES: Readonly<Record<RuntimeLicence, readonly string[]>> = {
  electron: ['LICENSE.electron.txt', 'LICENSE'],
  chromium: ['LICENSES.chromium.html'],
}

/** Returns the file of the licenses of a part of the runtime; null when there is none. */
export function runtimeLicenceFile(
  part: RuntimeLicence,
  folders: readonly string[],
  exists: (file: string) => boolean = existsSync,
): string | null {
  const files = folders.flatMap((folder) => FILES[part].map((name) => path.join(folder, name)))
  return files.find((file) => exists(file)) ?? null
}

/**
 * Opens the licenses of a part of the runtime with the program that the system has for such files.
 * They are beside the executable, on macOS among the resources.
 */
export async function openRuntimeLicences(part: RuntimeLicence): Promise<boolean> {
  const file = runtimeLicenceFile(part, [path.dirname(process.execPath), process.resourcesPath])
  return file !== null && (await shell.openPath(file)) === ''
}
