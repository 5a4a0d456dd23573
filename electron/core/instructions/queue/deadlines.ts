import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ClockPort } from '../../ports.js'

/** The expiry of the pending instructions, by both clocks (CONFIRM-9). */
export class Deadlines {
  readonly #clock: ClockPort
  /** The expiry of each pending instruction by the monotonic clock, in ms. */
  readonly #deadlines = new Map<InstructionId, number>()
  /** The offset of the wall clock from the monotonic clock, in ms. */
  #clockOffset: number

  constructor(clock: ClockPort) {
    this.#clock = clock
    this.#clockOffset = clock.now() - clock.monotonic()
  }

  set(id: InstructionId, expiresAt: EpochMs): void {
    const remaining = Math.max(0, expiresAt - this.#clock.now())
    this.#deadlines.set(id, this.#clock.monotonic() + remaining)
  }

  delete(id: InstructionId): void {
    this.#deadlines.delete(id)
  }

  /**
   * Returns true when the instruction is due. It expires by the monotonic clock, or by the wall
   * clock after a sleep. One that is stored and whose deadline is not set yet, because what a rule
   * approved is still being written, expires by the wall clock alone.
   */
  isOver({ id, expiresAt }: Instruction): boolean {
    const deadline = this.#deadlines.get(id)
    return (
      (deadline !== undefined && this.#clock.monotonic() >= deadline) ||
      this.#clock.now() >= expiresAt
    )
  }

  /**
   * Returns true when the clocks have diverged by more than `toleranceMs` since the last call: the
   * computer slept, even if the system did not report it.
   */
  hasSlept(toleranceMs: number): boolean {
    const offset = this.#clock.now() - this.#clock.monotonic()
    const jumped = Math.abs(offset - this.#clockOffset) > toleranceMs
    this.#clockOffset = offset
    return jumped
  }
}
