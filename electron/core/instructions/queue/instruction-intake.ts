import type { Money } from '../../../../shared/domain/decimal.js'
import type {
  ConnectionId,
  Instruction,
  InstructionAction,
  InstructionId,
  MemberReplace,
} from '../../../../shared/domain/instructions/instruction.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { randomHex } from '../../hex.js'
import { accountOf } from '../requests/action.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import type { Refusal, RefusalCode } from '../../../../shared/domain/instructions/refusal.js'
import { toolsetRefusal } from '../connections/toolset-scope.js'
import type { CardFacts } from '../policy/policy-types.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import { DEDUPE_WINDOW_MS } from './idempotency-keys.js'
import type { InstructionStore } from './instruction-store.js'
import { actionSummary } from '../order-text/order-summary.js'
import { PAUSE_MINUTES } from '../connections/automatic-pauses.js'
import type { PolicyVerdict } from '../policy/policy-types.js'
import { groupRefusal } from '../requests/order-changes.js'
import { requestDigest as digestOfRequest } from '../requests/request-digest.js'
import type { NewInstruction } from './instruction-log.js'
import { usageOf } from '../policy/usage.js'
import { validityMs } from './validity.js'
import { formatReason } from '../order-text/plain-text.js'

const ID_BYTES = 16
const MAX_BATCH = 20
const KEY_CHARS = 128
/**
 * How often the same request may be repeated. Repeats after broken streams are normal; more are
 * refused, because every call would write a record.
 */
const MAX_REPEATS = 99

const REPEATED_TOO_OFTEN = `The same was asked for ${MAX_REPEATS} times already. Wait for the decision.`

type IntakeResult = Result<readonly Instruction[], Refusal>
const refuse = (code: RefusalCode, message: string): Result<never, Refusal> =>
  err({ code, message })

interface EvaluatedAction {
  readonly action: InstructionAction
  readonly facts: CardFacts
  readonly verdict: PolicyVerdict
}

/** The place where a hosted instruction also waits. */
export interface HostedOrigin {
  readonly sourceId: string
  /** The remaining validity at the broker, in ms. */
  readonly validForMs: number
  /**
   * The times of the client's requests in the minute before this one, shifted as if this one were
   * made now.
   */
  readonly requestTimes: readonly EpochMs[]
}

export interface InstructionIntake {
  /**
   * Accepts or refuses a request. `origin` is null when it came through Countersign's own MCP
   * endpoint, otherwise it came from the broker's hosted server.
   */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
    origin: HostedOrigin | null,
  ): Promise<IntakeResult>
}

/** Handles accepted instructions: shows them to the person or approves them by rule. */
export interface IntakeHandlers {
  readonly showToPerson: (
    instructions: readonly {
      readonly instruction: Instruction
      readonly facts: CardFacts
      readonly verdict: PolicyVerdict
    }[],
  ) => void
  readonly autoApprove: (instruction: Instruction, verdict: PolicyVerdict) => void
  /** Ends an instruction that was recorded after requests had been closed, before anyone saw it. */
  readonly reject: (id: InstructionId, why: string) => Promise<void>
  /** Returns why requests are not accepted; null when they are. */
  readonly closedReason: () => Refusal | null
}

/**
 * Accepts requests one after another per connection. A repeated request, however often it arrives,
 * becomes one instruction (SEC-23).
 */
export function createInstructionIntake(
  deps: InstructionServiceDeps,
  store: InstructionStore,
  handlers: IntakeHandlers,
): InstructionIntake {
  const { audit, clock, connections, crypto, orderGateway } = deps
  const tails = new Map<ConnectionId, Promise<unknown>>()

  const actionsOf = (
    request: InstructionRequest,
  ): Result<readonly InstructionAction[], Refusal> => {
    const { action } = request
    if (action.kind === 'place') {
      if (action.drafts.length === 0 || action.drafts.length > MAX_BATCH) {
        return refuse('invalid', `Ask for one to ${MAX_BATCH} orders at a time.`)
      }
      return ok(action.drafts.map((draft) => ({ kind: 'place' as const, draft })))
    }
    const find = (id: ClientOrderId): Result<Order, Refusal> => {
      const before = orderGateway.orders
        .all()
        .find((order) => order.clientOrderId === id && order.accountId === action.accountId)
      if (before === undefined) {
        return refuse(
          'not-found',
          action.kind === 'replace' && (action.others ?? []).length > 0
            ? `The order ${id} is not known here.`
            : 'This order is not known here.',
        )
      }
      return isFinal(before.status)
        ? refuse('not-found', `This order is ${before.status} already.`)
        : ok(before)
    }
    const before = find(action.clientOrderId)
    if (!before.ok) return before
    if (action.kind === 'cancel') return ok([{ ...action, before: before.value }])
    const members: MemberReplace[] = []
    for (const requested of [action, ...(action.others ?? [])]) {
      const found = find(requested.clientOrderId)
      if (!found.ok) return found
      members.push({
        clientOrderId: requested.clientOrderId,
        change: requested.change,
        before: found.value,
      })
    }
    const problem = groupRefusal(members.map((member) => member.before))
    if (problem !== null) return err(problem)
    // The other orders depend on the master, so it goes first, whether they grow or shrink.
    const isMaster = ({ before: { terms } }: MemberReplace): boolean =>
      terms?.combo?.role === 'master'
    const [first, ...others] = [
      ...members.filter(isMaster),
      ...members.filter((member) => !isMaster(member)),
    ]
    if (first === undefined) return refuse('invalid', 'Nothing would change.')
    return ok([
      {
        kind: 'replace',
        accountId: action.accountId,
        ...first,
        ...(others.length === 0 ? {} : { others }),
      },
    ])
  }

  const repeat = async (
    ids: readonly InstructionId[],
    key: string,
  ): Promise<readonly Instruction[]> => {
    const now = clock.now()
    for (const id of ids) {
      const instruction = store.get(id)
      if (instruction?.status !== 'PENDING') continue
      // A repeat of the first call after a broken stream counts too, because the card shows how
      // often it was requested.
      if (now - instruction.createdAt < DEDUPE_WINDOW_MS || instruction.key !== key) {
        await store.append({ kind: 'asked', id, key, at: now })
        await audit.append('folded', id, `Asked ${instruction.requestCount + 1} times`, {
          connection: instruction.connectionId,
        })
      }
    }
    return ids.flatMap((id) => store.get(id) ?? [])
  }

  const refuseTooMany = async (
    connection: ConnectionView,
    message: string,
  ): Promise<IntakeResult> => {
    if (await connections.recordRateViolation(connection.id)) {
      await connections.pause(connection.id, PAUSE_MINUTES, 'It asked for too much too often.')
    }
    return refuse('too-many', message)
  }

  const evaluate = async (
    connection: ConnectionView,
    actions: readonly InstructionAction[],
    origin: HostedOrigin | null,
  ): Promise<Result<readonly EvaluatedAction[], Refusal>> => {
    const all: EvaluatedAction[] = []
    const context = { orders: orderGateway.orders.all(), now: clock.now(), except: null }
    const counted = usageOf({
      connection: connection.id,
      instructions: store.counted(context),
      ...context,
    })
    // The request rate of a hosted client uses the times at the broker, not the times at which they
    // arrived here.
    const before = origin === null ? counted : { ...counted, requestTimes: origin.requestTimes }
    const fetched = await Promise.all(actions.map((action) => deps.fetchFacts(action)))
    for (const [index, action] of actions.entries()) {
      const facts = fetched[index]
      if (facts?.ok !== true) {
        return refuse(
          facts?.error.code === 'session/not-ready' ? 'not-ready' : 'unavailable',
          facts?.error.message ?? 'Nothing is known of it now.',
        )
      }
      const usage = {
        ...before,
        pending: [
          ...before.pending,
          ...all.map((entry) => ({ action: entry.action, exposure: entry.verdict.exposure })),
        ],
      }
      const verdict = deps.evaluatePolicy({
        environment: deps.environment,
        policy: connection.policy,
        action,
        facts: facts.value,
        usage,
        halted: deps.halted.get(),
        now: clock.now(),
      })
      if (verdict.result === 'deny') {
        return err(
          verdict.refusal ?? {
            code: 'not-allowed',
            message: 'The policy of this connection does not allow it.',
          },
        )
      }
      all.push({ action, facts: facts.value, verdict })
    }
    return ok(all)
  }

  const recordRefusal = async (
    connection: ConnectionId,
    digest: string,
    refusal: Refusal,
  ): Promise<IntakeResult> => {
    // A session that is not ready is not the assistant's fault.
    if (refusal.code !== 'not-ready') {
      await deps.refusals.record(connection, refusal, { request: digest })
    }
    return err(refusal)
  }

  const stateRefusal = (connection: ConnectionView): Refusal | null => {
    const closed = handlers.closedReason()
    if (closed !== null) return closed
    if (deps.halted.get()) return { code: 'halted', message: 'Assistants are halted at this desk.' }
    if (connection.state === 'revoked') {
      return { code: 'revoked', message: 'This connection was revoked.' }
    }
    if (connection.state === 'paused') {
      return {
        code: 'paused',
        message: `This connection is paused${connection.pauseWhy === null ? '' : `: ${connection.pauseWhy}`}`,
      }
    }
    // Without the trading toolset no request is accepted, whichever tool made it.
    if (!connection.policy.toolsets.includes('trading')) {
      return toolsetRefusal('Asking for orders', 'trading')
    }
    if (connection.shadow && deps.environment !== 'practice') {
      return { code: 'not-allowed', message: 'This connection is confined to practice.' }
    }
    return deps.notReadyReason()
  }

  const instruct = async (
    id: ConnectionId,
    request: InstructionRequest,
    origin: HostedOrigin | null,
  ): Promise<IntakeResult> => {
    const connection = connections.get(id)
    if (connection === null) return refuse('revoked', 'This connection is not known here.')
    const closed = handlers.closedReason()
    if (closed !== null && closed.code === 'not-ready') return err(closed)
    if (request.key !== null && (request.key.length === 0 || request.key.length > KEY_CHARS)) {
      return refuse('invalid', `An instruction key has one to ${KEY_CHARS} characters.`)
    }
    const requestDigest = digestOfRequest(crypto, id, request.action)
    const now = clock.now()
    const key = request.key ?? `${requestDigest}@${now}`
    const known = store.find(id, request.key, requestDigest, now)
    if (known.found === 'conflict') {
      return recordRefusal(id, requestDigest, {
        code: 'key-conflict',
        message: 'This instruction key was used for another order.',
      })
    }
    if (known.found === 'same') {
      const same = known.ids.flatMap((instructionId) => store.get(instructionId) ?? [])
      // A different key makes a new request once the identical one under another key has ended.
      if (
        request.key === null ||
        same.some(
          (instruction) => instruction.status === 'PENDING' || instruction.key === request.key,
        )
      ) {
        if (
          !same.some(
            ({ status, requestCount }) => status === 'PENDING' && requestCount >= MAX_REPEATS,
          )
        ) {
          return ok(await repeat(known.ids, key))
        }
        await recordRefusal(id, requestDigest, { code: 'too-many', message: REPEATED_TOO_OFTEN })
        return refuseTooMany(connection, REPEATED_TOO_OFTEN)
      }
      if (store.find(id, request.key, '', now).found === 'conflict') return ok(same)
    }
    const state = stateRefusal(connection)
    if (state !== null) return recordRefusal(id, requestDigest, state)

    const own = store
      .counted({ orders: [], now, except: null })
      .map(({ instruction }) => instruction)
      .filter((instruction) => instruction.connectionId === id)
    const cards = (instructions: readonly Instruction[]): number =>
      new Set(instructions.map((instruction) => instruction.batch?.batchId ?? instruction.id)).size
    const { maxPending, maxPerMinute } = connection.policy
    const waiting = cards(own.filter((instruction) => instruction.status === 'PENDING'))
    const recentCount =
      origin === null
        ? cards(own.filter((instruction) => now - instruction.createdAt < MINUTE_MS))
        : origin.requestTimes.length
    if (waiting >= maxPending || recentCount >= maxPerMinute) {
      const why =
        waiting >= maxPending
          ? `${waiting} instructions are waiting already; at most ${maxPending} may.`
          : `${recentCount} instructions were asked for within a minute; at most ${maxPerMinute} may be.`
      await recordRefusal(id, requestDigest, { code: 'too-many', message: why })
      return refuseTooMany(connection, why)
    }

    // Check the account before any lookup, so that the refusal does not reveal whether something
    // outside the scope exists.
    const { accounts } = connection.policy
    const named =
      request.action.kind === 'place'
        ? request.action.drafts.map(({ accountId }) => accountId)
        : [request.action.accountId]
    if (accounts !== 'all' && !named.every((accountId) => accounts.includes(accountId))) {
      return recordRefusal(id, requestDigest, {
        code: 'account-hidden',
        message: 'This account is not open to this assistant',
      })
    }

    const actions = actionsOf(request)
    if (!actions.ok) return recordRefusal(id, requestDigest, actions.error)
    const verdicts = await evaluate(connection, actions.value, origin)
    if (!verdicts.ok) {
      const answer = await recordRefusal(id, requestDigest, verdicts.error)
      return verdicts.error.code === 'too-many'
        ? refuseTooMany(connection, verdicts.error.message)
        : answer
    }
    return accept(
      connection,
      { key, requestDigest, reason: formatReason(request.reason) },
      verdicts.value,
      origin,
    )
  }

  /**
   * Returns why the connection's requests are refused now, regardless of its state at the request.
   */
  const refusalNow = (connection: ConnectionView): Refusal | null =>
    stateRefusal(connections.get(connection.id) ?? { ...connection, state: 'revoked' })

  /**
   * Evaluates the auto-approve rules by the current policy, which may have changed while the
   * request was being written.
   */
  const isAutoApproved = ({
    instruction: { id, action, connectionId },
    facts,
    verdict,
  }: Parameters<IntakeHandlers['showToPerson']>[0][number]): boolean => {
    const policy = connections.get(connectionId)?.policy
    if (verdict.result !== 'allow' || deps.environment === 'production' || policy === undefined) {
      return false
    }
    const context = { orders: orderGateway.orders.all(), now: clock.now(), except: id }
    const usage = usageOf({
      connection: connectionId,
      instructions: store.counted(context),
      ...context,
    })
    return (
      deps.evaluatePolicy({
        environment: deps.environment,
        policy,
        action,
        facts,
        usage,
        halted: deps.halted.get(),
        now: clock.now(),
      }).result === 'allow'
    )
  }

  const accept = async (
    connection: ConnectionView,
    request: Pick<NewInstruction, 'key' | 'requestDigest' | 'reason'>,
    all: readonly EvaluatedAction[],
    origin: HostedOrigin | null,
  ): Promise<IntakeResult> => {
    const createdAt = clock.now()
    const batchId = all.length > 1 ? randomHex(deps.random, ID_BYTES) : null
    const made: NewInstruction[] = all.map(({ action }, index) => ({
      id: randomHex(deps.random, ID_BYTES) as InstructionId,
      ...(origin === null
        ? { source: 'local' as const }
        : { source: 'hosted' as const, sourceId: origin.sourceId }),
      connectionId: connection.id,
      connectionName: connection.name,
      environment: deps.environment,
      ...request,
      action,
      batch: batchId === null ? null : { batchId, index, count: all.length },
      createdAt,
      expiresAt: epochMs(
        createdAt +
          Math.floor(
            Math.min(
              validityMs(action, connection.policy.validMinutes, deps.exchangeNow()),
              origin?.validForMs ?? Number.MAX_SAFE_INTEGER,
            ),
          ),
      ),
    }))
    for (const [index, created] of made.entries()) {
      const line = actionSummary(created.action, all[index]?.facts.instrument ?? null)
      const written = await audit.append('asked', created.id, line, {
        connection: connection.id,
        account: accountOf(created.action),
        request: request.requestDigest,
        reason: request.reason,
        ...(origin === null ? {} : { hosted: origin.sourceId }),
      })
      if (!written.ok) {
        return refuse('unavailable', 'The audit chain cannot be written; nothing is taken.')
      }
    }
    // Refuse if requests were closed during the disk write.
    const closed = refusalNow(connection)
    if (closed !== null) return recordRefusal(connection.id, request.requestDigest, closed)
    const exposures: readonly Money[] = all.map(({ verdict }) => verdict.exposure)
    const stored = await store.add(made, exposures)
    if (!stored.ok) {
      return refuse('unavailable', 'The instruction cannot be written down; nothing is taken.')
    }
    // Withdrawals during the write could not reach the instruction, because it was not in the store
    // yet.
    const late = refusalNow(connection)
    if (late !== null) {
      await Promise.all(made.map(({ id }) => handlers.reject(id, late.message)))
      return err(late)
    }
    const entries = made.flatMap((created, index) => {
      const [instruction, evaluated] = [store.get(created.id), all[index]]
      return instruction === undefined || evaluated === undefined
        ? []
        : [{ instruction, facts: evaluated.facts, verdict: evaluated.verdict }]
    })
    // Auto-approve rules apply to single orders only, never in production.
    const [only] = entries
    if (entries.length === 1 && only !== undefined && isAutoApproved(only)) {
      handlers.autoApprove(only.instruction, only.verdict)
    } else handlers.showToPerson(entries)
    return ok(made.flatMap(({ id }) => store.get(id) ?? []))
  }

  return {
    instruct(connection, request, origin) {
      const done = (tails.get(connection) ?? Promise.resolve()).then(() =>
        instruct(connection, request, origin),
      )
      tails.set(
        connection,
        done.catch(() => undefined),
      )
      return done
    },
  }
}
