import { describe, expect, it } from 'vitest'
import { webPreferences } from '../../electron/shell/security/web-preferences.js'

describe('SEC-01: window preferences', () => {
  it('are exactly the frozen safe set', () => {
    const preferences = webPreferences('/app/preload.cjs', false)
    expect(preferences).toEqual({
      preload: '/app/preload.cjs',
      partition: 'countersign',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      enableWebSQL: false,
      safeDialogs: true,
      disableBlinkFeatures: 'Auxclick',
      backgroundThrottling: false,
    })
    expect(Object.isFrozen(preferences)).toBe(true)
  })

  it('keep the partition in memory: a persistent one would start with "persist:"', () => {
    expect(webPreferences('x', true).partition?.startsWith('persist:')).toBe(false)
  })
})
