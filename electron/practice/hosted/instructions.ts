import { createHash, randomBytes } from 'node:crypto'
import {
  exchangeClock,
  exchangeInstant,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { RequestedAction, Instruction } from './instruction-record.js'
import { eq, parseDecimal } from '../../../shared/domain/decimal.js'
import type { NewOrderBody } from '../exchange/api/exchange-api.js'

/** The members of an order record that are compared with the request. */
interface PlacedOrder {
  readonly total_quantity: string
  readonly total_cash_amount?: string | undefined
  readonly limit_price?: string | undefined
  readonly stop_price?: string | undefined
}

const same = (a: string, b: string): boolean => {
  const [first, other] = [parseDecimal(a), parseDecimal(b)]
  return first !== null && other !== null ? eq(first, other) : a === b
}

/**
 * Returns the members that the person changed before placing. A quantity or amount is compared only
 * where the request used the same unit.
 */
function changesOf(
  requested: NewOrderBody,
  placed: PlacedOrder,
): Record<string, { asked: string; approved: string }> {
  const pairs: readonly (readonly [string, string | null | undefined, string | undefined])[] = [
    [
      'quantity',
      requested.entrust_type === 'QTY' ? requested.quantity : null,
      placed.total_quantity,
    ],
    [
      'total_cash_amount',
      requested.entrust_type === 'AMOUNT' ? requested.total_cash_amount : null,
      placed.total_cash_amount,
    ],
    ['limit_price', requested.limit_price, placed.limit_price],
    ['stop_price', requested.stop_price, placed.stop_price],
  ]
  const changed: Record<string, { asked: string; approved: string }> = {}
  for (const [name, before, now] of pairs) {
    if (
      typeof before === 'string' &&
      before !== '' &&
      typeof now === 'string' &&
      now !== '' &&
      !same(before, now)
    ) {
      changed[name] = { asked: before, approved: now }
    }
  }
  return changed
}

const { maxStored, maxPending, takenMs, validUntilMinute } = ASSUMPTIONS.instructions

/** How long after its expiry an accepted instruction may still turn out to have become an order. */
const LATE_MS = 24 * 3_600_000

/** Why an operation on an instruction failed. */
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

/** A request for an instruction: user, account, client, and the assistant's reason. */
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
 * Dependencies of the store: the exchange time, and the order of an account by client_order_id;
 * null where there is none.
 */
export interface InstructionsDeps {
  readonly now: () => EpochMs
  readonly order: (accountId: string, clientOrderId: string) => PlacedOrder | null
}

/** Returns the end of the trading day that `now` belongs to. */
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
 * Stores the instructions of the hosted server. They are pending until Countersign sends the order
 * or declines, their client revokes them, or the trading day ends. An accepted one ends only by an
 * existing order, Countersign's outcome, or a long timeout.
 */
export class Instructions {
  readonly #deps: InstructionsDeps
  #all = new Map<string, Instruction>()
  readonly #boot = randomBytes(6).toString('hex')
  #changes = 0
  readonly #changed = createEmitter<void>()

  constructor(deps: InstructionsDeps) {
    this.#deps = deps
  }

  /** Identifies the current state; it differs after every change and every start. */
  get version(): string {
    return `${this.#boot}.${this.#changes}`
  }

  onChange(listener: () => void): () => void {
    return this.#changed.add(listener)
  }

  /**
   * Adds a pending instruction. The same key of a client returns its existing instruction, unless
   * the request differs.
   */
  submit(request: InstructionRequest): Done {
    this.advanceTime()
    const digest = digestOf(request)
    const ofClient = [...this.#all.values()].filter(
      (instruction) => instruction.clientId === request.clientId,
    )
    const known = ofClient.find((instruction) => instruction.key === request.key)
    if (known !== undefined) return known.digest === digest ? ok(known) : err('key-conflict')
    if (ofClient.filter(({ status }) => status === 'PENDING').length >= maxPending) {
      return err('too-many')
    }
    const now = this.#deps.now()
    return ok(
      this.#put({
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

  /** Returns the instructions of a user, oldest first; `clientId` narrows them to that client. */
  listFor(userId: string, clientId?: string): readonly Instruction[] {
    this.advanceTime()
    return [...this.#all.values()].filter(
      (instruction) =>
        instruction.userId === userId &&
        (clientId === undefined || instruction.clientId === clientId),
    )
  }

  get(userId: string, id: string): Instruction | null {
    this.advanceTime()
    const instruction = this.#all.get(id)
    return instruction?.userId === userId ? instruction : null
  }

  /** Withdraws an instruction for the client. */
  revoke(userId: string, clientId: string, id: string): Done {
    const found = this.get(userId, id)
    if (found?.clientId !== clientId) return err('not-found')
    if (found.status !== 'PENDING') return err('ended')
    return found.taken === null
      ? ok(this.#end(found, 'REJECTED', 'revoked by the assistant'))
      : err('taken')
  }

  /** Accepts an instruction: Countersign is about to send `clientOrderId` for it. */
  accept(userId: string, id: string, clientOrderId: string): Done {
    const instruction = this.get(userId, id)
    if (instruction === null) return err('not-found')
    if (instruction.taken !== null) {
      return instruction.taken.clientOrderId === clientOrderId ? ok(instruction) : err('taken')
    }
    if (instruction.status !== 'PENDING') return err('ended')
    // An id already in use proves nothing about this order.
    if (
      instruction.ask.kind === 'place' &&
      this.#deps.order(instruction.accountId, clientOrderId) !== null
    ) {
      return err('order-exists')
    }
    return ok(this.#put({ ...instruction, taken: { clientOrderId, at: this.#deps.now() } }))
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
    return found.status === 'PENDING' ? ok(this.#end(found, status, detail)) : err('ended')
  }

  /** Ends the pending instructions of a revoked client. Countersign ends those it has accepted. */
  rejectOf(userId: string, clientId: string, detail: string): void {
    for (const instruction of this.listFor(userId, clientId)) {
      if (instruction.status === 'PENDING' && instruction.taken === null) {
        this.#end(instruction, 'REJECTED', detail)
      }
    }
  }

  /** Notifies listeners of a change outside the instructions that is published with them. */
  touch(): void {
    this.#changes += 1
    this.#changed.emit()
  }

  /**
   * Records the order's outcome from Countersign. A new order counts as placed only if the exchange
   * has it.
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
    if (outcome === 'refused') return ok(this.#end(found, 'REJECTED', detail))
    return found.ask.kind === 'place' ? err('no-order') : ok(this.#end(found, 'APPROVED', detail))
  }

  /** Ends expired instructions, and those that became an order without a report. */
  advanceTime(): void {
    const now = this.#deps.now()
    for (const instruction of this.#all.values()) {
      // Countersign may send late after the computer slept in between; an existing order still
      // counts.
      const late =
        instruction.status === 'EXPIRED' &&
        instruction.taken !== null &&
        now - (instruction.ended?.at ?? 0) < LATE_MS
      if (instruction.status !== 'PENDING' && !late) continue
      const order =
        instruction.taken === null || instruction.ask.kind !== 'place'
          ? null
          : this.#deps.order(instruction.accountId, instruction.taken.clientOrderId)
      if (order !== null) {
        this.#end(
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
        this.#end(instruction, 'EXPIRED', 'not confirmed in time')
      }
    }
  }

  snapshot(): Instruction[] {
    return [...this.#all.values()]
  }

  restore(saved: readonly Instruction[]): void {
    this.#all = new Map(saved.map((instruction) => [instruction.id, instruction]))
    this.#changes += 1
  }

  #end(instruction: Instruction, status: Instruction['status'], detail: string): Instruction {
    return this.#put({ ...instruction, status, ended: { at: epochMs(this.#deps.now()), detail } })
  }

  #put(instruction: Instruction): Instruction {
    this.#all.set(instruction.id, instruction)
    for (const old of this.#all.values()) {
      if (this.#all.size <= maxStored) break
      if (old.status !== 'PENDING') this.#all.delete(old.id)
    }
    this.touch()
    return instruction
  }
}
