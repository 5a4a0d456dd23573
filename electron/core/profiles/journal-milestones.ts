import { isPositive } from '../../../shared/domain/decimal.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { parseRecord, type JournalRecord } from '../orders/journal/journal-record.js'

/** When an order of Countersign first filled, and when trading was first halted; null: never. */
export interface JournalMilestones {
  readonly filledAt: EpochMs | null
  readonly haltedAt: EpochMs | null
}

/** Texts of which a record has one if it can be a milestone; the others need not be parsed. */
const MARKS = ['"state":"halted"', '"filledQuantity":"', '"kind":"checkpoint"'] as const

const earliest = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || (b !== null && b < a) ? b : a

/** Finds the milestones of order journals, line by line; changes nothing. */
export class MilestoneReader {
  #filledAt: EpochMs | null = null
  #haltedAt: EpochMs | null = null

  get milestones(): JournalMilestones {
    return { filledAt: this.#filledAt, haltedAt: this.#haltedAt }
  }

  /** True once no further record can add one. */
  get isComplete(): boolean {
    return this.#filledAt !== null && this.#haltedAt !== null
  }

  read(line: string): void {
    if (this.isComplete || !MARKS.some((mark) => line.includes(mark))) return
    const record = parseRecord(line)
    if (record === null) return
    this.#filledAt = earliest(this.#filledAt, fillOf(record))
    this.#haltedAt = earliest(this.#haltedAt, haltOf(record))
  }
}

/** Returns when an order filled, by a record; null when it says of none. */
function fillOf(record: JournalRecord): EpochMs | null {
  if (record.kind === 'checkpoint') {
    const times = record.state.fills.map(({ time }) => time)
    return times.length === 0 ? null : epochMs(Math.min(...times))
  }
  if (record.kind !== 'observation') return null
  const { filledQuantity, filledAt, observedAt } = record.observation
  return filledQuantity !== null && isPositive(filledQuantity) ? (filledAt ?? observedAt) : null
}

const haltOf = (record: JournalRecord): EpochMs | null =>
  record.kind === 'trading' && record.state === 'halted' ? record.at : null
