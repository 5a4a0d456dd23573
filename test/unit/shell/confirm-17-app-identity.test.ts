import { describe, expect, it } from 'vitest'
import { nameProgram } from '../../../electron/shell/system/app-identity.js'
import manifest from '../../../package.json'

const named = (platform: NodeJS.Platform, isPackaged: boolean): readonly string[] => {
  const names: string[] = []
  nameProgram(
    { isPackaged, setAppUserModelId: (id) => void names.push(id) },
    { platform, execPath: 'C:\\programs\\electron.exe' },
  )
  return names
}

describe('CONFIRM-17: the application id for notifications on Windows', () => {
  it('is the id of the installed shortcut in a packaged program', () => {
    expect(named('win32', true)).toEqual([manifest.appId])
    // Windows, macOS bundles and installers accept letters and digits in parts separated by dots,
    // at most 128 characters.
    expect(manifest.appId).toMatch(/^(?=.{1,128}$)[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+$/)
  })

  it('is the path of the executable in an unpackaged program', () => {
    expect(named('win32', false)).toEqual(['C:\\programs\\electron.exe'])
  })

  it.each(['linux', 'darwin'] as const)('is not set on %s', (platform) => {
    expect(named(platform, true)).toEqual([])
  })
})
