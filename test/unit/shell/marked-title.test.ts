import { describe, expect, it } from 'vitest'
import { runtimeLicenceFile } from '../../../electron/shell/system/runtime-licences.js'
import { markedTitle } from '../../../electron/shell/system/marked-title.js'

describe('the title of a window', () => {
  it('begins with the mark in an installed program of a test runtime', () => {
    expect(markedTitle('Countersign · Practice', { isPackaged: true }, true)).toBe(
      'TEST RUNTIME · Countersign · Practice',
    )
  })

  it('has no mark in the product, and none in a program that is not installed', () => {
    expect(markedTitle('Countersign', { isPackaged: true }, false)).toBe('Countersign')
    expect(markedTitle('Countersign', { isPackaged: false }, true)).toBe('Countersign')
  })
})

describe('the licenses of the runtime', () => {
  const only = (present: string) => (file: string) => file === present

  it('are beside the executable, and on macOS among the resources', () => {
    const folders = ['/opt/Countersign', '/opt/Countersign/resources']
    const neighbor = '/opt/Countersign/LICENSES.chromium.html'
    expect(runtimeLicenceFile('chromium', folders, only(neighbor))).toBe(neighbor)
    const inside = '/opt/Countersign/resources/LICENSE.electron.txt'
    expect(runtimeLicenceFile('electron', folders, only(inside))).toBe(inside)
  })

  it('are said to be absent where there is no file', () => {
    expect(runtimeLicenceFile('electron', ['/opt/Countersign'], () => false)).toBeNull()
  })
})
