import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPackageFormat } from '../../../../electron/adapters/updates/package-format.js'
import {
  updateSetup,
  type InstalledProgram,
} from '../../../../electron/app/updates/update-setup.js'
import { parseUpdateConfig } from '../../../../electron/core/updates/update-config.js'
import { PACKAGE_FORMATS } from '../../../../shared/domain/app/update-view.js'

const KEY = `${'A'.repeat(43)}=`
const CONFIG = parseUpdateConfig({
  ...{ address: 'https://updates.example/stable/', page: '', channel: 'stable' },
  keys: [KEY, KEY],
})
const APP_IMAGE: InstalledProgram = {
  ...{ version: '0.1.0', packaged: true, testRuntime: false, format: 'appimage' },
  ...{ platform: 'linux', architecture: 'x64' },
  ...{ executable: '/tmp/.mount_C/countersign', appImage: '/opt/apps/Countersign.AppImage' },
}
const whyNever = (installed: Partial<InstalledProgram>, config = CONFIG): string | null => {
  const setup = updateSetup(config, { ...APP_IMAGE, ...installed })
  return setup.kind === 'never' ? setup.why.code : null
}

describe('REL-53: how a program is updated', () => {
  it('an AppImage replaces the file that the person started, not the mounted one', () => {
    expect(updateSetup(CONFIG, APP_IMAGE)).toMatchObject({
      kind: 'updated',
      place: {
        target: '/opt/apps/Countersign.AppImage',
        previous: '/opt/apps/Countersign.AppImage.previous',
      },
      replacedBy: null,
    })
  })

  it('an unpacked archive replaces its folder', () => {
    const installed = { format: 'tar.gz', executable: '/opt/apps/countersign/countersign' } as const
    expect(updateSetup(CONFIG, { ...APP_IMAGE, ...installed, appImage: undefined })).toMatchObject({
      place: { target: '/opt/apps/countersign', previous: '/opt/apps/countersign.previous' },
    })
  })

  it.each(['deb', 'rpm', 'nsis', 'dmg', 'zip'] as const)('%s is replaced by others', (format) => {
    expect(updateSetup(CONFIG, { ...APP_IMAGE, format })).toMatchObject({
      ...{ kind: 'updated', place: null },
      replacedBy: { code: expect.stringMatching(/^updates\.by(System|Installer)$/) },
    })
  })

  it('never: from source files, on the test runtime, without a source, of an unknown format', () => {
    const noSource = parseUpdateConfig({
      ...{ address: '', page: '', channel: 'stable', keys: ['', ''] },
    })
    expect([
      whyNever({ packaged: false }),
      whyNever({ testRuntime: true }),
      whyNever({}, noSource),
      whyNever({ format: null }),
      whyNever({ appImage: undefined }),
    ]).toEqual([
      'updates.sourceTree',
      'updates.testRuntime',
      'updates.noSource',
      'updates.unknownFormat',
      'updates.unknownFormat',
    ])
  })

  it('an address that is not https, or no folder, is no configuration', () => {
    for (const address of ['http://updates.example/', 'https://updates.example/stable']) {
      expect(() =>
        parseUpdateConfig({ address, page: '', channel: 'stable', keys: [KEY, KEY] }),
      ).toThrow(/address/)
    }
  })

  it('the format is the one word in the resources of the package', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'package-format-'))
    const formatOf = (content: string) => {
      writeFileSync(path.join(folder, 'package-format'), content)
      return readPackageFormat(folder)
    }
    expect(readPackageFormat(folder)).toBe(null)
    expect(PACKAGE_FORMATS.map((format) => formatOf(`${format}\n`))).toEqual(PACKAGE_FORMATS)
    expect(formatOf('floppy')).toBe(null)
    rmSync(folder, { recursive: true })
  })
})
