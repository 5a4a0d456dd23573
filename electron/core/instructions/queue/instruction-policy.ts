import type { ConnectionId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { CardFacts, PolicyUsage, PolicyVerdict } from '../policy/policy-types.js'
import { usageOf, type Counted } from '../policy/usage.js'
import { accountOf, withAmendment } from '../requests/action.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import type { InstructionStore } from './instruction-store.js'

type PolicyDeps = Pick<
  InstructionServiceDeps,
  'clock' | 'connections' | 'environment' | 'evaluatePolicy' | 'halted' | 'lockOut' | 'orderGateway'
>

/** Evaluates the policy of a connection, with everything that counts beside an action. */
export class InstructionPolicy {
  readonly #deps: PolicyDeps
  readonly #store: Pick<InstructionStore, 'counted'>

  constructor(deps: PolicyDeps, store: Pick<InstructionStore, 'counted'>) {
    this.#deps = deps
    this.#store = store
  }

  /** Evaluates a policy for an action now. */
  verdict(
    policy: Policy,
    action: InstructionAction,
    facts: CardFacts,
    usage: PolicyUsage,
  ): PolicyVerdict {
    const { clock, environment, evaluatePolicy, halted, lockOut } = this.#deps
    return evaluatePolicy({
      environment,
      policy,
      action,
      facts,
      usage,
      halted: halted.get(),
      lockOut: lockOut?.(accountOf(action)),
      now: clock.now(),
    })
  }

  /** Evaluates an instruction as it is amended; null when its connection no longer exists. */
  verdictOf(instruction: Instruction, facts: CardFacts): PolicyVerdict | null {
    const { id, connectionId } = instruction
    const connection = this.#deps.connections.get(connectionId)
    return connection === null
      ? null
      : this.verdict(
          connection.policy,
          withAmendment(instruction),
          facts,
          this.usage(connectionId, id),
        )
  }

  /**
   * Returns the usage of a connection.
   *
   * @param except the instruction being decided; neither it nor a later request counts against it
   * @param counts which of the instructions count; by default all
   */
  usage(
    connection: ConnectionId,
    except: InstructionId | null,
    counts: (entry: Counted) => boolean = () => true,
  ): PolicyUsage {
    const { clock, orderGateway } = this.#deps
    const context = { orders: orderGateway.streams.orders.all(), now: clock.now(), except }
    const instructions = this.#store.counted(context).filter(counts)
    return usageOf({ connection, instructions, ...context })
  }

  /**
   * Returns the usage without the instruction's own batch, so that deciding one row does not change
   * the content of the others.
   */
  usageWithoutBatch({ id, connectionId, batch }: Instruction): PolicyUsage {
    return this.usage(
      connectionId,
      id,
      ({ instruction }) => batch === null || instruction.batch?.batchId !== batch.batchId,
    )
  }
}
