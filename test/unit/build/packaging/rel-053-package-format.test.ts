import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nameFormat } from '../../../../build/packaging/after-pack.mjs'
import {
  PACKAGE_FORMAT_FILE,
  readPackageFormat,
} from '../../../../electron/adapters/updates/package-format.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-format-'))
  mkdirSync(join(folder, 'resources'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('REL-53: the format of a package', () => {
  const program = () => ({ folder, executable: 'countersign', resources: 'resources' })

  it.each(['deb', 'rpm', 'appimage', 'tar.gz', 'zip', 'nsis'] as const)(
    'is read by the program as packaging writes it: %s',
    (format) => {
      nameFormat(program(), format)
      expect(readPackageFormat(join(folder, 'resources'))).toBe(format)
    },
  )

  it('is written into another file, so that a format made before keeps its own', () => {
    const file = join(folder, 'resources', PACKAGE_FORMAT_FILE)
    nameFormat(program(), 'tar.gz')
    linkSync(file, join(folder, 'archived'))
    nameFormat(program(), 'deb')
    expect(readFileSync(join(folder, 'archived'), 'utf8')).toBe('tar.gz\n')
    expect(readPackageFormat(join(folder, 'resources'))).toBe('deb')
  })
})
