import type { Disposer } from '../../../shared/domain/brand.js'
import type { ConfirmView } from '../../../shared/ipc/instructions.js'
import { listeners } from '../live.js'
import type { ConfirmWindowState, InstructionDesk } from './instruction-desk-port.js'

/**
 * All that the confirm window needs of the queue; its page asks for the rest through the contract.
 */
export type ConfirmPort = Pick<InstructionDesk, 'confirm' | 'onAttention' | 'window' | 'later'>

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
export interface ConfirmSeat {
  readonly port: ConfirmPort
  /**
   * Puts other queues behind the window; null between sessions. What one that left showed is gone
   * at once.
   */
  sit(desk: ConfirmPort | null, beside?: ConfirmPort | null): void
  /** Shows this queue's card now, because the person asked for it. */
  turn(desk: ConfirmPort): void
}

const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
const busy = (desk: ConfirmPort): boolean => desk.confirm.get().card !== null
/** How many cards of a queue wait, the one that it would show included. */
const waits = ({ card, waiting }: ConfirmView): number =>
  waiting + (card !== null && UNDECIDED.has(card.state) ? 1 : 0)
const unseen = (state: ConfirmWindowState): ConfirmWindowState => ({
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
export function createConfirmSeat(): ConfirmSeat {
  const changed = listeners<void>()
  const attention = listeners<number>()
  /** The open session's first: where both wait, real orders come before practice. */
  let seated: readonly ConfirmPort[] = []
  let front: ConfirmPort | null = null
  let last: ConfirmWindowState | null = null
  let leave: readonly Disposer[] = []
  let turning = false

  const others = (): readonly ConfirmPort[] => seated.filter((desk) => desk !== front)

  /**
   * Puts a queue in front. Both hear of it: the one that went can no longer arm, the other begins
   * to count.
   */
  const put = (next: ConfirmPort | null): void => {
    if (next === front) return
    const before = front
    front = next
    if (last === null) return
    // What they answer comes back as a change; it is one turn, told once.
    turning = true
    if (before !== null && seated.includes(before)) before.window(unseen(last))
    next?.window(last)
    turning = false
  }
  const first = (): ConfirmPort | null => seated.find(busy) ?? seated[0] ?? null

  /**
   * Nothing takes the place of a card that is being read (rule 17): another queue follows when it
   * has none any more.
   */
  const follow = (): void => {
    if (turning) return
    if (front === null || !busy(front)) put(first())
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
            waiting: others().reduce((sum, desk) => sum + waits(desk.confirm.get()), view.waiting),
          }
        },
        subscribe: (listener) => changed.add(listener),
      },
      onAttention: (listener) => attention.add(listener),
      window(state) {
        last = state
        front?.window(state)
        for (const desk of others()) desk.window(unseen(state))
      },
      later(id) {
        const asked =
          id === null
            ? front
            : (seated.find(
                (desk) =>
                  desk.confirm.get().card?.id === id ||
                  desk.confirm.get().batch.some((card) => card.id === id),
              ) ?? front)
        asked?.later(id)
        const before = front
        if (asked === front) put(first())
        if (front !== before) changed.emit()
      },
    },
    sit(desk, beside = null) {
      for (const stop of leave) stop()
      const before = seated
      seated = [desk, beside].filter((each) => each !== null)
      leave = seated.flatMap((each) => [
        each.confirm.subscribe(follow),
        each.onAttention((waiting) => {
          // Behind a window that nobody sees, a real order takes the place of a practice one.
          if (last?.visible !== true && each === seated[0]) put(first())
          attention.emit(
            seated.reduce(
              (sum, other) => sum + (other === each ? 0 : waits(other.confirm.get())),
              waiting,
            ),
          )
        }),
      ])
      const joined = seated.filter((each) => !before.includes(each))
      if (front === null || !seated.includes(front) || !busy(front)) put(first())
      if (last !== null) for (const each of joined) if (each !== front) each.window(unseen(last))
      changed.emit()
    },
    turn(desk) {
      if (!seated.includes(desk)) return
      put(desk)
      changed.emit()
    },
  }
}
