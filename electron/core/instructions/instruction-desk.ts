import type {
  ConnectionId,
  Ending,
  Instruction,
  InstructionId,
} from '../../../shared/domain/instruction.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { InstructionRow } from '../../../shared/ipc/instructions.js'
import { listeners } from '../live.js'
import { effective, isEmpty, subjectOf } from './action.js'
import type { Refusal } from './assistant-port.js'
import { createCardRoom } from './card-room.js'
import { createDecisions } from './decisions.js'
import type { InstructionDeskDeps } from './desk-deps.js'
import { createDispatch } from './dispatch.js'
import { askedFor } from './same-request.js'
import { createIntake } from './intake.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import { createLedger } from './ledger.js'
import { actionLine } from './line.js'
import { createReading, PULSE_MS } from './reading.js'
import { createStore } from './store.js'
import { validityMs } from './validity.js'
import { usageOf } from './usage.js'

const MAX_ROWS = 500

/** @param tier by the latest look at its card; null when nobody looks any more */
const rowOf = (instruction: Instruction, tier: InstructionRow['tier']): InstructionRow => {
  const action = effective(instruction)
  const { symbol, side } = subjectOf(action)
  const {
    id,
    environment,
    source,
    connectionId,
    connectionName,
    reason,
    asked,
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
    line: actionLine(action, null),
    symbol,
    side,
    reason,
    asked,
    createdAt,
    expiresAt,
    status,
    ending: ending?.why ?? null,
    endedAt: ending?.at ?? null,
    amended: !isEmpty(instruction.amendment),
    outcome: outcome?.state ?? null,
    detail: outcome?.text ?? ending?.detail ?? '',
    clientOrderId: outcome?.clientOrderId ?? null,
    tier,
    askedLine: isEmpty(instruction.amendment) ? null : actionLine(instruction.action, null),
  }
}

/**
 * The queue of one environment session. Nothing is taken before `restore` has read what the last
 * run left.
 */
export function createInstructionDesk(deps: InstructionDeskDeps): InstructionDesk {
  const { audit, clock, connections, timers } = deps
  const store = createStore(deps.journal)
  const ledger = createLedger(
    store,
    deps.archive ?? null,
    ({ kind }) => deps.log.event('warn', 'instruction.archive-failed', { kind }),
    askedFor(deps.crypto),
  )
  const cards = createCardRoom(deps, ledger)
  const dispatch = createDispatch(deps, ledger)
  const rowsChanged = listeners<readonly InstructionRow[]>()
  const rowNow = (instruction: Instruction): InstructionRow =>
    rowOf(cards.standing(instruction), cards.get(instruction.id)?.body.tier ?? null)
  /** When each that waits is over, by the clock that never goes back. */
  const deadlines = new Map<InstructionId, number>()
  let closed: Refusal | null = { code: 'not-ready', message: 'The desk is starting.' }
  let locked = false
  let disposed = false

  const pending = (only?: ConnectionId): readonly Instruction[] =>
    ledger
      .open()
      .filter(
        (each) => each.status === 'PENDING' && (only === undefined || each.connectionId === only),
      )

  const end = async (
    instruction: Instruction,
    why: Exclude<Ending, 'approved' | 'allowed-by-rule'>,
    detail: string,
  ): Promise<void> => {
    if (ledger.get(instruction.id)?.status !== 'PENDING') return
    // Between its decision and the order desk only a stop ends it: whoever sends has to see it.
    if (dispatch.busy(instruction.id)) {
      if (why === 'withdrawn' || why === 'revoked') {
        await dispatch.stop(instruction.id, { why, detail })
      }
      return
    }
    deadlines.delete(instruction.id)
    const recorded = audit.append('ended', instruction.id, detail.slice(0, 300), { ending: why })
    const written = await ledger.force(
      { kind: 'ended', id: instruction.id, why, detail: detail.slice(0, 500), at: clock.now() },
      recorded,
    )
    if (!written.ok) {
      deps.log.event('error', 'instruction.end-not-kept', { kind: written.error.kind })
    }
  }

  /**
   * Ends one that waits, or stops one that is decided and not yet sent; null when it is too late
   * for both.
   */
  const take = (
    instruction: Instruction,
    why: 'withdrawn' | 'revoked',
    detail: string,
  ): Promise<void> | null =>
    dispatch.stop(instruction.id, { why, detail }) ??
    (instruction.status === 'PENDING' ? end(instruction, why, detail) : null)

  const withdraw = async (why: string, only?: ConnectionId): Promise<number> => {
    const stopped = ledger
      .open()
      .filter((each) => only === undefined || each.connectionId === only)
      .flatMap((each) => take(each, 'withdrawn', why) ?? [])
    await Promise.all(stopped)
    return stopped.length
  }

  const isOver = (instruction: Instruction): boolean => {
    const deadline = deadlines.get(instruction.id)
    // Two clocks: the one that never goes back decides, the wall clock counts the time that the
    // computer slept.
    return (
      deadline === undefined ||
      clock.monotonic() >= deadline ||
      clock.now() >= instruction.expiresAt
    )
  }

  /**
   * How far the wall clock is ahead of the other. A jump of it means that the computer slept,
   * whether or not the system said so.
   */
  let ahead = clock.now() - clock.monotonic()
  const noticeSleep = (): void => {
    const now = clock.now() - clock.monotonic()
    const jumped = Math.abs(now - ahead) > PULSE_MS
    ahead = now
    if (jumped) reading.disturb()
  }

  const expire = (instruction: Instruction): void => {
    // What is decided already is on its way: its time was not over when the person said so.
    if (dispatch.busy(instruction.id) || instruction.status !== 'PENDING' || !isOver(instruction)) {
      return
    }
    void end(instruction, 'expired', 'Nobody decided in time')
  }

  const over = (id: InstructionId): boolean => {
    noticeSleep()
    const instruction = ledger.get(id)
    if (instruction !== undefined) expire(instruction)
    return ledger.get(id)?.status !== 'PENDING'
  }

  const longer = (instruction: Instruction): number =>
    validityMs(
      effective(instruction),
      connections.get(instruction.connectionId)?.policy.validMinutes ?? 1,
      deps.exchangeNow(),
    )

  const reading = createReading(deps, ledger, cards, {
    locked: () => locked,
    extendable: (instruction) =>
      clock.now() + longer(instruction) > instruction.expiresAt + PULSE_MS,
    denied: (card) => {
      const instruction = ledger.get(card.id)
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
    ledger,
    cards,
    reading,
    dispatch,
    world: {
      over,
      extended: longer,
      extend: (id, expiresAt) =>
        deadlines.set(id, clock.monotonic() + Math.max(0, expiresAt - clock.now())),
    },
  })

  const intake = createIntake(deps, ledger, {
    turnAway: async (id, why) => {
      const instruction = ledger.get(id)
      if (instruction !== undefined) await end(instruction, 'withdrawn', why)
    },
    closed: () => closed ?? (locked ? { code: 'locked', message: 'The desk is locked.' } : null),
    ask(entries) {
      for (const { instruction, facts, verdict } of entries) {
        deadlines.set(
          instruction.id,
          clock.monotonic() + Math.max(0, instruction.expiresAt - clock.now()),
        )
        cards.open(instruction, facts, verdict)
      }
      // How dangerous each is, is known only now.
      rowsChanged.emit(
        entries.map(({ instruction }) => rowNow(ledger.get(instruction.id) ?? instruction)),
      )
      reading.arrived()
    },
    allow(instruction, verdict) {
      deadlines.set(
        instruction.id,
        clock.monotonic() + Math.max(0, instruction.expiresAt - clock.now()),
      )
      void dispatch.send(instruction, {
        why: 'allowed-by-rule',
        detail: 'Let through by a rule of this connection',
        worth: verdict.worth,
        digest: null,
        asked: instruction.requestDigest,
      })
    },
  })

  const removers = [
    ledger.onChange((instruction) => {
      if (instruction.status !== 'PENDING') deadlines.delete(instruction.id)
      reading.changed(instruction.id)
      rowsChanged.emit([rowNow(instruction)])
    }),
    connections.onChange(({ id, what }) => {
      if (what === 'paused') void withdraw('This assistant was paused', id)
      if (what === 'revoked') void withdraw('This connection was revoked', id)
      if (what === 'policy') void withdraw('The policy of this connection was changed', id)
    }),
    deps.hosted?.heard.subscribe(() => reading.disturb()) ?? (() => undefined),
    deps.halted.subscribe(() => {
      if (deps.halted.get()) void withdraw('Assistants were halted')
      reading.disturb()
    }),
    timers.every(PULSE_MS, () => {
      noticeSleep()
      for (const instruction of pending()) expire(instruction)
      reading.pulse()
    }),
  ]

  return {
    async restore() {
      const read = await ledger.replay(clock.now())
      if (disposed) return
      if (!read.ok) {
        closed = {
          code: 'unavailable',
          message: 'The instructions of the last run cannot be read; nothing is taken.',
        }
        deps.log.event('error', 'instruction.store-unreadable', { kind: read.error.kind })
        return
      }
      await Promise.all(pending().map((each) => end(each, 'withdrawn', 'restart')))
      dispatch.recover()
      closed = null
    },
    instruct: (connection, request, origin = null) => intake.instruct(connection, request, origin),
    fromSource: () => ledger.all().filter(({ sourceId }) => sourceId !== undefined),
    async endedAtSource(id, why, detail) {
      const instruction = ledger.get(id)
      if (instruction === undefined) return
      if (why === 'expired') return end(instruction, why, detail)
      await take(instruction, why, detail)
    },
    get: (id) => ledger.get(id) ?? null,
    usage(connection) {
      const at = { orders: deps.door.orders.all(), now: clock.now(), except: null }
      return usageOf({ connection, instructions: ledger.counted(at), ...at })
    },
    all: () => ledger.all(),
    of: (connection) => ledger.all().filter((each) => each.connectionId === connection),
    async revoke(connection, id) {
      const instruction = ledger.get(id)
      if (instruction === undefined || instruction.connectionId !== connection) {
        return err({ code: 'not-found', message: 'This instruction is not known here.' })
      }
      if (instruction.status === 'PENDING') expire(instruction)
      const stopped = take(ledger.get(id) ?? instruction, 'revoked', 'Revoked by the assistant')
      if (stopped === null) {
        return err({ code: 'already-ended', message: 'This instruction is not waiting any more.' })
      }
      await stopped
      return ok(ledger.get(id) ?? instruction)
    },
    withdraw,
    onChange: (listener) => ledger.onChange(listener),
    rows: {
      all: () => ledger.all().slice(-MAX_ROWS).map(rowNow),
      subscribe: (listener) => rowsChanged.add(listener),
    },
    confirm: reading.live,
    onAttention: (listener) => reading.onAttention(listener),
    shown(id, digest, whole) {
      if (!reading.shown(id, digest, whole)) return
      void audit.append('shown', id, cards.get(id)?.body.line ?? '', { shown: digest })
    },
    window: (state) => reading.window(state),
    disturbed(why) {
      if (why === 'resumed') for (const instruction of pending()) expire(instruction)
      else locked = why === 'locked'
      if (why === 'locked') {
        void withdraw('The desk was locked')
        // A window that nobody has to unlock tells nothing of the account: what became of it stands
        // in the panel, behind the lock.
        reading.later(null)
      }
      reading.disturb()
    },
    decide: (decision) => decisions.decide(decision),
    amend: (id, digest, amendment) => decisions.amend(id, digest, amendment),
    requote: (id) => decisions.requote(id),
    extend: (id) => decisions.extend(id),
    later: (id) => reading.later(id),
    show: (id) => reading.show(id),
    dispose() {
      if (disposed) return
      disposed = true
      closed = { code: 'not-ready', message: 'The session has ended.' }
      for (const remove of removers) remove()
      dispatch.dispose()
      reading.dispose()
      rowsChanged.clear()
      void store.close()
    },
  }
}
