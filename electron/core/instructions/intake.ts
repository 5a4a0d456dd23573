import type { Money } from '../../../shared/domain/decimal.js'
import type {
  ConnectionId,
  Instruction,
  InstructionAction,
  InstructionId,
  MemberReplace,
} from '../../../shared/domain/instruction.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import type { Order } from '../../../shared/domain/order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { ConnectionView } from '../../../shared/ipc/instructions.js'
import { randomHex } from '../hex.js'
import { accountOf } from './action.js'
import type { InstructionRequest, Refusal, RefusalCode } from './assistant-port.js'
import { outside } from './assistant-scope.js'
import type { CardFacts, InstructionDeskDeps } from './desk-deps.js'
import { FOLD_MS } from './key-book.js'
import type { Ledger } from './ledger.js'
import { actionLine } from './line.js'
import { PAUSE_MINUTES } from './pauses.js'
import type { PolicyVerdict } from './policy-port.js'
import { togetherRefusal } from './replacement.js'
import { requestDigest as digestOfRequest } from './same-request.js'
import type { Made } from './store.js'
import { usageOf } from './usage.js'
import { validityMs } from './validity.js'
import { reasonWords } from './words.js'

const ID_BYTES = 16
const MAX_BATCH = 20
const KEY_CHARS = 128
/**
 * The same request may be called again so often: streams break. Whoever goes on asks for too much,
 * and every call would be a record.
 */
const MOST_ASKED = 99

const SAME_AGAIN = `The same was asked for ${MOST_ASKED} times already. Wait for the decision.`

type Asking = Result<readonly Instruction[], Refusal>
const refuse = (code: RefusalCode, message: string): Result<never, Refusal> =>
  err({ code, message })

interface Judged {
  readonly action: InstructionAction
  readonly facts: CardFacts
  readonly verdict: PolicyVerdict
}

/** Where an instruction waits besides here. */
export interface Origin {
  readonly sourceId: string
  /** How long it waits there at most. */
  readonly validForMs: number
  /**
   * When this client asked for others within the minute before this one, as if it had asked for
   * this one now.
   */
  readonly asked: readonly EpochMs[]
}

export interface Intake {
  /** `origin`: it came by the provider's hosted server; null: by this program's own door. */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
    origin: Origin | null,
  ): Promise<Asking>
}

/**
 * What is to be done with instructions that came in: shown to the person, or let through by a rule.
 */
export interface Admit {
  readonly ask: (
    instructions: readonly {
      readonly instruction: Instruction
      readonly facts: CardFacts
      readonly verdict: PolicyVerdict
    }[],
  ) => void
  readonly allow: (instruction: Instruction, verdict: PolicyVerdict) => void
  /** The door was closed while this came in: it is over before anybody saw it. */
  readonly turnAway: (id: InstructionId, why: string) => Promise<void>
  /** Null when requests are taken. */
  readonly closed: () => Refusal | null
}

/**
 * Takes requests, one after another per connection: the same request, however often it comes,
 * becomes one instruction (SEC-23).
 */
export function createIntake(deps: InstructionDeskDeps, ledger: Ledger, admit: Admit): Intake {
  const { audit, clock, connections, crypto, door } = deps
  const lines = new Map<ConnectionId, Promise<unknown>>()

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
      const before = door.orders
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
    for (const one of [action, ...(action.others ?? [])]) {
      const standing = find(one.clientOrderId)
      if (!standing.ok) return standing
      members.push({ clientOrderId: one.clientOrderId, change: one.change, before: standing.value })
    }
    const apart = togetherRefusal(members.map((one) => one.before))
    if (apart !== null) return err(apart)
    // The others follow what the master opens: it goes first, whether they grow or shrink.
    const isMaster = ({ before: { terms } }: MemberReplace): boolean =>
      terms?.combo?.role === 'master'
    const [first, ...others] = [
      ...members.filter(isMaster),
      ...members.filter((one) => !isMaster(one)),
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

  const again = async (
    ids: readonly InstructionId[],
    key: string,
  ): Promise<readonly Instruction[]> => {
    const now = clock.now()
    for (const id of ids) {
      const instruction = ledger.get(id)
      if (instruction?.status !== 'PENDING') continue
      // The first call's own repeat after a broken stream counts too: the card says how often it
      // was asked.
      if (now - instruction.createdAt < FOLD_MS || instruction.key !== key) {
        await ledger.note({ kind: 'asked', id, key, at: now })
        await audit.append('folded', id, `Asked ${instruction.asked + 1} times`, {
          connection: instruction.connectionId,
        })
      }
    }
    return ids.flatMap((id) => ledger.get(id) ?? [])
  }

  const tooMuch = async (connection: ConnectionView, message: string): Promise<Asking> => {
    if (await connections.tooMuch(connection.id)) {
      await connections.pause(connection.id, PAUSE_MINUTES, 'It asked for too much too often.')
    }
    return refuse('too-many', message)
  }

  const judged = async (
    connection: ConnectionView,
    actions: readonly InstructionAction[],
    origin: Origin | null,
  ): Promise<Result<readonly Judged[], Refusal>> => {
    const all: Judged[] = []
    const at = { orders: door.orders.all(), now: clock.now(), except: null }
    const counted = usageOf({ connection: connection.id, instructions: ledger.counted(at), ...at })
    // How often a hosted client asks is told by when it asked there, not by when this desk came to
    // hear of it.
    const before = origin === null ? counted : { ...counted, asked: origin.asked }
    const looked = await Promise.all(actions.map((action) => deps.facts(action)))
    for (const [index, action] of actions.entries()) {
      const facts = looked[index]
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
          ...all.map((each) => ({ action: each.action, worth: each.verdict.worth })),
        ],
      }
      const verdict = deps.judge({
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

  const refusedAs = async (
    connection: ConnectionId,
    digest: string,
    refusal: Refusal,
  ): Promise<Asking> => {
    // That the desk is not ready says nothing of who asked.
    if (refusal.code !== 'not-ready') {
      await deps.refusals.note(connection, refusal, { request: digest })
    }
    return err(refusal)
  }

  const stateRefusal = (connection: ConnectionView): Refusal | null => {
    const closed = admit.closed()
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
    // Whatever tool it came by: without this toolset nothing is asked for.
    if (!connection.policy.toolsets.includes('trading')) {
      return outside('Asking for orders', 'trading')
    }
    if (connection.shadow && deps.environment !== 'practice') {
      return { code: 'not-allowed', message: 'This connection is confined to practice.' }
    }
    return deps.unready()
  }

  const instruct = async (
    id: ConnectionId,
    request: InstructionRequest,
    origin: Origin | null,
  ): Promise<Asking> => {
    const connection = connections.get(id)
    if (connection === null) return refuse('revoked', 'This connection is not known here.')
    const closed = admit.closed()
    if (closed !== null && closed.code === 'not-ready') return err(closed)
    if (request.key !== null && (request.key.length === 0 || request.key.length > KEY_CHARS)) {
      return refuse('invalid', `An instruction key has one to ${KEY_CHARS} characters.`)
    }
    const requestDigest = digestOfRequest(crypto, id, request.action)
    const now = clock.now()
    const key = request.key ?? `${requestDigest}@${now}`
    const known = ledger.find(id, request.key, requestDigest, now)
    if (known.found === 'conflict') {
      return refusedAs(id, requestDigest, {
        code: 'key-conflict',
        message: 'This instruction key was used for another order.',
      })
    }
    if (known.found === 'same') {
      const same = known.ids.flatMap((each) => ledger.get(each) ?? [])
      // A key of its own is a new wish once the twin under another key is over.
      if (
        request.key === null ||
        same.some((each) => each.status === 'PENDING' || each.key === request.key)
      ) {
        if (!same.some(({ status, asked }) => status === 'PENDING' && asked >= MOST_ASKED)) {
          return ok(await again(known.ids, key))
        }
        await refusedAs(id, requestDigest, { code: 'too-many', message: SAME_AGAIN })
        return tooMuch(connection, SAME_AGAIN)
      }
      if (ledger.find(id, request.key, '', now).found === 'conflict') return ok(same)
    }
    const state = stateRefusal(connection)
    if (state !== null) return refusedAs(id, requestDigest, state)

    const mine = ledger
      .counted({ orders: [], now, except: null })
      .map(({ instruction }) => instruction)
      .filter((each) => each.connectionId === id)
    const cards = (these: readonly Instruction[]): number =>
      new Set(these.map((each) => each.batch?.batchId ?? each.id)).size
    const { maxPending, maxPerMinute } = connection.policy
    const waiting = cards(mine.filter((each) => each.status === 'PENDING'))
    const lately =
      origin === null
        ? cards(mine.filter((each) => now - each.createdAt < MINUTE_MS))
        : origin.asked.length
    if (waiting >= maxPending || lately >= maxPerMinute) {
      const why =
        waiting >= maxPending
          ? `${waiting} instructions are waiting already; at most ${maxPending} may.`
          : `${lately} instructions were asked for within a minute; at most ${maxPerMinute} may be.`
      await refusedAs(id, requestDigest, { code: 'too-many', message: why })
      return tooMuch(connection, why)
    }

    // Before anything is looked up: what is beyond its scope is refused alike, whether it exists or
    // not.
    const { accounts } = connection.policy
    const named =
      request.action.kind === 'place'
        ? request.action.drafts.map(({ accountId }) => accountId)
        : [request.action.accountId]
    if (accounts !== 'all' && !named.every((each) => accounts.includes(each))) {
      return refusedAs(id, requestDigest, {
        code: 'account-hidden',
        message: 'This account is not open to this assistant',
      })
    }

    const actions = actionsOf(request)
    if (!actions.ok) return refusedAs(id, requestDigest, actions.error)
    const verdicts = await judged(connection, actions.value, origin)
    if (!verdicts.ok) {
      const answer = await refusedAs(id, requestDigest, verdicts.error)
      return verdicts.error.code === 'too-many'
        ? tooMuch(connection, verdicts.error.message)
        : answer
    }
    return take(
      connection,
      { key, requestDigest, reason: reasonWords(request.reason) },
      verdicts.value,
      origin,
    )
  }

  /** Why nothing of this connection is taken at this moment, whatever was so when it asked. */
  const doorNow = (connection: ConnectionView): Refusal | null =>
    stateRefusal(connections.get(connection.id) ?? { ...connection, state: 'revoked' })

  /**
   * A rule lets it through by the policy as it is now: it may have been taken back while this was
   * being written down.
   */
  const lets = ({
    instruction: { id, action, connectionId },
    facts,
    verdict,
  }: Parameters<Admit['ask']>[0][number]): boolean => {
    const policy = connections.get(connectionId)?.policy
    if (verdict.result !== 'allow' || deps.environment === 'production' || policy === undefined) {
      return false
    }
    const at = { orders: door.orders.all(), now: clock.now(), except: id }
    const usage = usageOf({ connection: connectionId, instructions: ledger.counted(at), ...at })
    return (
      deps.judge({
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

  const take = async (
    connection: ConnectionView,
    asked: Pick<Made, 'key' | 'requestDigest' | 'reason'>,
    all: readonly Judged[],
    origin: Origin | null,
  ): Promise<Asking> => {
    const createdAt = clock.now()
    const batchId = all.length > 1 ? randomHex(deps.random, ID_BYTES) : null
    const made: Made[] = all.map(({ action }, index) => ({
      id: randomHex(deps.random, ID_BYTES) as InstructionId,
      ...(origin === null
        ? { source: 'local' as const }
        : { source: 'hosted' as const, sourceId: origin.sourceId }),
      connectionId: connection.id,
      connectionName: connection.name,
      environment: deps.environment,
      ...asked,
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
    for (const [index, each] of made.entries()) {
      const line = actionLine(each.action, all[index]?.facts.instrument ?? null)
      const written = await audit.append('asked', each.id, line, {
        connection: connection.id,
        account: accountOf(each.action),
        request: asked.requestDigest,
        reason: asked.reason,
        ...(origin === null ? {} : { hosted: origin.sourceId }),
      })
      if (!written.ok) {
        return refuse('unavailable', 'The audit chain cannot be written; nothing is taken.')
      }
    }
    // What closed the door while the disk was busy holds for this one too.
    const closed = doorNow(connection)
    if (closed !== null) return refusedAs(connection.id, asked.requestDigest, closed)
    const worths: readonly Money[] = all.map(({ verdict }) => verdict.worth)
    const kept = await ledger.add(made, worths)
    if (!kept.ok) {
      return refuse('unavailable', 'The instruction cannot be written down; nothing is taken.')
    }
    // And while it was being written down nobody could withdraw it, since nobody knew it yet.
    const late = doorNow(connection)
    if (late !== null) {
      await Promise.all(made.map(({ id }) => admit.turnAway(id, late.message)))
      return err(late)
    }
    const entries = made.flatMap((each, index) => {
      const [instruction, of] = [ledger.get(each.id), all[index]]
      return instruction === undefined || of === undefined
        ? []
        : [{ instruction, facts: of.facts, verdict: of.verdict }]
    })
    // Rules let single orders through, never in production, and never while the door was closed
    // behind them.
    const [only] = entries
    if (entries.length === 1 && only !== undefined && lets(only)) {
      admit.allow(only.instruction, only.verdict)
    } else admit.ask(entries)
    return ok(made.flatMap(({ id }) => ledger.get(id) ?? []))
  }

  return {
    instruct(connection, request, origin) {
      const done = (lines.get(connection) ?? Promise.resolve()).then(() =>
        instruct(connection, request, origin),
      )
      lines.set(
        connection,
        done.catch(() => undefined),
      )
      return done
    },
  }
}
