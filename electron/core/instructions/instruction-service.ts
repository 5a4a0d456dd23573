import type {
  ConnectionId,
  Ending,
  Instruction,
  InstructionId,
} from '../../../shared/domain/instructions/instruction.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { InstructionRow } from '../../../shared/domain/instructions/instruction-row.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { withAmendment, isEmptyAmendment, subjectOf } from './requests/action.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import { createCardStore } from './confirm/card-store.js'
import { createDecisions } from './confirm/decisions.js'
import type { InstructionServiceDeps } from './queue/instruction-service-deps.js'
import { createDispatch } from './queue/dispatch.js'
import { storedRequestDigest } from './requests/request-digest.js'
import { createInstructionIntake } from './queue/instruction-intake.js'
import type { InstructionService } from './queue/instruction-service-port.js'
import { createInstructionStore } from './queue/instruction-store.js'
import { actionSummary } from './order-text/order-summary.js'
import { createConfirmController, PULSE_MS } from './confirm/confirm-controller.js'
import { createInstructionLog } from './queue/instruction-log.js'
import { validityMs } from './queue/validity.js'
import { usageOf } from './policy/usage.js'

const MAX_ROWS = 500

/**
 * Converts an instruction to its row.
 * @param tier the tier of its card's latest evaluation; null when it has no card
 */
const rowOf = (instruction: Instruction, tier: InstructionRow['tier']): InstructionRow => {
  const action = withAmendment(instruction)
  const { symbol, side } = subjectOf(action)
  const {
    id,
    environment,
    source,
    connectionId,
    connectionName,
    reason,
    requestCount,
    createdAt,
    expiresAt,
    status,
    ending,
    outcome,
  } = instruction
  return {
    id,
    environment,
    source,
    connectionId,
    connectionName,
    action: action.kind,
    line: actionSummary(action, null),
    symbol,
    side,
    reason,
    requestCount,
    createdAt,
    expiresAt,
    status,
    ending: ending?.why ?? null,
    endedAt: ending?.endedAt ?? null,
    amended: !isEmptyAmendment(instruction.amendment),
    outcome: outcome?.state ?? null,
    detail: outcome?.text ?? ending?.detail ?? '',
    clientOrderId: outcome?.clientOrderId ?? null,
    tier,
    requestedLine: isEmptyAmendment(instruction.amendment)
      ? null
      : actionSummary(instruction.action, null),
  }
}

/**
 * Creates the instruction queue of one session. Refuses every request until `restore` has read the
 * records of the last run.
 */
export function createInstructionService(deps: InstructionServiceDeps): InstructionService {
  const { audit, clock, connections, timers } = deps
  const instructionLog = createInstructionLog(deps.journal)
  const store = createInstructionStore(
    instructionLog,
    deps.archive ?? null,
    ({ kind }) => deps.log.event('warn', 'instruction.archive-failed', { kind }),
    storedRequestDigest(deps.crypto),
  )
  const cards = createCardStore(deps, store)
  const dispatch = createDispatch(deps, store)
  const rowsChanged = createEmitter<readonly InstructionRow[]>()
  const currentRow = (instruction: Instruction): InstructionRow =>
    rowOf(cards.withCurrentOrders(instruction), cards.get(instruction.id)?.body.tier ?? null)
  /** The expiry of each pending instruction by the monotonic clock, in ms. */
  const deadlines = new Map<InstructionId, number>()
  let closedReason: Refusal | null = { code: 'not-ready', message: 'The desk is starting.' }
  let locked = false
  let disposed = false

  const pending = (only?: ConnectionId): readonly Instruction[] =>
    store
      .open()
      .filter(
        (instruction) =>
          instruction.status === 'PENDING' &&
          (only === undefined || instruction.connectionId === only),
      )

  const end = async (
    instruction: Instruction,
    why: Exclude<Ending, 'approved' | 'allowed-by-rule'>,
    detail: string,
  ): Promise<void> => {
    if (store.get(instruction.id)?.status !== 'PENDING') return
    // An instruction that was decided but not yet sent can only be stopped, and the dispatch must
    // see the stop before it sends.
    if (dispatch.isRunning(instruction.id)) {
      if (why === 'withdrawn' || why === 'revoked') {
        await dispatch.stop(instruction.id, { why, detail })
      }
      return
    }
    deadlines.delete(instruction.id)
    const recorded = audit.append('ended', instruction.id, detail.slice(0, 300), { ending: why })
    const written = await store.appendAlways(
      { kind: 'ended', id: instruction.id, why, detail: detail.slice(0, 500), at: clock.now() },
      recorded,
    )
    if (!written.ok) {
      deps.log.event('error', 'instruction.end-not-saved', { kind: written.error.kind })
    }
  }

  /**
   * Ends a pending instruction, or stops one that is decided and not yet sent. Null when it is too
   * late for both.
   */
  const stopOrEnd = (
    instruction: Instruction,
    why: 'withdrawn' | 'revoked',
    detail: string,
  ): Promise<void> | null =>
    dispatch.stop(instruction.id, { why, detail }) ??
    (instruction.status === 'PENDING' ? end(instruction, why, detail) : null)

  const withdraw = async (why: string, only?: ConnectionId): Promise<number> => {
    const stopped = store
      .open()
      .filter((instruction) => only === undefined || instruction.connectionId === only)
      .flatMap((instruction) => stopOrEnd(instruction, 'withdrawn', why) ?? [])
    await Promise.all(stopped)
    return stopped.length
  }

  const isOver = (instruction: Instruction): boolean => {
    const deadline = deadlines.get(instruction.id)
    // Expire by the monotonic clock, or by the wall clock after a sleep.
    return (
      deadline === undefined ||
      clock.monotonic() >= deadline ||
      clock.now() >= instruction.expiresAt
    )
  }

  /**
   * The offset of the wall clock from the monotonic clock. A jump means that the computer slept,
   * even if the system did not report it.
   */
  let clockOffset = clock.now() - clock.monotonic()
  const detectSleep = (): void => {
    const now = clock.now() - clock.monotonic()
    const jumped = Math.abs(now - clockOffset) > PULSE_MS
    clockOffset = now
    if (jumped) controller.rearm()
  }

  const expireIfDue = (instruction: Instruction): void => {
    // A decided instruction is being sent; it had not expired when the person decided.
    if (
      dispatch.isRunning(instruction.id) ||
      instruction.status !== 'PENDING' ||
      !isOver(instruction)
    ) {
      return
    }
    void end(instruction, 'expired', 'Nobody decided in time')
  }

  const hasEnded = (id: InstructionId): boolean => {
    detectSleep()
    const instruction = store.get(id)
    if (instruction !== undefined) expireIfDue(instruction)
    return store.get(id)?.status !== 'PENDING'
  }

  const extensionMs = (instruction: Instruction): number =>
    validityMs(
      withAmendment(instruction),
      connections.get(instruction.connectionId)?.policy.validMinutes ?? 1,
      deps.exchangeNow(),
    )

  const controller = createConfirmController(deps, store, cards, {
    locked: () => locked,
    isExtendable: (instruction) =>
      clock.now() + extensionMs(instruction) > instruction.expiresAt + PULSE_MS,
    onDenied: (card) => {
      const instruction = store.get(card.id)
      if (instruction !== undefined) {
        void end(
          instruction,
          'withdrawn',
          `Not allowed any more: ${card.verdict.refusal?.message ?? 'the policy changed'}`,
        )
      }
    },
  })

  const decisions = createDecisions(deps, {
    store,
    cards,
    controller,
    dispatch,
    context: {
      hasEnded,
      extensionMs,
      extend: (id, expiresAt) =>
        deadlines.set(id, clock.monotonic() + Math.max(0, expiresAt - clock.now())),
    },
  })

  const intake = createInstructionIntake(deps, store, {
    reject: async (id, why) => {
      const instruction = store.get(id)
      if (instruction !== undefined) await end(instruction, 'withdrawn', why)
    },
    closedReason: () =>
      closedReason ?? (locked ? { code: 'locked', message: 'The desk is locked.' } : null),
    showToPerson(entries) {
      for (const { instruction, facts, verdict } of entries) {
        deadlines.set(
          instruction.id,
          clock.monotonic() + Math.max(0, instruction.expiresAt - clock.now()),
        )
        cards.create(instruction, facts, verdict)
      }
      // The tier of each card is known only now.
      rowsChanged.emit(
        entries.map(({ instruction }) => currentRow(store.get(instruction.id) ?? instruction)),
      )
      controller.cardsArrived()
    },
    autoApprove(instruction, verdict) {
      deadlines.set(
        instruction.id,
        clock.monotonic() + Math.max(0, instruction.expiresAt - clock.now()),
      )
      void dispatch.send(instruction, {
        why: 'allowed-by-rule',
        detail: 'Let through by a rule of this connection',
        exposure: verdict.exposure,
        digest: null,
        requestDigest: instruction.requestDigest,
      })
    },
  })

  const removers = [
    store.onChange((instruction) => {
      if (instruction.status !== 'PENDING') deadlines.delete(instruction.id)
      controller.cardChanged(instruction.id)
      rowsChanged.emit([currentRow(instruction)])
    }),
    connections.onChange(({ id, kind }) => {
      if (kind === 'paused') void withdraw('This assistant was paused', id)
      if (kind === 'revoked') void withdraw('This connection was revoked', id)
      if (kind === 'policy') void withdraw('The policy of this connection was changed', id)
    }),
    deps.hosted?.synced.subscribe(() => controller.rearm()) ?? (() => undefined),
    deps.halted.subscribe(() => {
      if (deps.halted.get()) void withdraw('Assistants were halted')
      controller.rearm()
    }),
    timers.every(PULSE_MS, () => {
      detectSleep()
      for (const instruction of pending()) expireIfDue(instruction)
      controller.pulse()
    }),
  ]

  return {
    async restore() {
      const read = await store.replay(clock.now())
      if (disposed) return
      if (!read.ok) {
        closedReason = {
          code: 'unavailable',
          message: 'The instructions of the last run cannot be read; nothing is taken.',
        }
        deps.log.event('error', 'instruction.store-unreadable', { kind: read.error.kind })
        return
      }
      await Promise.all(pending().map((instruction) => end(instruction, 'withdrawn', 'restart')))
      dispatch.recover()
      closedReason = null
    },
    instruct: (connection, request, origin = null) => intake.instruct(connection, request, origin),
    hostedInstructions: () => store.all().filter(({ sourceId }) => sourceId !== undefined),
    async endAtSource(id, why, detail) {
      const instruction = store.get(id)
      if (instruction === undefined) return
      if (why === 'expired') return end(instruction, why, detail)
      await stopOrEnd(instruction, why, detail)
    },
    get: (id) => store.get(id) ?? null,
    usage(connection) {
      const context = { orders: deps.orderGateway.orders.all(), now: clock.now(), except: null }
      return usageOf({ connection, instructions: store.counted(context), ...context })
    },
    all: () => store.all(),
    byConnection: (connection) =>
      store.all().filter((instruction) => instruction.connectionId === connection),
    async revoke(connection, id) {
      const instruction = store.get(id)
      if (instruction === undefined || instruction.connectionId !== connection) {
        return err({ code: 'not-found', message: 'This instruction is not known here.' })
      }
      if (instruction.status === 'PENDING') expireIfDue(instruction)
      const stopped = stopOrEnd(store.get(id) ?? instruction, 'revoked', 'Revoked by the assistant')
      if (stopped === null) {
        return err({ code: 'already-ended', message: 'This instruction is not waiting any more.' })
      }
      await stopped
      return ok(store.get(id) ?? instruction)
    },
    withdraw,
    onChange: (listener) => store.onChange(listener),
    rows: {
      all: () => store.all().slice(-MAX_ROWS).map(currentRow),
      subscribe: (listener) => rowsChanged.add(listener),
    },
    confirm: controller.live,
    onAttention: (listener) => controller.onAttention(listener),
    markShown(id, digest, isComplete) {
      if (!controller.markShown(id, digest, isComplete)) return
      void audit.append('shown', id, cards.get(id)?.body.line ?? '', { shown: digest })
    },
    setWindowState: (state) => controller.setWindowState(state),
    handleInterruption(why) {
      if (why === 'resumed') for (const instruction of pending()) expireIfDue(instruction)
      else locked = why === 'locked'
      if (why === 'locked') {
        void withdraw('The desk was locked')
        // The confirm window has no lock, so remove its card: the result appears only in the panel,
        // behind the lock.
        controller.defer(null)
      }
      controller.rearm()
    },
    decide: (decision) => decisions.decide(decision),
    amend: (id, digest, amendment) => decisions.amend(id, digest, amendment),
    requote: (id) => decisions.requote(id),
    extend: (id) => decisions.extend(id),
    defer: (id) => controller.defer(id),
    show: (id) => controller.show(id),
    dispose() {
      if (disposed) return
      disposed = true
      closedReason = { code: 'not-ready', message: 'The session has ended.' }
      for (const remove of removers) remove()
      dispatch.dispose()
      controller.dispose()
      rowsChanged.clear()
      void instructionLog.close()
    },
  }
}
