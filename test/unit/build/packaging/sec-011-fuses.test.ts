import { describe, expect, it } from 'vitest'
import { configuredFuses, fuseDifference, FUSES } from '../../../../build/packaging/fuses.mjs'

describe('SEC-11: the fuses', () => {
  it('close every way to run the program as something else, on Electron 25', () => {
    expect(configuredFuses(7)).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
    })
  })

  it('add the two that Electron 45 has', () => {
    expect(Object.entries(configuredFuses(9)).slice(7)).toEqual([
      ['GrantFileProtocolExtraPrivileges', false],
      ['WasmTrapHandlers', true],
    ])
  })

  it('stop the packaging of a runtime with a fuse that nobody decided about', () => {
    expect(() => configuredFuses(FUSES.length + 1)).toThrow('decide about the new ones')
    expect(() => configuredFuses(6)).toThrow('not at least 7')
  })

  it('are compared one by one with what the executable has', () => {
    const configured = configuredFuses(7)
    expect(fuseDifference(configured, configured)).toBeNull()
    expect(fuseDifference({ ...configured, RunAsNode: true }, configured)).toBe(
      'The fuse RunAsNode is true, configured is false.',
    )
    const { RunAsNode: _, ...fewer } = configured
    expect(fuseDifference(fewer, configured)).toContain('RunAsNode is absent')
  })
})
