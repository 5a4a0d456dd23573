import type { Disposer } from '../../../shared/domain/brand.js'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { Card, ConfirmView } from '../../../shared/ipc/instructions.js'
import type { NotificationContent } from '../system/system-notification.js'

/** What fits into a notification on every system; the card has all of it. */
const BODY_CHARS = 180

export interface InstructionNotificationDeps {
  readonly view: () => ConfirmView
  /**
   * True while a window of ours has the focus: then the card itself comes up in sight of the
   * person.
   */
  readonly isFocused: () => boolean
  /** Shows it, answers how to take it back; null where there are no notifications. */
  readonly show: (content: NotificationContent, onClick: () => void) => Disposer | null
  /** The person asked for the card. */
  readonly onClick: () => void
}

/**
 * Tells a person who is at work elsewhere that something waits, by one notification of the system
 * (CONFIRM-17). It decides nothing.
 */
export interface InstructionNotification {
  /** Another instruction came. */
  arrived(): void
  /** The person is here, or nothing waits any more: what was told is taken back. */
  dismiss(): void
}

/** States in which a card waits for the person or for the broker; after them it is only read. */
const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
export const isUndecided = ({ state }: Card): boolean => UNDECIDED.has(state)

/**
 * How many instructions are not decided yet, the one that is read and the rows of a batch included.
 */
export const pendingCount = ({ card, batch, waiting }: ConfirmView): number =>
  waiting +
  (batch.length > 0 ? batch.filter(isUndecided).length : card !== null && isUndecided(card) ? 1 : 0)

/**
 * "An instruction waits", and what it is where there is only one: who asks, where, and for what. Of
 * several, only how many.
 */
export function formatNotification(view: ConfirmView): NotificationContent {
  const { card } = view
  const pending = pendingCount(view)
  const title =
    pending <= 1 ? 'An instruction waits for you' : `${pending} instructions wait for you`
  if (card === null || pending > 1) {
    return { title, body: 'Open Countersign to read them. Nothing is sent before you approve it.' }
  }
  const body = `${ENVIRONMENT_LABELS[card.environment]} · ${card.requester.name}: ${card.line}`
  return { title, body: body.length > BODY_CHARS ? `${body.slice(0, BODY_CHARS - 1)}…` : body }
}

export function createInstructionNotification({
  view,
  isFocused,
  show,
  onClick,
}: InstructionNotificationDeps): InstructionNotification {
  let closeShown: Disposer | null = null
  const dismiss = (): void => {
    closeShown?.()
    closeShown = null
  }
  return {
    arrived() {
      dismiss()
      if (!isFocused()) closeShown = show(formatNotification(view()), onClick)
    },
    dismiss,
  }
}
