import type { Disposer } from '../../../shared/domain/brand.js'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

/** The text of a system notification. Plain, because others may see the screen. */
export interface NotificationContent {
  readonly title: string
  readonly body: string
}

/** The length that fits into a notification on every system; the card has the full text. */
const BODY_CHARS = 180

export interface InstructionNotificationDeps {
  readonly view: () => ConfirmView
  /** Writes in the language of the windows. */
  readonly write: MessageFormatter
  /** True while others may see the screen: nothing of the order is named. */
  readonly hidesFigures?: () => boolean
  /** False while the person wants no notification of instructions. */
  readonly isWanted?: () => boolean
  /** True while one of Countersign's windows has the focus and the person sees the card itself. */
  readonly isFocused: () => boolean
  /** Shows a notification; returns a function that closes it, or null without notifications. */
  readonly show: (content: NotificationContent, onClick: () => void) => Disposer | null
  /** Called when the person clicks. */
  readonly onClick: () => void
}

/**
 * Informs a person who works in another program about pending instructions, by one system
 * notification (CONFIRM-17). It decides nothing.
 */
export interface InstructionNotification {
  /** Reports a new instruction. */
  arrived(): void
  /** Closes the notification: the person is back, or nothing is pending. */
  dismiss(): void
}

/** States in which a card still needs the person or the broker. */
const UNDECIDED: ReadonlySet<string> = new Set(['loading', 'open', 'sending'])
export const isUndecided = ({ state }: Card): boolean => UNDECIDED.has(state)

/**
 * Returns the number of undecided instructions, including the current card and the rows of a batch.
 */
export const pendingCount = ({ card, batch, waiting }: ConfirmView): number =>
  waiting +
  (batch.length > 0 ? batch.filter(isUndecided).length : card !== null && isUndecided(card) ? 1 : 0)

/**
 * Formats the notification: for one instruction the environment, the assistant and the order; for
 * several only their number.
 */
export function formatNotification(
  view: ConfirmView,
  write: MessageFormatter,
  hidesFigures = false,
): NotificationContent {
  const { card } = view
  const pending = pendingCount(view)
  const title = write(message('system.pendingInstructions', { count: Math.max(pending, 1) }))
  if (card === null || pending > 1 || hidesFigures) {
    return { title, body: write(message('system.readInstructions')) }
  }
  const body = `${ENVIRONMENT_LABELS[card.environment]} · ${card.requester.name}: ${write(card.line)}`
  return { title, body: body.length > BODY_CHARS ? `${body.slice(0, BODY_CHARS - 1)}…` : body }
}

export function createInstructionNotification({
  view,
  write,
  hidesFigures = () => false,
  isWanted = () => true,
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
      if (isFocused() || !isWanted()) return
      closeShown = show(formatNotification(view(), write, hidesFigures()), onClick)
    },
    dismiss,
  }
}
