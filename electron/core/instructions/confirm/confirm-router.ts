import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ConfirmView } from '../../../../shared/ipc/instructions.js'
import { listeners } from '../../live-values.js'
import type { ConfirmWindowState, InstructionService } from '../queue/instruction-service-port.js'

/**
 * All that the confirm window needs of the queue; its page asks for the rest through the contract.
 */
export type ConfirmPort = Pick<
  InstructionService,
  'confirm' | 'onAttention' | 'setWindowState' | 'defer'
>

/** What the window shows while there is nothing to decide. */
export const EMPTY_CONFIRM_VIEW: ConfirmView = {
  card: null,
  batch: [],
  waiting: 0,
  net: [],
  extendable: false,
  halted: false,
}

/**
 * The one place the confirm window looks at, whichever queues stand behind it: the open session's,
 * and that of the practice room
 * beside it. They never mix: the window holds a card, or a batch, of one of them.
 */
export interface ConfirmRouter {
  readonly port: ConfirmPort
  /**
   * Puts other queues behind the window; null between sessions. What one that left showed is gone
   * at once.
   */
  attach(live: ConfirmPort | null, shadow?: ConfirmPort | null): void
  /** Shows this queue's card now, because the person asked for it. */
  bringToFront(port: ConfirmPort): void
}

const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
const isBusy = (port: ConfirmPort): boolean => port.confirm.get().card !== null
/** How many cards of a queue wait, the one that it would show included. */
const pendingCount = ({ card, waiting }: ConfirmView): number =>
  waiting + (card !== null && UNDECIDED.has(card.state) ? 1 : 0)
const hiddenState = (state: ConfirmWindowState): ConfirmWindowState => ({
  ...state,
  visible: false,
  focused: false,
})

/**
 * A port that outlives sessions. The window's last known state is told to every queue that takes
 * the seat, so that its approve cannot
 * arm on a window that it never heard of; a queue whose card is not the one that is shown hears
 * that its window is hidden.
 */
export function createConfirmRouter(): ConfirmRouter {
  const changed = listeners<void>()
  const attention = listeners<number>()
  /** The open session's first: where both wait, real orders come before practice. */
  let attached: readonly ConfirmPort[] = []
  let front: ConfirmPort | null = null
  let last: ConfirmWindowState | null = null
  let unsubscribers: readonly Disposer[] = []
  let isSwitching = false

  const others = (): readonly ConfirmPort[] => attached.filter((port) => port !== front)

  /**
   * Puts a queue in front. Both hear of it: the one that went can no longer arm, the other begins
   * to count.
   */
  const setFront = (next: ConfirmPort | null): void => {
    if (next === front) return
    const before = front
    front = next
    if (last === null) return
    // What they answer comes back as a change; it is one turn, told once.
    isSwitching = true
    if (before !== null && attached.includes(before)) before.setWindowState(hiddenState(last))
    next?.setWindowState(last)
    isSwitching = false
  }
  const first = (): ConfirmPort | null => attached.find(isBusy) ?? attached[0] ?? null

  /**
   * Nothing takes the place of a card that is being read (CONFIRM-17): another queue follows when it
   * has none any more.
   */
  const onPortChange = (): void => {
    if (isSwitching) return
    if (front === null || !isBusy(front)) setFront(first())
    changed.emit()
  }

  return {
    port: {
      confirm: {
        get() {
          if (front === null) return EMPTY_CONFIRM_VIEW
          const view = front.confirm.get()
          return {
            ...view,
            waiting: others().reduce(
              (sum, port) => sum + pendingCount(port.confirm.get()),
              view.waiting,
            ),
          }
        },
        subscribe: (listener) => changed.add(listener),
      },
      onAttention: (listener) => attention.add(listener),
      setWindowState(state) {
        last = state
        front?.setWindowState(state)
        for (const port of others()) port.setWindowState(hiddenState(state))
      },
      defer(id) {
        const target =
          id === null
            ? front
            : (attached.find(
                (port) =>
                  port.confirm.get().card?.id === id ||
                  port.confirm.get().batch.some((card) => card.id === id),
              ) ?? front)
        target?.defer(id)
        const before = front
        if (target === front) setFront(first())
        if (front !== before) changed.emit()
      },
    },
    attach(live, shadow = null) {
      for (const stop of unsubscribers) stop()
      const before = attached
      attached = [live, shadow].filter((port) => port !== null)
      unsubscribers = attached.flatMap((port) => [
        port.confirm.subscribe(onPortChange),
        port.onAttention((waiting) => {
          // Behind a window that nobody sees, a real order takes the place of a practice one.
          if (last?.visible !== true && port === attached[0]) setFront(first())
          attention.emit(
            attached.reduce(
              (sum, other) => sum + (other === port ? 0 : pendingCount(other.confirm.get())),
              waiting,
            ),
          )
        }),
      ])
      const joined = attached.filter((port) => !before.includes(port))
      if (front === null || !attached.includes(front) || !isBusy(front)) setFront(first())
      if (last !== null) {
        for (const port of joined) if (port !== front) port.setWindowState(hiddenState(last))
      }
      changed.emit()
    },
    bringToFront(port) {
      if (!attached.includes(port)) return
      setFront(port)
      changed.emit()
    },
  }
}
