import { basename, join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { hashFile } from '../lib/files.mjs'

const SUMS = /** @type {const} */ ({ SHA256SUMS: 'sha256', SHA512SUMS: 'sha512' })

/**
 * Writes the checksums of all packages, as `sha256sum --check` reads them.
 * @param {string} folder
 * @param {readonly string[]} files absolute paths in that folder
 * @returns {Promise<void>}
 */
export async function writeChecksums(folder, files) {
  for (const [name, algorithm] of Object.entries(SUMS)) {
    const lines = []
    for (const file of [...files].sort()) {
      const digest = Buffer.from(await hashFile(file, algorithm), 'base64').toString('hex')
      lines.push(`${digest}  ${basename(file)}\n`)
    }
    writeFileSync(join(folder, name), lines.join(''))
  }
}
