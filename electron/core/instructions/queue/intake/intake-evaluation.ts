import { add, ZERO_MONEY } from '../../../../../shared/domain/decimal.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { InstructionId } from '../../../../../shared/domain/ids.js'
import { refuse, type Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { availableToClose } from '../../policy/reservations.js'
import { accountRefusalOf, costOf, passGate, type GateResult } from './intake-gate.js'
import type { CardFacts, PolicyUsage, PolicyVerdict } from '../../policy/policy-types.js'
import { accountOf } from '../../requests/action.js'
import { usageOf } from '../../policy/usage.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import type { HostedOrigin } from '../instruction-service-port.js'
import type { InstructionStore } from '../instruction-store.js'
import { message } from '../../../../../shared/messages/make-message.js'

/** A requested action that the policy does not deny. */
export interface EvaluatedAction {
  readonly action: InstructionAction
  readonly facts: CardFacts
  readonly verdict: PolicyVerdict
}

/** An accepted instruction with the evaluation of its action. */
export interface EvaluatedInstruction {
  readonly instruction: Instruction
  readonly facts: CardFacts
  readonly verdict: PolicyVerdict
}

/** How actions were requested. */
export interface RequestKind {
  /** Where a hosted client requested them; null for a local assistant. */
  readonly origin: HostedOrigin | null
  /** Its orders close what is held. */
  readonly closes: boolean
}

/** Evaluates requested actions by the policy of their connection. */
export class IntakeEvaluation {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore

  constructor(deps: InstructionServiceDeps, store: InstructionStore) {
    this.#deps = deps
    this.#store = store
  }

  /**
   * Fetches the facts of every action and evaluates them in order; each one counts as pending for
   * the next. The first action that is denied, that the order gateway would not send, or whose
   * facts are missing, refuses all of them (CONFIRM-38).
   */
  async evaluate(
    connection: ConnectionView,
    actions: readonly InstructionAction[],
    { origin, closes }: RequestKind,
  ): Promise<Result<readonly EvaluatedAction[], Refusal>> {
    const before = this.#usageBefore(connection, origin)
    const [gates, fetched] = await Promise.all([
      Promise.all(actions.map((action) => this.#passGate(connection, action))),
      Promise.all(actions.map((action) => this.#deps.fetchFacts(action))),
    ])
    const all: EvaluatedAction[] = []
    let earlierCost = ZERO_MONEY
    for (const [index, action] of actions.entries()) {
      const [facts, gate] = [fetched[index], gates[index]]
      if (gate?.refusal?.code === 'invalid') return err(gate.refusal)
      if (facts?.ok !== true) {
        return refuse(
          facts?.error.code === 'session/not-ready' ? 'not-ready' : 'unavailable',
          facts === undefined ? message('refusals.notKnownNow') : facts.error.message,
        )
      }
      const usage = withPending(before, all)
      const verdict = this.#verdictOf(connection.policy, action, facts.value, usage)
      if (verdict.result === 'deny') return err(verdict.refusal ?? NOT_ALLOWED)
      if (gate === undefined) return err(NOT_ALLOWED)
      const refusal =
        gate.refusal ??
        accountRefusalOf(action, {
          facts: facts.value,
          gate,
          earlierCost,
          closes,
          available: (draft) => availableToClose({ action, facts: facts.value, usage }, draft),
        })
      if (refusal !== null) return err(refusal)
      earlierCost = add(earlierCost, costOf(action, gate))
      all.push({ action, facts: facts.value, verdict })
    }
    return ok(all)
  }

  /**
   * True when an auto-approve rule of the current policy, which may have changed while the request
   * was being written, approves the instruction. Never in production. Its value then counts against
   * the total of the rule, also if the order ends without a fill (CONFIRM-53).
   */
  async isAutoApproved({ instruction, facts, verdict }: EvaluatedInstruction): Promise<boolean> {
    const { connections, environment } = this.#deps
    const { id, action, connectionId } = instruction
    const policy = connections.get(connectionId)?.policy
    if (verdict.result !== 'allow' || environment === 'production' || policy === undefined) {
      return false
    }
    const usage = this.#usageOf(connectionId, id)
    const { result, rule } = this.#verdictOf(policy, action, facts, usage)
    return (
      result === 'allow' &&
      rule !== undefined &&
      connections.spendRule(connectionId, rule.symbol, rule.value)
    )
  }

  /** Runs the checks of the send path. Only accounts open to the connection may be named. */
  #passGate(
    { policy: { accounts } }: ConnectionView,
    action: InstructionAction,
  ): Promise<GateResult> {
    const { orderGateway, accounts: all } = this.#deps
    const open = (all?.() ?? []).filter(
      ({ accountId }) => accounts === 'all' || accounts.includes(accountId),
    )
    return passGate(orderGateway, action, open)
  }

  /**
   * Returns the connection's usage before a request. The request rate of a hosted client uses the
   * times at the broker, not the times at which they arrived here.
   */
  #usageBefore(connection: ConnectionView, origin: HostedOrigin | null): PolicyUsage {
    const usage = this.#usageOf(connection.id, null)
    return origin === null ? usage : { ...usage, requestTimes: origin.requestTimes }
  }

  #usageOf(connection: ConnectionView['id'], except: InstructionId | null): PolicyUsage {
    const { clock, orderGateway } = this.#deps
    const context = { orders: orderGateway.streams.orders.all(), now: clock.now(), except }
    return usageOf({ connection, instructions: this.#store.counted(context), ...context })
  }

  #verdictOf(
    policy: ConnectionView['policy'],
    action: InstructionAction,
    facts: CardFacts,
    usage: PolicyUsage,
  ): PolicyVerdict {
    const { clock, environment, halted } = this.#deps
    return this.#deps.evaluatePolicy({
      environment,
      policy,
      action,
      facts,
      usage,
      halted: halted.get(),
      lockOut: this.#deps.lockOut?.(accountOf(action)),
      now: clock.now(),
    })
  }
}

const NOT_ALLOWED: Refusal = {
  code: 'not-allowed',
  message: message('refusals.policyDenied'),
}

/** Returns the usage with the actions of the same request that were evaluated before. */
const withPending = (usage: PolicyUsage, earlier: readonly EvaluatedAction[]): PolicyUsage => ({
  ...usage,
  pending: [
    ...usage.pending,
    ...earlier.map(({ action, verdict }) => ({ action, exposure: verdict.exposure })),
  ],
})
