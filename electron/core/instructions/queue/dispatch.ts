import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Money } from '../../../../shared/domain/decimal.js'
import type {
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import { isUncertain } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import { accountOf, withAmendment } from '../requests/action.js'
import { changeOutcome } from './change-outcome.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import { clientOrderIdOf } from './hosted-gate.js'
import type { InstructionStore } from './instruction-store.js'
import { actionSummary } from '../order-text/order-summary.js'
import { changesOf, affectedOrderIds, haveSameTerms } from '../requests/order-changes.js'

/** The delay before the outcome of a ticket is queried again, in ms. */
const QUERY_AGAIN_MS = 2_000
const TEXT_CHARS = 500
/**
 * How long window updates wait for an order that is being sent, in ms: usually longer than sending
 * takes, shorter than a person notices.
 */
export const QUIET_MS = 40

/** Returns the one ticket of an instruction, which prevents it from being sent twice. */
export const ticketOf = (id: InstructionId): string => `i-${id}`

/** The reason to stop an authorized instruction before it is sent. */
export interface Stop {
  readonly why: 'withdrawn' | 'revoked'
  readonly detail: string
}

export interface Authorization {
  readonly why: 'approved' | 'allowed-by-rule'
  readonly detail: string
  readonly exposure: Money
  /** The digest of the displayed card; null for an auto-approve rule. */
  readonly digest: string | null
  readonly requestDigest: string
}

export interface Dispatch {
  /**
   * Sends an approved instruction. Writes the decision to the audit chain; then, in parallel, the
   * head that proves it, the queue's own record and the `sent` record; and calls the order gateway
   * when all of them are on disk. If any step fails nothing is sent, and the chain records that.
   */
  send(instruction: Instruction, authority: Authorization): Promise<void>
  /**
   * Stops an instruction between its decision and the order gateway. Resolves when that is
   * recorded; null when it is not there.
   */
  stop(id: InstructionId, stop: Stop): Promise<void> | null
  isRunning(id: InstructionId): boolean
  /** Queries every outcome that the last run did not learn. Sends nothing. */
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
    // Only an error that proves that nothing was sent is a refusal; any other leaves the outcome
    // unknown.
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

/** Creates the only path from a decision to the order gateway. */
export function createDispatch(deps: InstructionServiceDeps, store: InstructionStore): Dispatch {
  const { audit, clock, orderGateway, log, timers } = deps
  const inFlight = new Map<InstructionId, Stop | null>()
  const running = new Map<InstructionId, Promise<void>>()
  let disposed = false
  /**
   * True once the order gateway has answered in this run. Before that its rows are still being
   * replayed from the journal and may show an intermediate state, such as an order that is working
   * until its cancellation is read.
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
      log.event('error', 'instruction.outcome-not-saved', { kind: written.error.kind })
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
      // The approval covers the orders as they were shown. Refuse if their terms have changed
      // since.
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
   * Acquires a hosted instruction. The source decides between this approval, a revocation there and
   * another desktop; without its consent nothing is sent.
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
    // Written in parallel with the queue's own record. Nothing is sent before both are on disk.
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
    // The head that covers the `sent` record is written while the order is being sent, or after a
    // moment. The head of the decision must be on disk first.
    const [sent, proved] = await Promise.all([sending, decision.proved])
    const stopped = inFlight.get(id) ?? (sent.ok && proved.ok ? null : NOT_RECORDED)
    // A stop during the request to the source also counts.
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

  /** Includes the account, because order ids of other programs may collide across accounts. */
  const rowIn =
    (accountId: Order['accountId']) =>
    (id: Order['clientOrderId']): Order | undefined =>
      orderGateway.orders
        .all()
        .find((row) => row.accountId === accountId && row.clientOrderId === id)

  /** Returns the outcome that an order shows now; null while it is uncertain. */
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
        // From here on the order's row determines the outcome; it may have done so already.
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
