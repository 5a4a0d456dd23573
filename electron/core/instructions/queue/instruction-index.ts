import { exchangeClock, exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

/** What is counted, and when. `except`: the instruction that is being decided on. */
export interface CountContext {
  readonly orders: readonly Order[]
  readonly now: EpochMs
  readonly except: InstructionId | null
}

/**
 * Finds in a long ledger what a question needs, without looking at all of it. Ids are oldest first,
 * as in the ledger.
 */
export interface InstructionIndex {
  /** An instruction as it stands from now on. */
  update(instruction: Instruction): void
  /** What waits, and what was approved and has no certain end yet. */
  open(): readonly InstructionId[]
  /**
   * Everything that can count against a limit: what is open, what was approved on this day of the
   * exchange, what was asked for within a
   * minute, and whose order works. The rest of the ledger changes nothing in `usageOf`.
   */
  countable(context: CountContext): readonly InstructionId[]
}

export function createInstructionIndex(): InstructionIndex {
  const positions = new Map<InstructionId, number>()
  const open = new Set<InstructionId>()
  const approved = new Set<InstructionId>()
  const [created, approvedAt] = [createTimeIndex(), createTimeIndex()]
  const byOrder = new Map<string, Set<InstructionId>>()

  const oldestFirst = (ids: Iterable<InstructionId>): readonly InstructionId[] =>
    [...ids].toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0))

  return {
    update(instruction) {
      const { id, createdAt, ending, outcome } = instruction
      if (!positions.has(id)) {
        positions.set(id, positions.size)
        created.add(createdAt, id)
      }
      if (isOpen(instruction)) open.add(id)
      else open.delete(id)
      if (instruction.status === 'APPROVED' && ending !== null && !approved.has(id)) {
        approved.add(id)
        approvedAt.add(ending.endedAt, id)
      }
      if (outcome === null || outcome.clientOrderId === null) return
      const named = byOrder.get(outcome.clientOrderId)
      if (named === undefined) byOrder.set(outcome.clientOrderId, new Set([id]))
      else named.add(id)
    },
    open: () => oldestFirst(open),
    countable({ orders, now, except }) {
      const found = new Set([
        ...open,
        ...approvedAt.since(exchangeInstant(exchangeClock(now).day, 0)),
        ...created.since(now - MINUTE_MS),
      ])
      for (const { clientOrderId, status } of orders) {
        if (!isFinal(status)) for (const id of byOrder.get(clientOrderId) ?? []) found.add(id)
      }
      if (except !== null && positions.has(except)) found.add(except)
      return oldestFirst(found)
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
function createTimeIndex() {
  const rows: { readonly at: number; readonly id: InstructionId }[] = []
  /** How many are earlier than this. */
  const indexOf = (time: number): number => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((rows[middle]?.at ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    add(time: number, id: InstructionId): void {
      rows.splice(indexOf(time), 0, { at: time, id })
    },
    /** Those of this time and later. */
    since: (time: number): readonly InstructionId[] =>
      rows.slice(indexOf(time)).map(({ id }) => id),
  }
}
