import { exchangeClock, exchangeInstant } from '../../../shared/domain/exchange-time.js'
import type { Instruction, InstructionId } from '../../../shared/domain/instruction.js'
import type { Order } from '../../../shared/domain/order.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import { MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'

/** What is counted, and when. `except`: the instruction that is being decided on. */
export interface CountedAt {
  readonly orders: readonly Order[]
  readonly now: EpochMs
  readonly except: InstructionId | null
}

/**
 * Finds in a long ledger what a question needs, without looking at all of it. Ids are oldest first,
 * as in the ledger.
 */
export interface LedgerIndex {
  /** An instruction as it stands from now on. */
  note(instruction: Instruction): void
  /** What waits, and what was approved and has no certain end yet. */
  open(): readonly InstructionId[]
  /**
   * Everything that can count against a limit: what is open, what was approved on this day of the
   * exchange, what was asked for within a
   * minute, and whose order works. The rest of the ledger changes nothing in `usageOf`.
   */
  countable(at: CountedAt): readonly InstructionId[]
}

export function createLedgerIndex(): LedgerIndex {
  const places = new Map<InstructionId, number>()
  const open = new Set<InstructionId>()
  const approved = new Set<InstructionId>()
  const [asked, sent] = [createTimes(), createTimes()]
  const byOrder = new Map<string, Set<InstructionId>>()

  const inOrder = (ids: Iterable<InstructionId>): readonly InstructionId[] =>
    [...ids].toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))

  return {
    note(instruction) {
      const { id, createdAt, ending, outcome } = instruction
      if (!places.has(id)) {
        places.set(id, places.size)
        asked.add(createdAt, id)
      }
      if (isOpen(instruction)) open.add(id)
      else open.delete(id)
      if (instruction.status === 'APPROVED' && ending !== null && !approved.has(id)) {
        approved.add(id)
        sent.add(ending.at, id)
      }
      if (outcome === null || outcome.clientOrderId === null) return
      const named = byOrder.get(outcome.clientOrderId)
      if (named === undefined) byOrder.set(outcome.clientOrderId, new Set([id]))
      else named.add(id)
    },
    open: () => inOrder(open),
    countable({ orders, now, except }) {
      const found = new Set([
        ...open,
        ...sent.since(exchangeInstant(exchangeClock(now).day, 0)),
        ...asked.since(now - MINUTE_MS),
      ])
      for (const { clientOrderId, status } of orders) {
        if (!isFinal(status)) for (const id of byOrder.get(clientOrderId) ?? []) found.add(id)
      }
      if (except !== null && places.has(except)) found.add(except)
      return inOrder(found)
    },
  }
}

const isOpen = ({ status, outcome }: Instruction): boolean =>
  status === 'PENDING' ||
  (status === 'APPROVED' &&
    (outcome === null || outcome.state === 'sending' || outcome.state === 'unknown'))

/**
 * Ids by a time. Nearly all come in order; what a clock that was set back brings finds its place.
 */
function createTimes() {
  const rows: { readonly at: number; readonly id: InstructionId }[] = []
  /** How many are earlier than this. */
  const before = (at: number): number => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((rows[middle]?.at ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    add(at: number, id: InstructionId): void {
      rows.splice(before(at), 0, { at, id })
    },
    /** Those of this time and later. */
    since: (at: number): readonly InstructionId[] => rows.slice(before(at)).map(({ id }) => id),
  }
}
