import { add, ZERO_MONEY } from '../../../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type {
  InstructionAction,
  MemberReplace,
} from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { RequestedAction } from '../../../../../shared/domain/instructions/instruction-request.js'
import { refuse, type Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import { isFinal } from '../../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { CardFacts, PolicyUsage, PolicyVerdict } from '../../policy/policy-types.js'
import { availableToClose } from '../../policy/reservations.js'
import { exitsRefusal, linkedRefusal } from '../../requests/exits-refusal.js'
import { groupRefusal } from '../../requests/order-changes.js'
import type { InstructionPolicy } from '../instruction-policy.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import type { HostedOrigin } from '../instruction-service-port.js'
import { accountRefusalOf, costOf, passGate, type GateResult } from './intake-gate.js'

/** The maximum number of orders in one request. */
export const MAX_BATCH = 20

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

/** Evaluates what is requested by the policy of its connection. */
export class IntakeEvaluation {
  readonly #deps: InstructionServiceDeps
  readonly #policy: InstructionPolicy

  constructor(deps: InstructionServiceDeps, policy: InstructionPolicy) {
    this.#deps = deps
    this.#policy = policy
  }

  /**
   * Converts a request to actions, fetches the facts of every one and evaluates them in order; each
   * counts as pending for the next. The first action that is denied, that the order gateway would
   * not send, or whose facts are missing, refuses all of them (CONFIRM-38).
   * @param origin where a hosted client requested them; null for a local assistant
   */
  async evaluate(
    connection: ConnectionView,
    requested: RequestedAction,
    origin: HostedOrigin | null,
  ): Promise<Result<readonly EvaluatedAction[], Refusal>> {
    const actions = requestedActions(requested, this.#deps.orderGateway.streams.orders.all())
    if (!actions.ok) return actions
    const closes = requested.kind === 'place' && requested.closes === true
    const before = this.#usageBefore(connection, origin)
    const [gates, fetched] = await Promise.all([
      Promise.all(actions.value.map((action) => this.#passGate(connection, action))),
      Promise.all(actions.value.map((action) => this.#deps.fetchFacts(action))),
    ])
    const all: EvaluatedAction[] = []
    let earlierCost = ZERO_MONEY
    for (const [index, action] of actions.value.entries()) {
      const [facts, gate] = [fetched[index], gates[index]]
      if (gate?.refusal?.code === 'invalid') return err(gate.refusal)
      if (facts?.ok !== true) {
        return refuse(
          facts?.error.code === 'session/not-ready' ? 'not-ready' : 'unavailable',
          facts === undefined ? message('refusals.notKnownNow') : facts.error.message,
        )
      }
      const usage = withPending(before, all)
      const verdict = this.#policy.verdict(connection.policy, action, facts.value, usage)
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
    const usage = this.#policy.usage(connectionId, id)
    const { result, rule } = this.#policy.verdict(policy, action, facts, usage)
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
    const usage = this.#policy.usage(connection.id, null)
    return origin === null ? usage : { ...usage, requestTimes: origin.requestTimes }
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

type Actions = Result<readonly InstructionAction[], Refusal>
type Requested<Kind> = Extract<RequestedAction, { readonly kind: Kind }>

/**
 * Converts a request to the actions of its instructions, with the orders that it changes or cancels
 * as they are now. Refuses a request for an order that is unknown or final.
 */
function requestedActions(action: RequestedAction, orders: readonly Order[]): Actions {
  switch (action.kind) {
    case 'place':
      return placeActions(action)
    case 'cancel':
      return cancelActions(action, orders)
    case 'replace':
      return replaceActions(action, orders)
  }
}

function placeActions({ drafts, exits = [], linked = [] }: Requested<'place'>): Actions {
  const [entry, ...more] = drafts
  if (linked.length > 0 && entry !== undefined && more.length === 0) {
    const refusal = linkedRefusal(entry, linked)
    return refusal === null ? ok([{ kind: 'place', draft: entry, linked }]) : err(refusal)
  }
  if (exits.length > 0 && entry !== undefined && more.length === 0) {
    const refusal = exitsRefusal(entry, exits)
    return refusal === null ? ok([{ kind: 'place', draft: entry, exits }]) : err(refusal)
  }
  if (drafts.length === 0 || drafts.length > MAX_BATCH) {
    return refuse('invalid', message('refusals.batchSize', { max: MAX_BATCH }))
  }
  return ok(drafts.map((draft) => ({ kind: 'place' as const, draft })))
}

function cancelActions(action: Requested<'cancel'>, orders: readonly Order[]): Actions {
  const { kind, accountId, clientOrderId, others = [] } = action
  if (others.length >= MAX_BATCH) {
    return refuse('invalid', message('refusals.batchSize', { max: MAX_BATCH }))
  }
  const actions: InstructionAction[] = []
  for (const id of new Set([clientOrderId, ...others])) {
    const before = findChangeable(orders, action, id)
    if (!before.ok) return before
    actions.push({ kind, accountId, clientOrderId: id, before: before.value })
  }
  return ok(actions)
}

function replaceActions(action: Requested<'replace'>, orders: readonly Order[]): Actions {
  const members: MemberReplace[] = []
  for (const { clientOrderId, change } of [action, ...(action.others ?? [])]) {
    const before = findChangeable(orders, action, clientOrderId)
    if (!before.ok) return before
    members.push({ clientOrderId, change, before: before.value })
  }
  const problem = groupRefusal(members.map((member) => member.before))
  if (problem !== null) return err(problem)
  const [first, ...otherMembers] = masterFirst(members)
  if (first === undefined) return refuse('invalid', message('refusals.nothingToChange'))
  return ok([
    {
      kind: 'replace',
      accountId: action.accountId,
      ...first,
      ...(otherMembers.length === 0 ? {} : { others: otherMembers }),
    },
  ])
}

/** Finds an order of the request's account that can still be changed or canceled. */
function findChangeable(
  orders: readonly Order[],
  action: Requested<'cancel'> | Requested<'replace'>,
  id: ClientOrderId,
): Result<Order, Refusal> {
  const order = orders.find((row) => row.clientOrderId === id && row.accountId === action.accountId)
  if (order === undefined) {
    const isGroup = action.kind === 'replace' && (action.others ?? []).length > 0
    return refuse(
      'not-found',
      isGroup
        ? message('refusals.orderIdUnknown', { clientOrderId: id })
        : message('refusals.orderUnknown'),
    )
  }
  return isFinal(order.status)
    ? refuse('not-found', message('policy.orderEnded', { status: order.status }))
    : ok(order)
}

/** The other orders depend on the master, so it goes first, whether they grow or shrink. */
function masterFirst(members: readonly MemberReplace[]): readonly MemberReplace[] {
  const isMaster = ({ before: { terms } }: MemberReplace): boolean =>
    terms?.combo?.role === 'master'
  return [...members.filter(isMaster), ...members.filter((member) => !isMaster(member))]
}
