import type { Message } from '../../messages/message.js'

export const REMINDER_KINDS = [
  'earnings',
  'ex-dividend',
  'spread',
  'size',
  'trend',
  'wash-sale',
  'day-trades',
  'concentration',
] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

/**
 * A fact that is easily overlooked and matters to an order, such as earnings tomorrow: what it is,
 * in a sentence, and where it is from. It judges nothing and blocks nothing.
 */
export interface OrderReminder {
  readonly kind: ReminderKind
  readonly label: Message
  readonly text: Message
  readonly source: Message
}
