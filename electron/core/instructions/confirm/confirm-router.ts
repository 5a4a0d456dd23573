import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { ConfirmWindowState, InstructionService } from '../queue/instruction-service-port.js'

/**
 * The part of a queue that the confirm window needs. Its page uses the IPC contract for the rest.
 */
export type ConfirmPort = Pick<
  InstructionService,
  'confirm' | 'onAttention' | 'setWindowState' | 'defer'
>

/** The view while there is nothing to decide. */
export const EMPTY_CONFIRM_VIEW: ConfirmView = {
  card: null,
  batch: [],
  waiting: 0,
  net: [],
  extendable: false,
  halted: false,
}

/**
 * Routes the confirm window to one of two queues: that of the session and that of the shadow
 * practice session. The window shows a card or batch of one queue at a time.
 */
export interface ConfirmRouter {
  readonly port: ConfirmPort
  /**
   * Attaches other queues; null between sessions. The view of a detached queue disappears at once.
   */
  attach(live: ConfirmPort | null, shadow?: ConfirmPort | null): void
  /** Shows this queue's card now, at the person's request. */
  bringToFront(port: ConfirmPort): void
}

const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
const isBusy = (port: ConfirmPort): boolean => port.confirm.get().card !== null
/** Returns how many cards of a queue are pending, including the one it would show. */
const pendingCount = ({ card, waiting }: ConfirmView): number =>
  waiting + (card !== null && UNDECIDED.has(card.state) ? 1 : 0)
const hiddenState = (state: ConfirmWindowState): ConfirmWindowState => ({
  ...state,
  visible: false,
  focused: false,
})

/**
 * Creates a router that outlives sessions. Every attached queue receives the window's last state,
 * so that approve cannot arm without it. A queue whose card is not visible receives a hidden state.
 */
export function createConfirmRouter(): ConfirmRouter {
  const changed = createEmitter<void>()
  const attention = createEmitter<number>()
  /** The attached queues, the session's first: real orders take precedence over practice. */
  let attached: readonly ConfirmPort[] = []
  let front: ConfirmPort | null = null
  let last: ConfirmWindowState | null = null
  let unsubscribers: readonly Disposer[] = []
  let isSwitching = false

  const others = (): readonly ConfirmPort[] => attached.filter((port) => port !== front)

  /**
   * Brings a queue to the front and notifies both: the previous one can no longer arm, the new one
   * starts its count.
   */
  const setFront = (next: ConfirmPort | null): void => {
    if (next === front) return
    const before = front
    front = next
    if (last === null) return
    // Both queues emit changes in response; suppress them, because this is one change.
    isSwitching = true
    if (before !== null && attached.includes(before)) before.setWindowState(hiddenState(last))
    next?.setWindowState(last)
    isSwitching = false
  }
  const first = (): ConfirmPort | null => attached.find(isBusy) ?? attached[0] ?? null

  /**
   * Keeps the visible card in front (CONFIRM-17). Another queue follows when the front queue has no
   * card.
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
          // While the window is hidden, a real order takes precedence over a practice one.
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
