import type { ConnectionId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Ending, Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { refuse, type AsyncResult } from '../../../../shared/domain/instructions/refusal.js'
import { ok } from '../../../../shared/domain/result.js'
import { SECOND_MS } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { withAmendment } from '../requests/action.js'
import { Deadlines } from './deadlines.js'
import type { Dispatch } from './dispatch.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import type { InstructionEndings } from './instruction-service-port.js'
import type { InstructionStore } from './instruction-store.js'
import { validityMs } from './validity.js'

/** How often deadlines are compared with the clock, in ms. */
export const PULSE_MS = SECOND_MS

type EndingDeps = Pick<
  InstructionServiceDeps,
  'audit' | 'clock' | 'connections' | 'exchangeNow' | 'log'
>

interface EndingParts {
  readonly store: InstructionStore
  readonly dispatch: Dispatch
  /** Called when the computer slept. */
  readonly onWake: () => void
}

/** Ends the instructions of one queue without sending them: withdrawn, revoked or expired. */
export class Endings implements InstructionEndings {
  readonly deadlines: Deadlines
  readonly #deps: EndingDeps
  readonly #parts: EndingParts

  constructor(deps: EndingDeps, parts: EndingParts) {
    this.#deps = deps
    this.#parts = parts
    this.deadlines = new Deadlines(deps.clock)
  }

  async endAtSource(
    id: InstructionId,
    why: 'revoked' | 'withdrawn' | 'expired',
    detail: string,
  ): Promise<void> {
    const instruction = this.#parts.store.get(id)
    if (instruction === undefined) return
    if (why === 'expired') return this.end(instruction, why, detail)
    await this.#stopOrEnd(instruction, why, detail)
  }

  async revoke(connection: ConnectionId, id: InstructionId): AsyncResult<Instruction> {
    const instruction = this.#parts.store.get(id)
    if (instruction === undefined || instruction.connectionId !== connection) {
      return refuse('not-found', message('refusals.instructionUnknown'))
    }
    if (instruction.status === 'PENDING') this.#expireIfDue(instruction)
    const current = this.#parts.store.get(id) ?? instruction
    const stopped = this.#stopOrEnd(current, 'revoked', inEnglish(message('outcomes.revoked')))
    if (stopped === null) {
      return refuse('already-ended', message('refusals.instructionEnded'))
    }
    await stopped
    return ok(this.#parts.store.get(id) ?? instruction)
  }

  async withdraw(why: string, only?: ConnectionId): Promise<number> {
    const stopped = this.#parts.store
      .open()
      .filter((instruction) => only === undefined || instruction.connectionId === only)
      .flatMap((instruction) => this.#stopOrEnd(instruction, 'withdrawn', why) ?? [])
    await Promise.all(stopped)
    return stopped.length
  }

  /** Ends a pending instruction without sending it. */
  async end(
    instruction: Instruction,
    why: Exclude<Ending, 'approved' | 'allowed-by-rule'>,
    detail: string,
  ): Promise<void> {
    const { id } = instruction
    if (this.#parts.store.get(id)?.status !== 'PENDING') return
    // An instruction that was decided but not yet sent can only be stopped, and the dispatch must
    // see the stop before it sends.
    if (this.#parts.dispatch.isRunning(id)) {
      if (why === 'withdrawn' || why === 'revoked') {
        await this.#parts.dispatch.stop(id, { why, detail })
      }
      return
    }
    this.deadlines.delete(id)
    const { audit, clock, log } = this.#deps
    const recorded = audit.append('ended', id, detail.slice(0, 300), { ending: why })
    const written = await this.#parts.store.appendAlways(
      { kind: 'ended', id, why, detail: detail.slice(0, 500), at: clock.now() },
      recorded,
    )
    if (!written.ok) log.event('error', 'instruction.end-not-saved', { kind: written.error.kind })
  }

  /** Expires the instruction if it is due. True when it is no longer pending. */
  hasEnded(id: InstructionId): boolean {
    this.#detectSleep()
    const instruction = this.#parts.store.get(id)
    if (instruction !== undefined) this.#expireIfDue(instruction)
    return this.#parts.store.get(id)?.status !== 'PENDING'
  }

  /** Ends every instruction whose time is over. */
  expireDue(): void {
    for (const instruction of this.pending()) this.#expireIfDue(instruction)
  }

  /** Expires what is due; approve disarms again after a sleep of the computer. */
  pulse(): void {
    this.#detectSleep()
    this.expireDue()
  }

  /** Returns how long the instruction would wait from now if the person extended it, in ms. */
  extensionMs(instruction: Instruction): number {
    const { connections } = this.#deps
    const minutes = connections.get(instruction.connectionId)?.policy.validMinutes ?? 1
    return validityMs(withAmendment(instruction), minutes, this.#deps.exchangeNow())
  }

  /** Returns the instructions that wait for a decision. */
  pending(): readonly Instruction[] {
    return this.#parts.store.open().filter(({ status }) => status === 'PENDING')
  }

  /**
   * Ends a pending instruction, or stops one that is decided and not yet sent. Null when it is too
   * late for both.
   */
  #stopOrEnd(
    instruction: Instruction,
    why: 'withdrawn' | 'revoked',
    detail: string,
  ): Promise<void> | null {
    return (
      this.#parts.dispatch.stop(instruction.id, { why, detail }) ??
      (instruction.status === 'PENDING' ? this.end(instruction, why, detail) : null)
    )
  }

  #expireIfDue(instruction: Instruction): void {
    if (instruction.status !== 'PENDING') return
    // A decided instruction is being sent; it had not expired when the person decided.
    if (this.#parts.dispatch.isRunning(instruction.id)) return
    if (!this.deadlines.isOver(instruction)) return
    void this.end(instruction, 'expired', inEnglish(message('outcomes.expired')))
  }

  #detectSleep(): void {
    if (this.deadlines.hasSlept(PULSE_MS)) this.#parts.onWake()
  }
}
