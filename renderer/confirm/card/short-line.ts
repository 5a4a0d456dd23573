import type { Card } from '../../../shared/ipc/instructions.js'

/** What stands before the order in a line that is about a standing one. */
const BEFORE_ORDER = /^(?:CANCEL (?=the order )|CHANGE the order to |CHANGE (?=[\d,]+ orders ))/
/** The name in brackets, the legs after a colon, or the terms after a comma. */
const AFTER_ORDER = / \(|: |, /

/**
 * "BUY 2 AAPL 27 Nov 2026 270 call": what the button says yes to, on the button. It is the
 * beginning of the card's own line, so that an
 * option never looks like its shares, nor one side of an event market like the other.
 */
export function shortLine({ line }: Pick<Card, 'line'>): string {
  const order = line.replace(BEFORE_ORDER, '')
  const end = order.search(AFTER_ORDER)
  return end < 0 ? order : order.slice(0, end)
}
