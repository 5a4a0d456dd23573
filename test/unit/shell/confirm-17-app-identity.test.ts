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

describe('CONFIRM-17: notifications need a name that Windows knows', () => {
  it('a packaged program goes by the name that its installer gives the shortcut', () => {
    expect(named('win32', true)).toEqual([manifest.appId])
    // What Windows takes, and a macOS bundle and installers too: parts of letters and digits with
    // dots between, 128 characters at the most.
    expect(manifest.appId).toMatch(/^(?=.{1,128}$)[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+$/)
  })

  it('one that is run without being packaged goes by its executable', () => {
    expect(named('win32', false)).toEqual(['C:\\programs\\electron.exe'])
  })

  it.each(['linux', 'darwin'] as const)('%s has no such call', (platform) => {
    expect(named(platform, true)).toEqual([])
  })
})
