import type { Card } from '../../../shared/domain/instructions/card.js'

/** The words before the order in a line about an existing order. */
const BEFORE_ORDER = /^(?:CANCEL (?=the order )|CHANGE the order to |CHANGE (?=[\d,]+ orders ))/
/** The name in parentheses, the legs after a colon, or the terms after a comma. */
const AFTER_ORDER = / \(|: |, /

/**
 * Returns the button's short form of the order: "BUY 2 AAPL 27 Nov 2026 270 call". It is the
 * beginning of the card's own line, so that an option cannot look like its underlying stock, nor
 * one side of an event contract like the other.
 */
export function shortLine({ line }: Pick<Card, 'line'>): string {
  const order = line.replace(BEFORE_ORDER, '')
  const end = order.search(AFTER_ORDER)
  return end < 0 ? order : order.slice(0, end)
}
