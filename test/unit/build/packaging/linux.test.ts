import { describe, expect, it } from 'vitest'
import { controlText } from '../../../../build/packaging/linux/deb.mjs'
import { withoutAddresses } from '../../../../build/packaging/linux/desktop-entry.mjs'
import { readFpmArguments } from '../../../../build/packaging/linux/fpm-arguments.mjs'

const ARGUMENTS = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libc6 (>= 2.28)', '-d', 'libnss3'],
  ...['--deb-recommends', 'gnome-keyring', '--deb-compression', 'xz', '--architecture', 'amd64'],
  ...['--after-install', '/t/in', '--after-remove', '/t/out', '--version', '0.1.0'],
  ...['--description', 'trading client\n A desktop trading client.', '--package', '/o/a.deb'],
  ...['--name', 'countersign', '--maintainer', 'A <a@b.example>', '--vendor', 'A'],
  ...['--url', 'https://b.example/?a=b', '--category', 'misc', '--deb-priority', 'optional'],
  ...['--license', 'UNLICENSED', '--conflicts', 'other'],
  ...['/w/linux-unpacked/=/opt/Countersign', '/w/a=b.png=/usr/share/icons/a.png'],
]

describe('the stand-in for fpm', () => {
  it('reads what electron-builder requests', () => {
    expect(readFpmArguments(ARGUMENTS)).toMatchObject({
      kind: 'deb',
      name: 'countersign',
      depends: ['libc6 (>= 2.28)', 'libnss3'],
      recommends: ['gnome-keyring'],
      conflicts: ['other'],
      compression: 'xz',
      output: '/o/a.deb',
      url: 'https://b.example/?a=b',
      files: [
        ['/w/linux-unpacked/', '/opt/Countersign'],
        ['/w/a=b.png', '/usr/share/icons/a.png'],
      ],
    })
  })

  it('stops at an option that it does not know, because dropping it would make a wrong package', () => {
    expect(() => readFpmArguments([...ARGUMENTS, '--deb-suggests', 'x'])).toThrow('--deb-suggests')
    expect(() => readFpmArguments(['-t', 'pacman'])).toThrow('no packages of kind pacman')
  })

  it('writes the control file of a Debian package', () => {
    expect(controlText(readFpmArguments(ARGUMENTS), 1000).split('\n')).toEqual([
      'Package: countersign',
      'Version: 0.1.0',
      'Architecture: amd64',
      'Maintainer: A <a@b.example>',
      'Installed-Size: 1000',
      'Depends: libc6 (>= 2.28), libnss3',
      'Recommends: gnome-keyring',
      'Conflicts: other',
      'Section: misc',
      'Priority: optional',
      'Homepage: https://b.example/?a=b',
      'Description: trading client',
      ' A desktop trading client.',
      '',
    ])
  })
})

describe('the menu entry', () => {
  it('takes no addresses, which the program has no reader for', () => {
    const entry = '[Desktop Entry]\nName=A\nExec=/opt/Countersign/countersign %U\nIcon=a\n'
    expect(withoutAddresses(entry)).toBe(
      '[Desktop Entry]\nName=A\nExec=/opt/Countersign/countersign\nIcon=a\n',
    )
    expect(withoutAddresses('Exec=AppRun  %U\n')).toBe('Exec=AppRun\n')
  })
})
