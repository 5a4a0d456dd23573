import { otherSide, type EventOutcome } from '../instruments/event-contract.js'
import type { Depth, DepthLevel } from './quote.js'

/**
 * Returns the book of an outcome of an event market from that of "yes": a bid for one at p is an
 * offer of the other at 1 - p.
 */
export function outcomeDepth(depth: Depth, outcome: EventOutcome): Depth {
  if (outcome === 'yes') return depth
  const mirrored = (levels: readonly DepthLevel[]): readonly DepthLevel[] =>
    levels.map((level) => ({ ...level, price: otherSide(level.price) }))
  return { ...depth, bids: mirrored(depth.asks), asks: mirrored(depth.bids) }
}
