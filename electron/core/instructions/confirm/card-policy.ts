import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { CardFacts, PolicyUsage, PolicyVerdict } from '../policy/policy-types.js'
import { usageOf, type Counted } from '../policy/usage.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { accountOf, withAmendment } from '../requests/action.js'

/** Evaluates the policy for the instruction of a card, with everything that counts beside it. */
export class CardPolicy {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore

  constructor(deps: InstructionServiceDeps, store: InstructionStore) {
    this.#deps = deps
    this.#store = store
  }

  /** Evaluates the policy now; null when the connection no longer exists. */
  verdictOf(instruction: Instruction, facts: CardFacts): PolicyVerdict | null {
    const connection = this.#deps.connections.get(instruction.connectionId)
    return connection === null
      ? null
      : this.#deps.evaluatePolicy({
          environment: this.#deps.environment,
          policy: connection.policy,
          action: withAmendment(instruction),
          facts,
          usage: this.#usageOf(instruction, () => true),
          halted: this.#deps.halted.get(),
          lockOut: this.#deps.lockOut?.(accountOf(instruction.action)),
          now: this.#deps.clock.now(),
        })
  }

  /**
   * Returns the usage without the card's own batch, so that deciding one row does not change the
   * content of the others.
   */
  usageWithoutBatch(instruction: Instruction): PolicyUsage {
    const { batch } = instruction
    return this.#usageOf(
      instruction,
      (other) => batch === null || other.instruction.batch?.batchId !== batch.batchId,
    )
  }

  /** Returns the usage of the connection without the instruction itself. */
  #usageOf({ id, connectionId }: Instruction, counts: (entry: Counted) => boolean): PolicyUsage {
    const context = {
      orders: this.#deps.orderGateway.streams.orders.all(),
      now: this.#deps.clock.now(),
      except: id,
    }
    const instructions = this.#store.counted(context).filter(counts)
    return usageOf({ connection: connectionId, instructions, ...context })
  }
}
