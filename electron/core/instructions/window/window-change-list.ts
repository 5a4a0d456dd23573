import type { ShownChart } from '../../../../shared/domain/instructions/window-change.js'
import type { StoredWindowChange } from './window-change-file.js'

type Changes = readonly StoredWindowChange[]

const isSame = (a: ShownChart | null, b: ShownChart | null): boolean =>
  a?.symbol === b?.symbol && a?.timespan === b?.timespan

/** True when the newer change takes the place of the earlier one in the list. */
function replaces(next: StoredWindowChange, earlier: StoredWindowChange): boolean {
  if (next.connectionId !== earlier.connectionId) return false
  if (next.change.kind === 'symbol' && earlier.change.kind === 'symbol') {
    return (
      earlier.isOffered || (!next.isOffered && isSame(earlier.change.after, next.change.before))
    )
  }
  return (
    next.change.kind === 'ticket' &&
    earlier.change.kind === 'ticket' &&
    next.change.fill.symbol === earlier.change.fill.symbol
  )
}

/**
 * Adds a change to the undecided ones. Symbols that one assistant showed one after another are one
 * change, whose undoing returns to what the person had chosen. Of several fills of the ticket for
 * one symbol the last one counts.
 */
export function withWindowChange(changes: Changes, next: StoredWindowChange): Changes {
  const earlier = changes.filter((change) => replaces(next, change))
  const rest = changes.filter((change) => !earlier.includes(change))
  const first = earlier.find(({ isOffered }) => !isOffered)
  if (first?.change.kind !== 'symbol' || next.change.kind !== 'symbol') return [...rest, next]
  const { before } = first.change
  const summed: StoredWindowChange = { ...next, change: { ...next.change, before } }
  return isSame(before, next.change.after) ? rest : [...rest, summed]
}

/**
 * Returns the changes as they are after a start: the ticket is empty then, so what an assistant had
 * filled in is offered.
 */
export const afterStart = (changes: Changes): Changes =>
  changes.map((entry) =>
    entry.change.kind === 'ticket'
      ? { ...entry, isOffered: true, change: { ...entry.change, before: null } }
      : entry,
  )
