import type { ConfirmView } from '../../../shared/ipc/instructions.js'
import { listeners } from '../live.js'
import type { ConfirmWindowState, InstructionDesk } from './instruction-desk-port.js'

/** All that the confirm window needs of the queue; its page asks for the rest through the contract. */
export type ConfirmPort = Pick<InstructionDesk, 'confirm' | 'onAttention' | 'window' | 'later'>

/** What the window shows while there is nothing to decide. */
export const EMPTY_CONFIRM_VIEW: ConfirmView = { card: null, batch: [], waiting: 0, net: [], extendable: false, halted: false }

/** The one place the confirm window looks at, whichever session's queue stands behind it. */
export interface ConfirmSeat {
  readonly port: ConfirmPort
  /** Puts another queue behind the window; null between sessions. What the old one showed is gone at once. */
  sit(desk: ConfirmPort | null): void
}

/**
 * A port that outlives sessions. The window's last known state is told to every queue that takes the seat, so that its approve cannot
 * arm on a window that it never heard of.
 */
export function createConfirmSeat(): ConfirmSeat {
  const changed = listeners<void>()
  const attention = listeners<number>()
  let seated: ConfirmPort | null = null
  let last: ConfirmWindowState | null = null
  let leave = (): void => undefined
  return {
    port: {
      confirm: { get: () => seated?.confirm.get() ?? EMPTY_CONFIRM_VIEW, subscribe: (listener) => changed.add(listener) },
      onAttention: (listener) => attention.add(listener),
      window(state) {
        last = state
        seated?.window(state)
      },
      later: (id) => seated?.later(id),
    },
    sit(desk) {
      leave()
      seated = desk
      const stops = desk === null ? [] : [desk.confirm.subscribe(() => changed.emit()), desk.onAttention((waiting) => attention.emit(waiting))]
      leave = () => { for (const stop of stops) stop() }
      if (last !== null) desk?.window(last)
      changed.emit()
    },
  }
}
