import type { Disposer } from '../../../shared/domain/brand.js'
import type { Money } from '../../../shared/domain/decimal.js'
import type { Instruction, InstructionId } from '../../../shared/domain/instruction.js'
import { isUncertain } from '../../../shared/domain/order-state.js'
import type { Order } from '../../../shared/domain/order.js'
import type { Result } from '../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import { accountOf, effective } from './action.js'
import { foundChange } from './found-change.js'
import type { InstructionDeskDeps } from './desk-deps.js'
import { orderNameOf } from './hosted-gate.js'
import type { Ledger } from './ledger.js'
import { actionLine } from './line.js'
import { changesOf, namedBy, standsAs } from './replacement.js'

/** How long until the order desk is asked again what became of a ticket. */
const ASK_AGAIN_MS = 2_000
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

export interface Authority {
  readonly why: 'approved' | 'allowed-by-rule'
  readonly detail: string
  readonly worth: Money
  /** The digest of what was on the screen; null where nobody was asked. */
  readonly digest: string | null
  readonly asked: string
}

export interface Dispatch {
  /**
   * The decision on the audit chain; then, beside each other, the head that proves it, the queue's
   * own record and the send on the chain;
   * and when all of them are on the disk, to the order desk. Whatever fails on the way, nothing is
   * sent, and the chain says so.
   */
  send(instruction: Instruction, authority: Authority): Promise<void>
  /**
   * Stops an instruction that is between its decision and the order desk, and resolves when that is
   * written down; null when it is not there.
   */
  stop(id: InstructionId, stop: Stop): Promise<void> | null
  busy(id: InstructionId): boolean
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
export function createDispatch(deps: InstructionDeskDeps, ledger: Ledger): Dispatch {
  const { audit, clock, door, log, timers } = deps
  const under = new Map<InstructionId, Stop | null>()
  const running = new Map<InstructionId, Promise<void>>()
  let disposed = false
  /**
   * The order desk has told something in this run. Before that its rows are being put together from
   * its journal, one step after another,
   * and what they show on the way is no outcome: an order that works still, until the record comes
   * that cancelled it.
   */
  let live = false
  let stopRows: Disposer = () => undefined

  const finish = async (id: InstructionId, outcome: Outcome): Promise<void> => {
    const text = outcome.text.slice(0, TEXT_CHARS)
    const recorded = audit.append('outcome', id, text.slice(0, 300), {
      state: outcome.state,
      order: outcome.clientOrderId,
    })
    const written = await ledger.force(
      { kind: 'outcome', id, ...outcome, text, at: clock.now() },
      recorded,
    )
    if (!written.ok) {
      log.event('error', 'instruction.outcome-not-kept', { kind: written.error.kind })
    }
    if (outcome.state === 'unknown') void ask(id)
  }

  const abandon = async (id: InstructionId, stop: Stop): Promise<void> => {
    const recorded = audit.append('ended', id, stop.detail.slice(0, 300), { ending: stop.why })
    await ledger.force(
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

  const handOver = async (instruction: Instruction): Promise<Outcome> => {
    const action = effective(instruction)
    try {
      if (action.kind === 'place') {
        const name =
          instruction.sourceId === undefined ? [] : ([orderNameOf(instruction.id)] as const)
        return outcomeOf(await door.submit(ticketOf(instruction.id), action.draft, ...name))
      }
      // What was approved is the change of orders as they stood: of others nobody said anything.
      const rows = door.orders.all()
      const moved =
        action.kind === 'replace' &&
        changesOf(action).some(({ accountId, clientOrderId, before }) => {
          const row = rows.find(
            (each) => each.accountId === accountId && each.clientOrderId === clientOrderId,
          )
          return row !== undefined && !standsAs(row, before)
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
          ? await door.replace(
              action.accountId,
              action.clientOrderId,
              action.change,
              ...(others.length === 0 ? [] : ([others] as const)),
            )
          : await door.cancel(action.accountId, action.clientOrderId)
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
  const refusedAtSource = async ({ id, sourceId }: Instruction): Promise<Stop | null> => {
    if (sourceId === undefined) return null
    const taken = await deps.hosted?.take(sourceId, id).catch((): null => null)
    return taken?.ok === true
      ? null
      : {
          why: 'withdrawn',
          detail: `Not sent: ${taken?.error ?? 'the provider could not be asked whether it still waits'}`,
        }
  }

  const NOT_RECORDED: Stop = { why: 'withdrawn', detail: 'Not sent: it could not be written down' }

  const authorised = async (instruction: Instruction, authority: Authority): Promise<void> => {
    const { id } = instruction
    const line = actionLine(effective(instruction), null)
    const decision = audit.begin('decided', id, line, {
      decision: 'approve',
      by: authority.why === 'approved' ? 'person' : 'rule',
      shown: authority.digest,
      request: authority.asked,
      worth: authority.worth as unknown as string,
      connection: instruction.connectionId,
    })
    const decided = await decision.written
    const early = under.get(id) ?? (decided.ok ? null : NOT_RECORDED)
    if (early !== null) return abandon(id, early)
    // Beside the queue's own record: nothing is done upon either before both are there.
    let left = (): void => undefined
    const quiet = new Promise<void>((resolve) => {
      left = resolve
    })
    const sending = audit.begin(
      'sent',
      id,
      line,
      { ticket: ticketOf(id), shown: authority.digest },
      quiet,
    ).written
    const written = await ledger.enact({
      kind: 'sending',
      id,
      why: authority.why,
      detail: authority.detail.slice(0, TEXT_CHARS),
      worth: authority.worth,
      at: clock.now(),
    })
    if (!written.ok || ledger.get(id)?.status !== 'APPROVED') {
      left()
      return abandon(id, NOT_RECORDED)
    }
    const stopTelling = timers.after(QUIET_MS, () => {
      left()
      ledger.announce(id)
    })
    // The head that tells of the send as well comes when it is under way, or after a moment: the
    // decision, on which it rests, is proved before.
    const [sent, proved] = await Promise.all([sending, decision.proved])
    const stopped = under.get(id) ?? (sent.ok && proved.ok ? null : NOT_RECORDED)
    // What stopped it while the source was asked stops it still.
    const refused = stopped ?? (await refusedAtSource(instruction))
    const late = under.get(id) ?? refused
    const stays = late !== null || disposed
    if (!stays) under.delete(id)
    const outcome: Outcome = stays
      ? {
          state: 'denied',
          clientOrderId: null,
          text: late?.detail ?? 'Not sent: the session ended',
        }
      : await handOver(instruction)
    stopTelling()
    left()
    live ||= !stays
    await finish(id, outcome)
  }

  /** Other programs choose their ids as they like: the same one may stand in two accounts. */
  const rowIn =
    (accountId: Order['accountId']) =>
    (id: Order['clientOrderId']): Order | undefined =>
      door.orders.all().find((row) => row.accountId === accountId && row.clientOrderId === id)

  /** What an order that was asked for shows now; null while that is open. */
  const settled = (instruction: Instruction, order: Order): Outcome | null => {
    const action = effective(instruction)
    const { clientOrderId } = order
    if (action.kind !== 'place') {
      return foundChange(action, (id) =>
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

  const follow = (order: Order): void => {
    if (!live) return
    for (const instruction of ledger.all()) {
      if (
        instruction.outcome?.state !== 'unknown' ||
        accountOf(effective(instruction)) !== order.accountId ||
        (instruction.outcome.clientOrderId !== order.clientOrderId &&
          !namedBy(instruction.action).includes(order.clientOrderId))
      ) {
        continue
      }
      const outcome = settled(instruction, order)
      if (outcome !== null) void finish(instruction.id, outcome)
    }
  }

  const ask = async (id: InstructionId): Promise<void> => {
    const instruction = ledger.get(id)
    if (disposed || instruction?.outcome?.state !== 'unknown') return
    const action = effective(instruction)
    const known = await door.outcome(ticketOf(id)).catch((): null => null)
    if (known?.ok === true) {
      live = true
      if (action.kind !== 'place') {
        const found = foundChange(action, rowIn(action.accountId))
        if (found !== null) return finish(id, found)
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
          return finish(id, outcome)
        }
        // From here on the order's own row tells; it may have done so already.
        const row =
          outcome.clientOrderId === null
            ? undefined
            : rowIn(accountOf(action))(outcome.clientOrderId)
        if (row !== undefined) follow(row)
        return
      }
    }
    if (!disposed) timers.after(ASK_AGAIN_MS, () => void ask(id))
  }

  stopRows = door.orders.subscribe((rows) => {
    for (const row of rows) follow(row)
  })

  return {
    send(instruction, authority) {
      const { id } = instruction
      under.set(id, null)
      const done = authorised(instruction, authority).finally(() => {
        under.delete(id)
        running.delete(id)
      })
      running.set(id, done)
      return done
    },
    stop(id, stop) {
      if (!under.has(id)) return null
      under.set(id, under.get(id) ?? stop)
      return running.get(id) ?? Promise.resolve()
    },
    busy: (id) => under.has(id),
    recover() {
      for (const instruction of ledger.all()) {
        const { id, outcome } = instruction
        if (outcome?.state !== 'sending' && outcome?.state !== 'unknown') continue
        const action = effective(instruction)
        if (outcome.state === 'sending') {
          const clientOrderId = action.kind === 'place' ? null : action.clientOrderId
          void finish(id, {
            state: 'unknown',
            clientOrderId,
            text: 'The program ended while it was being sent; the desk is finding out what became of it',
          })
        } else void ask(id)
      }
    },
    dispose() {
      disposed = true
      stopRows()
    },
  }
}
