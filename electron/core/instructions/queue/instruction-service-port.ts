import type { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { ConnectionId, InstructionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type {
  InstructionAction,
  Amendment,
  Decision,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { LiveRows, LiveValue } from '../../live-values.js'
import type { AsyncResult, Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import type { FileError } from '../../ports.js'
import type { PolicyUsage } from '../policy/policy-types.js'

/**
 * The state of the confirm window, reported by the shell at every change (CONFIRM-7, CONFIRM-8,
 * CONFIRM-18). Bounds are in device-independent pixels.
 */
export interface ConfirmWindowState {
  readonly visible: boolean
  readonly focused: boolean
  readonly isOccluded: boolean
  readonly bounds: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
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

/** A request that was checked and not made. */
export interface CheckedRequest {
  readonly connection: ConnectionView
  readonly actions: readonly InstructionAction[]
  readonly requestDigest: string
  readonly reason: string
}

/** Takes the requests of assistants. */
export interface InstructionRequests {
  /** Requests an instruction. `origin` is set when it also waits at the broker. */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
    origin?: HostedOrigin | null,
  ): AsyncResult<readonly Instruction[]>
  /**
   * Checks a request as `instruct` does, and makes nothing of it: what would be refused now is
   * refused and recorded.
   */
  check(connection: ConnectionId, request: InstructionRequest): AsyncResult<CheckedRequest>
  /**
   * Requests what waited for a condition: all checks again, then a card. No rule approves it, and
   * it does not count as a request of this minute, because it was counted when it was made.
   * @param condition the condition that was met
   */
  wake(
    connection: ConnectionId,
    request: InstructionRequest,
    condition: WakeCondition,
  ): AsyncResult<readonly Instruction[]>
}

/** Ends instructions without sending them. */
export interface InstructionEndings {
  /**
   * Ends an instruction that ended at the broker: removes its card, and stops it if it is decided
   * but not yet sent.
   */
  endAtSource(
    id: InstructionId,
    why: 'revoked' | 'withdrawn' | 'expired',
    detail: string,
  ): Promise<void>
  /** Ends an instruction at the request of its assistant. */
  revoke(connection: ConnectionId, id: InstructionId): AsyncResult<Instruction>
  /** Withdraws pending instructions of one connection or of all. Returns how many. */
  withdraw(why: string, only?: ConnectionId): Promise<number>
}

/** Carries out what the person decides in the confirm window. */
export interface InstructionDecisions {
  decide(decision: Decision): Promise<Result<ConfirmView, AppError>>
}

/** Changes a card before the decision. */
export interface InstructionReview {
  amend(
    id: InstructionId,
    digest: string,
    amendment: Amendment,
  ): Promise<Result<ConfirmView, AppError>>
  requote(id: InstructionId): Promise<Result<ConfirmView, AppError>>
  extend(id: InstructionId): Promise<Result<ConfirmView, AppError>>
}

/** What the confirm window shows of one queue. */
export interface ConfirmPort {
  readonly live: LiveValue<ConfirmView>
  /**
   * Calls the listener when an unseen card is pending. The shell then shows the window without
   * taking focus (CONFIRM-17).
   */
  onAttention(listener: (waiting: number) => void): Disposer
  setWindowState(state: ConfirmWindowState): void
  defer(id: InstructionId | null): void
}

/**
 * The instruction queue of one session. It lives in main, survives a crash, and is the only path
 * from an instruction to the order gateway.
 */
export interface InstructionService {
  /**
   * Reads the instructions of the last run. Pending ones are withdrawn ("restart"). The outcome of
   * those in state `sending` is queried; they are never sent again.
   */
  restore(): Promise<void>
  /**
   * Sets unreadable records of the last run aside and reads the rest, after the person has looked
   * at the orders. Does nothing when the records could be read.
   */
  recover(): Promise<Result<void, FileError>>
  readonly intake: InstructionRequests
  readonly endings: InstructionEndings
  readonly decisions: InstructionDecisions
  readonly review: InstructionReview
  readonly confirm: ConfirmPort & {
    /** Shows the card of an instruction. */
    show(id: InstructionId): void
  }
  /** Returns why no request is accepted now; null when requests are. */
  closedReason(): Refusal | null
  /** Returns every instruction of the broker's hosted server, oldest first. */
  hostedInstructions(): readonly Instruction[]
  get(id: InstructionId): Instruction | null
  byConnection(connection: ConnectionId): readonly Instruction[]
  /** Returns every instruction of the environment, oldest first. */
  all(): readonly Instruction[]
  /** Returns what counts against the connection's limits now. */
  usage(connection: ConnectionId): PolicyUsage
  onChange(listener: (instruction: Instruction) => void): Disposer

  readonly rows: LiveRows<InstructionRow>
  markShown(id: InstructionId, digest: string, isComplete: boolean): void
  /** Handles a lock of Countersign, or the computer's wake from sleep (CONFIRM-8). */
  handleInterruption(why: 'locked' | 'unlocked' | 'resumed'): void
  dispose(): void
}
