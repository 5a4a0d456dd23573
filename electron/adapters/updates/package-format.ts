import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PACKAGE_FORMATS, type PackageFormat } from '../../../shared/domain/app/update-view.js'

/**
 * The file by which a package names its format: one word of `PACKAGE_FORMATS`, in the folder of the
 * package's resources, outside the archive of the program. Packaging writes it.
 */
export const PACKAGE_FORMAT_FILE = 'package-format'

/**
 * Returns the format in which the program was installed; null where nothing says it.
 * @param resources the folder of the package's resources
 */
export function readPackageFormat(resources: string): PackageFormat | null {
  try {
    const word = readFileSync(path.join(resources, PACKAGE_FORMAT_FILE), 'utf8').trim()
    return PACKAGE_FORMATS.find((format) => format === word) ?? null
  } catch {
    // A program that was started from its source files has no such file.
    return null
  }
}
