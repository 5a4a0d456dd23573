import { earliestDayStart } from '../../../../shared/domain/market/trade-date.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

/** The context of a count. `except` is the instruction being decided. */
export interface CountContext {
  readonly orders: readonly Order[]
  readonly now: EpochMs
  readonly except: InstructionId | null
}

/**
 * Finds the instructions a query needs without scanning all of them. Ids are oldest first, as in
 * the store.
 */
export interface InstructionIndex {
  /** Updates the index with an instruction's new state. */
  update(instruction: Instruction): void
  /** Returns pending instructions and approved ones without a certain outcome. */
  open(): readonly InstructionId[]
  /**
   * Returns every instruction that can count against a limit: open ones, those approved today by
   * the exchange's day, those requested within a minute, and those whose order is working. The
   * others do not affect `usageOf`.
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
      const countableIds = new Set([
        ...open,
        ...approvedAt.since(earliestDayStart(now)),
        ...created.since(now - MINUTE_MS),
      ])
      for (const { clientOrderId, status } of orders) {
        if (!isFinal(status)) {
          for (const id of byOrder.get(clientOrderId) ?? []) countableIds.add(id)
        }
      }
      if (except !== null && positions.has(except)) countableIds.add(except)
      return oldestFirst(countableIds)
    },
  }
}

const isOpen = ({ status, outcome }: Instruction): boolean =>
  status === 'PENDING' ||
  (status === 'APPROVED' &&
    (outcome === null || outcome.state === 'sending' || outcome.state === 'unknown'))

/** Creates an index by time. Entries are appended in order unless the clock was set back. */
function createTimeIndex() {
  const rows: { readonly at: number; readonly id: InstructionId }[] = []
  /** Returns how many entries are earlier than `time`. */
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
    /** Returns the ids from `time` on. */
    since: (time: number): readonly InstructionId[] =>
      rows.slice(indexOf(time)).map(({ id }) => id),
  }
}
