import { describe, expect, it } from 'vitest'
import { CloseToTray } from '../../../electron/app/tray/close-to-tray.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../shared/domain/app/preferences.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

function fixture(closeWindow: Preferences['closeWindow'], isShown: boolean) {
  let preferences: Preferences = { ...DEFAULT_PREFERENCES, closeWindow }
  const changed = createEmitter<void>()
  const notified: string[] = []
  const desk = { isShown, tray: true }
  const closeToTray = new CloseToTray({
    preferences: {
      setAside: null,
      get: () => preferences,
      set(change) {
        preferences = { ...preferences, ...change }
        changed.emit()
        return preferences
      },
      subscribe: (listener) => changed.add(listener),
    },
    hasTray: () => desk.tray,
    hasStatusArea: () => Promise.resolve(desk.isShown),
    write: inEnglish,
    notify: ({ title }) => void notified.push(title),
  })
  return { closeToTray, notified, desk }
}

describe('closing the main window', () => {
  it('quits by default', async () => {
    const { closeToTray } = fixture('quit', true)
    await closeToTray.refresh()
    expect(closeToTray.hides()).toBe(false)
  })

  it('keeps Countersign in the tray by choice, and explains it once', async () => {
    const { closeToTray, notified } = fixture('tray', true)
    await closeToTray.refresh()
    expect(closeToTray.hides()).toBe(true)
    expect(closeToTray.hides()).toBe(true)
    expect(notified).toEqual(['Countersign keeps running'])
  })

  it('quits on a desktop that shows no tray icons, or that refused the icon', async () => {
    const { closeToTray, notified, desk } = fixture('tray', false)
    await closeToTray.refresh()
    expect(closeToTray.hides()).toBe(false)
    desk.isShown = true
    await closeToTray.refresh()
    desk.tray = false
    expect(closeToTray.hides()).toBe(false)
    expect(notified).toEqual([])
  })
})
