import { describe, expect, it, vi } from 'vitest'
import { COMMANDS } from '../../../../renderer/app/commands/commands.js'
import {
  requiresConfirmation,
  resetConfirmationWhenLocked,
  setSkipConfirmation,
} from '../../../../renderer/stores/order-confirmation.js'
import { createMainWindow } from '../../../../renderer/stores/main-window.js'
import type { MainWindow } from '../../../../renderer/stores/main-window.js'
import type { AppStateView } from '../../../../shared/domain/app/app-state.js'
import type { Preferences } from '../../../../shared/domain/app/preferences.js'

const createTestWindow = (): MainWindow =>
  createMainWindow({
    invoke: vi.fn(() =>
      Promise.resolve({ ok: true, value: {} }),
    ) as unknown as MainWindow['invoke'],
    openStream: () => () => undefined,
    now: () => 0,
    after: () => () => undefined,
  })
const settings = (confirmOrders: boolean): { readonly value: Preferences } => ({
  value: { confirmOrders } as Preferences,
})

const NEED_A_DOCUMENT = ['next-group', 'previous-group', 'copy-picture']

describe('CONFIRM-35: the person’s own orders', () => {
  it('require confirmation by default, and while the settings are unknown', () => {
    const mainWindow = createTestWindow()
    expect(requiresConfirmation(mainWindow)).toBe(true)
    mainWindow.preferences.setState(settings(true))
    expect(requiresConfirmation(mainWindow)).toBe(true)
    mainWindow.preferences.setState(settings(false))
    expect(requiresConfirmation(mainWindow)).toBe(false)
  })

  it('skip confirmation after one click, in this session only and until the lock', () => {
    const mainWindow = createTestWindow()
    mainWindow.preferences.setState(settings(true))
    const stop = resetConfirmationWhenLocked(mainWindow)
    setSkipConfirmation(mainWindow.orderConfirmation, true)
    expect(requiresConfirmation(mainWindow)).toBe(false)
    expect(requiresConfirmation(createTestWindow()), 'another window, another start').toBe(true)
    mainWindow.appState.setState({ value: { lock: { locked: false } } as AppStateView })
    expect(requiresConfirmation(mainWindow)).toBe(false)
    mainWindow.appState.setState({ value: { lock: { locked: true } } as AppStateView })
    expect(requiresConfirmation(mainWindow)).toBe(true)
    mainWindow.appState.setState({ value: { lock: { locked: false } } as AppStateView })
    expect(requiresConfirmation(mainWindow)).toBe(true)
    stop()
  })

  it('are sent, changed or canceled by no default shortcut', () => {
    const trades = new Set([
      'orders.submit',
      'orders.replace',
      'orders.cancel',
      'trading.flatten',
      'confirm.decide',
    ])
    const chords = COMMANDS.filter(({ chord, group }) => chord !== null && group === 'general')
    expect(chords.length).toBeGreaterThan(5)
    for (const command of chords) {
      const mainWindow = createTestWindow()
      // These commands need a document, which does not exist here.
      if (NEED_A_DOCUMENT.includes(command.id)) continue
      command.run(mainWindow)
      for (const [op] of vi.mocked(mainWindow.invoke).mock.calls) {
        expect(trades.has(op), `${command.id} asks ${op}`).toBe(false)
      }
    }
  })
})
