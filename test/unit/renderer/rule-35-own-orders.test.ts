import { describe, expect, it, vi } from 'vitest'
import { COMMANDS } from '../../../renderer/app/commands.js'
import { asksFirst, forgetWhenLocked, sendAtOnce } from '../../../renderer/stores/asking.js'
import { createDesk } from '../../../renderer/stores/desk.js'
import type { Desk } from '../../../renderer/stores/desk.js'
import type { DeskView } from '../../../shared/ipc/profiles.js'
import type { Preferences } from '../../../shared/ipc/views.js'

const made = (): Desk =>
  createDesk({
    invoke: vi.fn(() => Promise.resolve({ ok: true, value: {} })) as unknown as Desk['invoke'],
    openStream: () => () => undefined,
    now: () => 0,
    after: () => () => undefined,
  })
const settings = (confirmOrders: boolean): { readonly value: Preferences } => ({
  value: { confirmOrders } as Preferences,
})

describe('rule 35: the person’s own orders', () => {
  it('are asked about first: by default, and while nothing is known of their settings', () => {
    const desk = made()
    expect(asksFirst(desk)).toBe(true)
    desk.preferences.setState(settings(true))
    expect(asksFirst(desk)).toBe(true)
    desk.preferences.setState(settings(false))
    expect(asksFirst(desk)).toBe(false)
  })

  it('go at once after one click, in this session only, and no longer once the desk is locked', () => {
    const desk = made()
    desk.preferences.setState(settings(true))
    const stop = forgetWhenLocked(desk)
    sendAtOnce(desk.asking, true)
    expect(asksFirst(desk)).toBe(false)
    expect(asksFirst(made()), 'another window, another start').toBe(true)
    desk.above.setState({ value: { lock: { locked: false } } as DeskView })
    expect(asksFirst(desk)).toBe(false)
    desk.above.setState({ value: { lock: { locked: true } } as DeskView })
    expect(asksFirst(desk)).toBe(true)
    desk.above.setState({ value: { lock: { locked: false } } as DeskView })
    expect(asksFirst(desk)).toBe(true)
    stop()
  })

  it('have no shortcut of their own: none that is set from the start sends, changes or cancels an order', () => {
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
      const desk = made()
      // Two of them move the focus through the page, which is not here.
      if (command.id === 'next-group' || command.id === 'previous-group') continue
      command.run(desk)
      for (const [op] of vi.mocked(desk.invoke).mock.calls) {
        expect(trades.has(op), `${command.id} asks ${op}`).toBe(false)
      }
    }
  })
})
