import type { Card } from '../../../shared/domain/instructions/card.js'
import { message } from '../../../shared/messages/make-message.js'
import { formatMessage } from '../../format/message.js'

/** The name in parentheses, the legs after a colon, or the terms after a comma. */
const AFTER_ORDER = / \(|: |, /

/** Returns the line without the words before the order, in the current language. */
function withoutAct(line: string, action: Card['action']): string {
  // A cancellation reads "the order …": only its verb is left out.
  const before = action === 'replace' ? formatMessage(message('order.before', { action })) : ''
  const act = `${formatMessage(message('order.act', { action }))} `
  const prefix = [before, act].find((text) => text.trim() !== '' && line.startsWith(text))
  return prefix === undefined ? line : line.slice(prefix.length)
}

/**
 * Returns the button's short form of the order: "BUY 2 AAPL 27 Nov 2026 270 call". It is the
 * beginning of the card's own line, so that an option cannot look like its underlying stock, nor
 * one side of an event contract like the other.
 */
export function shortLine({ line, action }: Pick<Card, 'line' | 'action'>): string {
  const order = withoutAct(formatMessage(line), action)
  const end = order.search(AFTER_ORDER)
  return end < 0 ? order : order.slice(0, end)
}
