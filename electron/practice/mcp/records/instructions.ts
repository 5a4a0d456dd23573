import { createHash, randomBytes } from 'node:crypto'
import {
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { changesOf, type PlacedOrder } from './changes.js'
import type { RequestedAction, Instruction } from './instruction-record.js'

const { maxStored, maxPending, takenMs, validUntilMinute } = ASSUMPTIONS.instructions

/** How long after its end a taken instruction may still turn out to have become an order. */
const LATE_MS = 24 * 3_600_000

/** Why something is not done to an instruction. */
export type InstructionProblem =
  | 'not-found'
  | 'ended'
  | 'taken'
  | 'not-taken'
  | 'too-many'
  | 'key-conflict'
  | 'order-exists'
  | 'no-order'
type Done = Result<Instruction, InstructionProblem>

/** Who asks, with what account and in what words. */
export interface InstructionRequest {
  readonly userId: string
  readonly accountId: string
  readonly clientId: string
  readonly clientName: string
  readonly key: string
  readonly reason: string
  readonly ask: RequestedAction
}

/**
 * What the store works with: exchange time, and the order of an account by its client_order_id;
 * null where there is none.
 */
export interface InstructionsDeps {
  readonly now: () => EpochMs
  readonly order: (accountId: string, clientOrderId: string) => PlacedOrder | null
}

/** The end of the trading day that `now` belongs to. */
export function validUntil(now: EpochMs): EpochMs {
  const { day, minute } = exchangeClock(now)
  const trading = tradingDay(day, 0)
  return exchangeInstant(
    trading === day && minute >= validUntilMinute ? tradingDay(day, 1) : trading,
    validUntilMinute,
  )
}

const digestOf = ({ accountId, ask }: InstructionRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, ask]))
    .digest('hex')

/**
 * The instructions of the hosted server: they wait here until the desktop has the order sent or
 * declines, their client revokes, or the
 * trading day ends. A taken one is in the desktop's hands: only an order that exists, the desktop's
 * word, or a long silence ends it.
 */
export class Instructions {
  private all = new Map<string, Instruction>()
  private readonly boot = randomBytes(6).toString('hex')
  private changes = 0
  private readonly listeners = new Set<() => void>()

  constructor(private readonly deps: InstructionsDeps) {}

  /** Names the present state of what waits; another after every change and every start. */
  get version(): string {
    return `${this.boot}.${this.changes}`
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /**
   * Puts a request among those that wait. The same key of a client brings its instruction again,
   * unless something else is asked.
   */
  submit(request: InstructionRequest): Done {
    this.advanceTime()
    const digest = digestOf(request)
    const ofClient = [...this.all.values()].filter(
      (instruction) => instruction.clientId === request.clientId,
    )
    const known = ofClient.find((instruction) => instruction.key === request.key)
    if (known !== undefined) return known.digest === digest ? ok(known) : err('key-conflict')
    if (ofClient.filter(({ status }) => status === 'PENDING').length >= maxPending) {
      return err('too-many')
    }
    const now = this.deps.now()
    return ok(
      this.put({
        ...request,
        id: randomBytes(16).toString('hex'),
        digest,
        status: 'PENDING',
        createdAt: now,
        expiresAt: validUntil(now),
        taken: null,
        ended: null,
        changed: {},
      }),
    )
  }

  /** Those of a user, oldest first; `clientId` narrows to what that client asked. */
  listFor(userId: string, clientId?: string): readonly Instruction[] {
    this.advanceTime()
    return [...this.all.values()].filter(
      (instruction) =>
        instruction.userId === userId &&
        (clientId === undefined || instruction.clientId === clientId),
    )
  }

  get(userId: string, id: string): Instruction | null {
    this.advanceTime()
    const found = this.all.get(id)
    return found?.userId === userId ? found : null
  }

  /** The client takes its request back. */
  revoke(userId: string, clientId: string, id: string): Done {
    const found = this.get(userId, id)
    if (found?.clientId !== clientId) return err('not-found')
    if (found.status !== 'PENDING') return err('ended')
    return found.taken === null
      ? ok(this.end(found, 'REJECTED', 'revoked by the assistant'))
      : err('taken')
  }

  /** The desktop is about to send `clientOrderId` for it. */
  accept(userId: string, id: string, clientOrderId: string): Done {
    const found = this.get(userId, id)
    if (found === null) return err('not-found')
    if (found.taken !== null) {
      return found.taken.clientOrderId === clientOrderId ? ok(found) : err('taken')
    }
    if (found.status !== 'PENDING') return err('ended')
    // A name that is in use already proves nothing about this order.
    if (found.ask.kind === 'place' && this.deps.order(found.accountId, clientOrderId) !== null) {
      return err('order-exists')
    }
    return ok(this.put({ ...found, taken: { clientOrderId, at: this.deps.now() } }))
  }

  reject(
    userId: string,
    id: string,
    detail: string,
    status: 'REJECTED' | 'EXPIRED' = 'REJECTED',
  ): Done {
    const found = this.get(userId, id)
    if (found === null) return err('not-found')
    if (found.status === status) return ok(found)
    return found.status === 'PENDING' ? ok(this.end(found, status, detail)) : err('ended')
  }

  /**
   * Ends what a client that is let in no longer left waiting; what a desktop has in its hands is
   * the desktop's to end.
   */
  rejectOf(userId: string, clientId: string, detail: string): void {
    for (const instruction of this.listFor(userId, clientId)) {
      if (instruction.status === 'PENDING' && instruction.taken === null) {
        this.end(instruction, 'REJECTED', detail)
      }
    }
  }

  /** Something beside the instructions changed that is told with them. */
  touch(): void {
    this.changes += 1
    for (const listener of [...this.listeners]) listener()
  }

  /**
   * What the desktop says came of the order. Whether a new order is there is not a matter of
   * anybody's word.
   */
  settle(
    userId: string,
    id: string,
    outcome: 'sent' | 'refused' | 'unknown',
    detail: string,
  ): Done {
    const found = this.get(userId, id)
    if (found === null) return err('not-found')
    if (found.taken === null) return found.status === 'PENDING' ? err('not-taken') : err('ended')
    if (found.status !== 'PENDING' || outcome === 'unknown') return ok(found)
    if (outcome === 'refused') return ok(this.end(found, 'REJECTED', detail))
    return found.ask.kind === 'place' ? err('no-order') : ok(this.end(found, 'APPROVED', detail))
  }

  /** Ends what has run out, and what has become an order without anybody saying so. */
  advanceTime(): void {
    const now = this.deps.now()
    for (const instruction of this.all.values()) {
      // A desktop that slept between naming its order and sending it may be late: then the order is
      // what counts.
      const late =
        instruction.status === 'EXPIRED' &&
        instruction.taken !== null &&
        now - (instruction.ended?.at ?? 0) < LATE_MS
      if (instruction.status !== 'PENDING' && !late) continue
      const order =
        instruction.taken === null || instruction.ask.kind !== 'place'
          ? null
          : this.deps.order(instruction.accountId, instruction.taken.clientOrderId)
      if (order !== null) {
        this.end(
          {
            ...instruction,
            changed:
              instruction.ask.kind === 'place' ? changesOf(instruction.ask.order, order) : {},
          },
          'APPROVED',
          'confirmed in the desktop app',
        )
      } else if (
        !late &&
        now >=
          Math.max(
            instruction.expiresAt,
            instruction.taken === null ? 0 : instruction.taken.at + takenMs,
          )
      ) {
        this.end(instruction, 'EXPIRED', 'not confirmed in time')
      }
    }
  }

  snapshot(): Instruction[] {
    return [...this.all.values()]
  }

  restore(saved: readonly Instruction[]): void {
    this.all = new Map(saved.map((instruction) => [instruction.id, instruction]))
    this.changes += 1
  }

  private end(
    instruction: Instruction,
    status: Instruction['status'],
    detail: string,
  ): Instruction {
    return this.put({ ...instruction, status, ended: { at: epochMs(this.deps.now()), detail } })
  }

  private put(instruction: Instruction): Instruction {
    this.all.set(instruction.id, instruction)
    for (const old of this.all.values()) {
      if (this.all.size <= maxStored) break
      if (old.status !== 'PENDING') this.all.delete(old.id)
    }
    this.touch()
    return instruction
  }
}
