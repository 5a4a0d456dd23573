import type { SizeUnits } from '../model/units.js'
import { isSplit, type JournalEntry } from './journal.js'
import type { Cents } from './money.js'
import { costShare, partCost, positionKey, type Basis } from './position.js'

/** The open rest of one purchase (or short sale, negative), with its share of the cost. */
export interface Lot {
  /** The journal line that opened it. */
  readonly opened: JournalEntry
  readonly size: SizeUnits
  readonly cost: Cents
  /** The size and cost before anything was closed: the average, which a closing leaves as it is. */
  readonly basis: Basis
}

const lotOf = (opened: JournalEntry, size: SizeUnits, cost: Cents): Lot => ({
  opened,
  size,
  cost,
  basis: { size, cost },
})

/**
 * Converts all lots to new shares in proportion to their size, at unchanged cost. A lot that rounds
 * to zero passes its cost to the next.
 */
function splitLots(lots: readonly Lot[], added: SizeUnits): Lot[] {
  const total = lots.reduce((sum, { size }) => sum + size, 0)
  const split: Lot[] = []
  let [old, shared, cost] = [0, 0, 0]
  for (const lot of lots) {
    old += lot.size
    cost += lot.cost
    const upTo = costShare(total + added, old, total)
    if (upTo === shared) continue
    split.push(lotOf(lot.opened, upTo - shared, cost))
    shared = upTo
    cost = 0
  }
  const last = split.at(-1)
  if (last !== undefined && cost !== 0) {
    split[split.length - 1] = lotOf(last.opened, last.size, last.cost + cost)
  }
  return split
}

/**
 * Returns the open lots of a position (by its key), oldest first. Closing takes from the oldest
 * (the default of IRS Publication 550). Their sizes add up to the position. Their costs do so only
 * until something is sold, because a position is carried at average cost.
 */
export function openLots(entries: readonly JournalEntry[], key: string): readonly Lot[] {
  const lots: Lot[] = []
  for (const entry of entries) {
    if (
      entry.symbol === null ||
      entry.size === 0 ||
      positionKey({ symbol: entry.symbol, outcome: entry.outcome }) !== key
    ) {
      continue
    }
    if (isSplit(entry)) {
      lots.splice(0, lots.length, ...splitLots(lots, entry.size))
      continue
    }
    let size = entry.size
    let cost = entry.cost
    for (
      let oldest = lots[0];
      size !== 0 && oldest !== undefined && oldest.size > 0 !== size > 0;
      oldest = lots[0]
    ) {
      const closing = Math.min(Math.abs(size), Math.abs(oldest.size)) * Math.sign(size)
      const closingCost = costShare(cost, closing, size)
      const left = oldest.size + closing
      if (left === 0) lots.shift()
      else {
        lots[0] = {
          ...oldest,
          size: left,
          cost: oldest.cost - partCost(oldest, -closing),
        }
      }
      size -= closing
      cost -= closingCost
    }
    if (size !== 0) lots.push(lotOf(entry, size, cost))
  }
  return lots
}
