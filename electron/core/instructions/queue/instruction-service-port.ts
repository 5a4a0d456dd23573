import type { Disposer } from '../../../../shared/domain/brand.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { Amendment } from '../../../../shared/domain/instructions/instruction.js'
import type { ConfirmView, Decision, InstructionRow } from '../../../../shared/ipc/instructions.js'
import type { AppError } from '../../../../shared/ipc/errors.js'
import type { LiveRows, LiveValue } from '../../live-values.js'
import type { AsyncResult, InstructionRequest } from '../assistant/assistant-port.js'
import type { HostedOrigin } from './instruction-intake.js'
import type { PolicyUsage } from '../policy/policy-types.js'

/**
 * What the shell sees of the confirm window; every change of it is told (CONFIRM-7, CONFIRM-8, CONFIRM-18). Bounds in
 * device-independent pixels.
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

/**
 * The queue of one environment session: it lives in main, survives a crash, and is the only way
 * from an instruction to the order desk.
 */
export interface InstructionService {
  /**
   * Reads what the last run left: nothing pending stays alive (withdrawn, "restart"); what was
   * `sending` is looked up by the order desk, never sent again.
   */
  restore(): Promise<void>
  /** `origin`: it waits at the provider as well. */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
    origin?: HostedOrigin | null,
  ): AsyncResult<readonly Instruction[]>
  /** Everything that came by the provider's hosted server, oldest first. */
  hostedInstructions(): readonly Instruction[]
  /** It ended at the provider: the card goes, and what is decided but not yet sent is stopped. */
  endAtSource(
    id: InstructionId,
    why: 'revoked' | 'withdrawn' | 'expired',
    detail: string,
  ): Promise<void>
  get(id: InstructionId): Instruction | null
  byConnection(connection: ConnectionId): readonly Instruction[]
  /** Every instruction of the environment, oldest first. */
  all(): readonly Instruction[]
  /** What counts against the connection's limits now. */
  usage(connection: ConnectionId): PolicyUsage
  revoke(connection: ConnectionId, id: InstructionId): AsyncResult<Instruction>
  /** Ends what is pending, of one connection or of all; answers how many. */
  withdraw(why: string, only?: ConnectionId): Promise<number>
  onChange(listener: (instruction: Instruction) => void): Disposer

  readonly rows: LiveRows<InstructionRow>
  readonly confirm: LiveValue<ConfirmView>
  /**
   * Called when a card waits that nobody has seen: the shell shows the window without taking the
   * focus (CONFIRM-17).
   */
  onAttention(listener: (waiting: number) => void): Disposer

  markShown(id: InstructionId, digest: string, isComplete: boolean): void
  setWindowState(state: ConfirmWindowState): void
  /** The desk was locked, or the computer slept and came back (CONFIRM-8). */
  handleInterruption(why: 'locked' | 'unlocked' | 'resumed'): void
  decide(decision: Decision): Promise<Result<ConfirmView, AppError>>
  amend(
    id: InstructionId,
    digest: string,
    amendment: Amendment,
  ): Promise<Result<ConfirmView, AppError>>
  requote(id: InstructionId): Promise<Result<ConfirmView, AppError>>
  extend(id: InstructionId): Promise<Result<ConfirmView, AppError>>
  defer(id: InstructionId | null): void
  show(id: InstructionId): void
  dispose(): void
}
