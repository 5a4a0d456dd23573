import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { MarketAtRequest } from './executions.js'

/** What is known of the difference between the exchange's clock and this computer's. */
export interface ClockFacts {
  /** Oldest first. */
  readonly instructions: readonly Instruction[]
  readonly marketAtRequest: ReadonlyMap<InstructionId, Pick<MarketAtRequest, 'at'>>
  /** How far the exchange's clock is ahead now, in ms. */
  readonly offsetMs: number
}

/**
 * Returns a function that converts times of this computer to the exchange's, whose trade dates a
 * report card has: by the latest request before, of which both times are known. The practice
 * exchange may be days away, and jumps.
 */
export function exchangeTimes({
  instructions,
  marketAtRequest,
  offsetMs,
}: ClockFacts): (time: EpochMs) => EpochMs {
  const offsets = instructions.flatMap(({ id, createdAt }) => {
    const mark = marketAtRequest.get(id)
    return mark === undefined ? [] : [{ createdAt, offsetMs: mark.at - createdAt }]
  })
  return (time) => {
    const before = offsets.findLast(({ createdAt }) => createdAt <= time) ?? offsets[0]
    return epochMs(time + (before?.offsetMs ?? offsetMs))
  }
}
