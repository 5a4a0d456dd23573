import { describe, expect, it } from 'vitest'
import { missingFor, TARGETS } from '../../../../build/packaging/targets.mjs'
import type { Machine, Platform } from '../../../../build/packaging/targets.mjs'

const machine = (changes: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  has: () => true,
  runtimes: new Set<Platform>(['linux', 'win32', 'darwin']),
  appImageRuntime: true,
  ...changes,
})

const missing = (name: string, changes: Partial<Machine>): string | null => {
  const target = TARGETS.find((candidate) => candidate.name === name)
  if (target === undefined) throw new Error(`no target ${name}`)
  return missingFor(target, machine(changes))
}

describe('what a format needs', () => {
  it('is complete on a computer that has everything', () => {
    expect(TARGETS.map((target) => missingFor(target, machine()))).toEqual(TARGETS.map(() => null))
  })

  it('is named in one line with the Debian package that has it', () => {
    expect(missing('rpm', { has: (command) => command !== 'rpmbuild' })).toBe(
      'Not built: rpm (Fedora, openSUSE): rpmbuild missing (Debian: apt-get install rpm).',
    )
  })

  it('names every reason in the same line', () => {
    const line = missing('appimage', { has: () => false, appImageRuntime: false })
    expect(line).toContain('mksquashfs, desktop-file-validate missing')
    expect(line).toContain('COUNTERSIGN_APPIMAGE_RUNTIME')
    expect(line).not.toContain('\n')
  })

  it('includes an Electron of the platform that the format is for', () => {
    expect(missing('win', { runtimes: new Set<Platform>(['linux']) })).toContain(
      'no Electron for Windows',
    )
    expect(missing('deb', { runtimes: new Set<Platform>(['linux']) })).toBeNull()
  })
})
