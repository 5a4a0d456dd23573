import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Money } from '../../../../shared/domain/decimal.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import { isUncertain } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../../shared/ipc/contract.js'
import type { AppError } from '../../../../shared/ipc/errors.js'
import { accountOf, withAmendment } from '../requests/action.js'
import { changeOutcome } from './change-outcome.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import { clientOrderIdOf } from './hosted-gate.js'
import type { InstructionStore } from './instruction-store.js'
import { actionSummary } from '../order-text/order-summary.js'
import { changesOf, affectedOrderIds, haveSameTerms } from '../requests/order-changes.js'

/** How long until the order desk is asked again what became of a ticket. */
const QUERY_AGAIN_MS = 2_000
const TEXT_CHARS = 500
/**
 * How long whoever draws waits for an order that is on its way: longer than that takes, shorter
 * than a person notices.
 */
export const QUIET_MS = 40

/** The ticket of an instruction: one for ever, so that nothing can send it twice. */
export const ticketOf = (id: InstructionId): string => `i-${id}`

/** Why an authorised instruction is to stop before it is sent. */
export interface Stop {
  readonly why: 'withdrawn' | 'revoked'
  readonly detail: string
}

export interface Authorization {
  readonly why: 'approved' | 'allowed-by-rule'
  readonly detail: string
  readonly exposure: Money
  /** The digest of what was on the screen; null where nobody was asked. */
  readonly digest: string | null
  readonly requestDigest: string
}

export interface Dispatch {
  /**
   * The decision on the audit chain; then, beside each other, the head that proves it, the queue's
   * own record and the send on the chain;
   * and when all of them are on the disk, to the order desk. Whatever fails on the way, nothing is
   * sent, and the chain says so.
   */
  send(instruction: Instruction, authority: Authorization): Promise<void>
  /**
   * Stops an instruction that is between its decision and the order desk, and resolves when that is
   * written down; null when it is not there.
   */
  stop(id: InstructionId, stop: Stop): Promise<void> | null
  isRunning(id: InstructionId): boolean
  /** Asks what became of everything whose outcome the last run did not learn. Sends nothing. */
  recover(): void
  dispose(): void
}

type Outcome = {
  readonly state: 'acknowledged' | 'rejected' | 'denied' | 'unknown'
  readonly clientOrderId: Order['clientOrderId'] | null
  readonly text: string
}

const outcomeOf = (answer: Result<TradeOutcome, AppError>): Outcome => {
  if (!answer.ok) {
    // Only an error that proves that nothing was sent is a refusal; any other leaves it open.
    return answer.error.order === 'may-exist' || answer.error.class === 'ambiguous'
      ? {
          state: 'unknown',
          clientOrderId: null,
          text: `It is not known whether it was done: ${answer.error.message}`,
        }
      : { state: 'denied', clientOrderId: null, text: answer.error.message }
  }
  const { value } = answer
  switch (value.outcome) {
    case 'acknowledged':
      return {
        state: 'acknowledged',
        clientOrderId: value.order.clientOrderId,
        text: 'The broker took it',
      }
    case 'rejected':
      return {
        state: 'rejected',
        clientOrderId: value.order?.clientOrderId ?? null,
        text: `The broker refused it: ${value.reason}`,
      }
    case 'denied':
      return { state: 'denied', clientOrderId: null, text: `Not sent: ${value.reasons.join('; ')}` }
    case 'unknown':
      return {
        state: 'unknown',
        clientOrderId: value.order.clientOrderId,
        text: 'It is not known yet whether it was done; the desk is finding out',
      }
  }
}

/** The only way from a decision to the order desk. */
export function createDispatch(deps: InstructionServiceDeps, store: InstructionStore): Dispatch {
  const { audit, clock, orderGateway, log, timers } = deps
  const inFlight = new Map<InstructionId, Stop | null>()
  const running = new Map<InstructionId, Promise<void>>()
  let disposed = false
  /**
   * The order desk has told something in this run. Before that its rows are being put together from
   * its journal, one step after another,
   * and what they show on the way is no outcome: an order that works still, until the record comes
   * that cancelled it.
   */
  let isCaughtUp = false
  let stopRows: Disposer = () => undefined

  const recordOutcome = async (id: InstructionId, outcome: Outcome): Promise<void> => {
    const text = outcome.text.slice(0, TEXT_CHARS)
    const recorded = audit.append('outcome', id, text.slice(0, 300), {
      state: outcome.state,
      order: outcome.clientOrderId,
    })
    const written = await store.appendAlways(
      { kind: 'outcome', id, ...outcome, text, at: clock.now() },
      recorded,
    )
    if (!written.ok) {
      log.event('error', 'instruction.outcome-not-kept', { kind: written.error.kind })
    }
    if (outcome.state === 'unknown') void queryOutcome(id)
  }

  const recordStop = async (id: InstructionId, stop: Stop): Promise<void> => {
    const recorded = audit.append('ended', id, stop.detail.slice(0, 300), { ending: stop.why })
    await store.appendAlways(
      {
        kind: 'ended',
        id,
        why: stop.why,
        detail: stop.detail.slice(0, TEXT_CHARS),
        at: clock.now(),
      },
      recorded,
    )
  }

  const submit = async (instruction: Instruction): Promise<Outcome> => {
    const action = withAmendment(instruction)
    try {
      if (action.kind === 'place') {
        const name =
          instruction.sourceId === undefined ? [] : ([clientOrderIdOf(instruction.id)] as const)
        return outcomeOf(await orderGateway.submit(ticketOf(instruction.id), action.draft, ...name))
      }
      // What was approved is the change of orders as they stood: of others nobody said anything.
      const rows = orderGateway.orders.all()
      const moved =
        action.kind === 'replace' &&
        changesOf(action).some(({ accountId, clientOrderId, before }) => {
          const row = rows.find(
            (order) => order.accountId === accountId && order.clientOrderId === clientOrderId,
          )
          return row !== undefined && !haveSameTerms(row, before)
        })
      if (moved) {
        return {
          state: 'denied',
          clientOrderId: action.clientOrderId,
          text: 'Not sent: the order was changed meanwhile',
        }
      }
      const others =
        action.kind === 'replace'
          ? (action.others ?? []).map(({ clientOrderId, change }) => ({ clientOrderId, change }))
          : []
      const answer =
        action.kind === 'replace'
          ? await orderGateway.replace(
              action.accountId,
              action.clientOrderId,
              action.change,
              ...(others.length === 0 ? [] : ([others] as const)),
            )
          : await orderGateway.cancel(action.accountId, action.clientOrderId)
      return { ...outcomeOf(answer), clientOrderId: action.clientOrderId }
    } catch {
      return {
        state: 'unknown',
        clientOrderId: action.kind === 'place' ? null : action.clientOrderId,
        text: 'It is not known whether it was done: the request broke off',
      }
    }
  }

  /**
   * The source decides between the person here and whoever took it back there, or another desktop:
   * without its word nothing is sent.
   */
  const acquireAtSource = async ({ id, sourceId }: Instruction): Promise<Stop | null> => {
    if (sourceId === undefined) return null
    const acquired = await deps.hosted?.acquire(sourceId, id).catch((): null => null)
    return acquired?.ok === true
      ? null
      : {
          why: 'withdrawn',
          detail: `Not sent: ${acquired?.error ?? 'the provider could not be asked whether it still waits'}`,
        }
  }

  const NOT_RECORDED: Stop = { why: 'withdrawn', detail: 'Not sent: it could not be written down' }

  const run = async (instruction: Instruction, authorization: Authorization): Promise<void> => {
    const { id } = instruction
    const line = actionSummary(withAmendment(instruction), null)
    const decision = audit.begin('decided', id, line, {
      decision: 'approve',
      by: authorization.why === 'approved' ? 'person' : 'rule',
      shown: authorization.digest,
      request: authorization.requestDigest,
      worth: authorization.exposure as unknown as string,
      connection: instruction.connectionId,
    })
    const decided = await decision.written
    const early = inFlight.get(id) ?? (decided.ok ? null : NOT_RECORDED)
    if (early !== null) return recordStop(id, early)
    // Beside the queue's own record: nothing is done upon either before both are there.
    let resolveQuiet = (): void => undefined
    const quiet = new Promise<void>((resolve) => {
      resolveQuiet = resolve
    })
    const sending = audit.begin(
      'sent',
      id,
      line,
      { ticket: ticketOf(id), shown: authorization.digest },
      quiet,
    ).written
    const written = await store.commit({
      kind: 'sending',
      id,
      why: authorization.why,
      detail: authorization.detail.slice(0, TEXT_CHARS),
      worth: authorization.exposure,
      at: clock.now(),
    })
    if (!written.ok || store.get(id)?.status !== 'APPROVED') {
      resolveQuiet()
      return recordStop(id, NOT_RECORDED)
    }
    const cancelNotify = timers.after(QUIET_MS, () => {
      resolveQuiet()
      store.notify(id)
    })
    // The head that tells of the send as well comes when it is under way, or after a moment: the
    // decision, on which it rests, is proved before.
    const [sent, proved] = await Promise.all([sending, decision.proved])
    const stopped = inFlight.get(id) ?? (sent.ok && proved.ok ? null : NOT_RECORDED)
    // What stopped it while the source was asked stops it still.
    const refused = stopped ?? (await acquireAtSource(instruction))
    const late = inFlight.get(id) ?? refused
    const stays = late !== null || disposed
    if (!stays) inFlight.delete(id)
    const outcome: Outcome = stays
      ? {
          state: 'denied',
          clientOrderId: null,
          text: late?.detail ?? 'Not sent: the session ended',
        }
      : await submit(instruction)
    cancelNotify()
    resolveQuiet()
    isCaughtUp ||= !stays
    await recordOutcome(id, outcome)
  }

  /** Other programs choose their ids as they like: the same one may stand in two accounts. */
  const rowIn =
    (accountId: Order['accountId']) =>
    (id: Order['clientOrderId']): Order | undefined =>
      orderGateway.orders
        .all()
        .find((row) => row.accountId === accountId && row.clientOrderId === id)

  /** What an order that was asked for shows now; null while that is open. */
  const outcomeOfOrder = (instruction: Instruction, order: Order): Outcome | null => {
    const action = withAmendment(instruction)
    const { clientOrderId } = order
    if (action.kind !== 'place') {
      return changeOutcome(action, (id) =>
        id === order.clientOrderId ? order : rowIn(action.accountId)(id),
      )
    }
    if (isUncertain(order.status)) return null
    if (order.status === 'rejected') {
      return {
        state: 'rejected',
        clientOrderId,
        text: `The broker refused it: ${order.note ?? 'no reason was given'}`,
      }
    }
    if (order.status === 'denied' || order.status === 'not-placed') {
      return { state: 'denied', clientOrderId, text: order.note ?? 'It was not placed' }
    }
    return { state: 'acknowledged', clientOrderId, text: 'The broker took it' }
  }

  const followOrder = (order: Order): void => {
    if (!isCaughtUp) return
    for (const instruction of store.all()) {
      if (
        instruction.outcome?.state !== 'unknown' ||
        accountOf(withAmendment(instruction)) !== order.accountId ||
        (instruction.outcome.clientOrderId !== order.clientOrderId &&
          !affectedOrderIds(instruction.action).includes(order.clientOrderId))
      ) {
        continue
      }
      const outcome = outcomeOfOrder(instruction, order)
      if (outcome !== null) void recordOutcome(instruction.id, outcome)
    }
  }

  const queryOutcome = async (id: InstructionId): Promise<void> => {
    const instruction = store.get(id)
    if (disposed || instruction?.outcome?.state !== 'unknown') return
    const action = withAmendment(instruction)
    const known = await orderGateway.outcome(ticketOf(id)).catch((): null => null)
    if (known?.ok === true) {
      isCaughtUp = true
      if (action.kind !== 'place') {
        const found = changeOutcome(action, rowIn(action.accountId))
        if (found !== null) return recordOutcome(id, found)
      } else {
        const outcome: Outcome =
          known.value === null
            ? {
                state: 'denied',
                clientOrderId: null,
                text: 'Not sent: it never came to the order desk',
              }
            : outcomeOf({ ok: true, value: known.value })
        if (
          outcome.state !== 'unknown' ||
          outcome.clientOrderId !== instruction.outcome.clientOrderId
        ) {
          return recordOutcome(id, outcome)
        }
        // From here on the order's own row tells; it may have done so already.
        const row =
          outcome.clientOrderId === null
            ? undefined
            : rowIn(accountOf(action))(outcome.clientOrderId)
        if (row !== undefined) followOrder(row)
        return
      }
    }
    if (!disposed) timers.after(QUERY_AGAIN_MS, () => void queryOutcome(id))
  }

  stopRows = orderGateway.orders.subscribe((rows) => {
    for (const row of rows) followOrder(row)
  })

  return {
    send(instruction, authorization) {
      const { id } = instruction
      inFlight.set(id, null)
      const done = run(instruction, authorization).finally(() => {
        inFlight.delete(id)
        running.delete(id)
      })
      running.set(id, done)
      return done
    },
    stop(id, stop) {
      if (!inFlight.has(id)) return null
      inFlight.set(id, inFlight.get(id) ?? stop)
      return running.get(id) ?? Promise.resolve()
    },
    isRunning: (id) => inFlight.has(id),
    recover() {
      for (const instruction of store.all()) {
        const { id, outcome } = instruction
        if (outcome?.state !== 'sending' && outcome?.state !== 'unknown') continue
        const action = withAmendment(instruction)
        if (outcome.state === 'sending') {
          const clientOrderId = action.kind === 'place' ? null : action.clientOrderId
          void recordOutcome(id, {
            state: 'unknown',
            clientOrderId,
            text: 'The program ended while it was being sent; the desk is finding out what became of it',
          })
        } else void queryOutcome(id)
      }
    },
    dispose() {
      disposed = true
      stopRows()
    },
  }
}
