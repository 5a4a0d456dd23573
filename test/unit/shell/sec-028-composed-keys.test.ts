import type { BrowserWindow } from 'electron'
import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { observeInput, observePresses } from '../../../electron/shell/windows/observed-presses.js'

vi.mock('electron', () => ({
  app: { commandLine: { hasSwitch: () => false } },
  screen: {},
}))

/** A window of which the browser process reports keys, and the presses observed on it. */
function observedWindow() {
  const page = new EventEmitter()
  const window = { webContents: page } as unknown as BrowserWindow
  const presses: string[] = []
  observeInput(window, ({ phase, source }) => presses.push(`${source} ${phase}`))
  observePresses(
    window,
    () => null,
    (phase) => presses.push(`card ${phase}`),
  )
  const press = (key: string, isComposing: boolean): void => {
    for (const type of ['keyDown', 'keyUp']) {
      page.emit('before-input-event', {}, { type, key, isComposing, isAutoRepeat: false })
    }
  }
  return { press, presses }
}

describe('SEC-28: a key that steers an input method', () => {
  it.each(['Enter', ' '])('is no press: %j', (key) => {
    const { press, presses } = observedWindow()
    press(key, true)
    expect(presses).toEqual([])
  })

  it('is followed by keys that are presses', () => {
    const { press, presses } = observedWindow()
    press(' ', true)
    press('Enter', false)
    press(' ', false)
    const ends = ['key begin', 'key end']
    expect(presses).toEqual([...ends, 'key begin', 'card begin', 'key end', 'card end'])
  })
})
