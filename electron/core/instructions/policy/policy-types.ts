import type { Balance, Position } from '../../../../shared/domain/account/account.js'
import type { Money, Quantity } from '../../../../shared/domain/decimal.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type {
  ConnectionId,
  InstructionAction,
} from '../../../../shared/domain/instructions/instruction.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ConnectionView, Danger, Policy } from '../../../../shared/ipc/instructions.js'
import type { FileError } from '../../ports.js'
import type { AssistantIdentity, Refusal } from '../assistant/assistant-port.js'
import type { SourceClient } from '../../session/instruction-source-port.js'

/**
 * What is known when an action is judged. Money is in US dollars; `quoteAgeMs` null when nobody
 * confirmed the quote.
 */
export interface PolicyFacts {
  readonly instrument: Instrument | null
  readonly quote: Quote | null
  readonly quoteAgeMs: number | null
  readonly position: Position | null
  /**
   * How much of each order had filled long enough before the position was asked for that the
   * position shows it; absent: nothing is known of that.
   */
  readonly settled?: ReadonlyMap<ClientOrderId, Quantity> | undefined
  readonly balance: Balance | null
  /**
   * Contracts and their unit of value: 100 for options, the point value for futures, 1 elsewhere.
   */
  readonly multiplier: string
  /** What its prices are in ("USD"); limits are in dollars. */
  readonly currency: string
  readonly session: 'regular' | 'extended' | 'closed'
}

/**
 * What a connection has done and has under way, counted over all its instructions of this
 * environment (REL-36).
 */
export interface PolicyUsage {
  readonly pending: readonly { readonly action: InstructionAction; readonly exposure: Money }[]
  /** How many cards they make, where that is fewer: a batch is one. */
  readonly cards?: number
  readonly working: readonly Order[]
  /**
   * New orders that were approved and have no order yet that is known: they are being sent, or
   * nobody knows what became of them.
   */
  readonly inFlight?: readonly OrderDraft[]
  /**
   * What everybody else asks for and has working, the person included: a position is there to be
   * closed once, whoever closes it.
   */
  readonly others?: {
    readonly requested: readonly InstructionAction[]
    readonly working: readonly Order[]
  }
  /**
   * Worth of what was approved since midnight in New York, with its symbol and product; an order
   * that works still is not counted again.
   */
  readonly today: readonly {
    readonly symbol: string
    readonly product: string
    readonly exposure: Money
    readonly clientOrderId: ClientOrderId | null
  }[]
  /** Moments of the last minute at which it asked. */
  readonly requestTimes: readonly EpochMs[]
}

export interface PolicyInput {
  readonly environment: Environment
  readonly policy: Policy
  readonly action: InstructionAction
  readonly facts: PolicyFacts
  readonly usage: PolicyUsage
  readonly halted: boolean
  readonly now: EpochMs
}

/**
 * What the policy says: `deny` with why, `ask` the person, or `allow` (never in production).
 * `worth` is what counts against limits;
 * `worstCase` is the most that can be lost, null where it has no bound.
 */
export interface PolicyVerdict {
  readonly result: 'deny' | 'ask' | 'allow'
  readonly refusal: Refusal | null
  readonly rules: readonly {
    readonly rule: string
    readonly text: string
    readonly result: 'passed' | 'asks' | 'denied'
  }[]
  readonly exposure: Money
  readonly maxLoss: Money | null
  readonly dangers: readonly Danger[]
  readonly tier: 'plain' | 'danger' | 'largest'
}

/**
 * Pure: the same input gives the same verdict. Judged when asked, when shown, and again when
 * approved (safety 10).
 */
export type EvaluatePolicy = (input: PolicyInput) => PolicyVerdict

/**
 * The paired assistants. Keys are 256 random bits, told once, kept as SHA-256; comparing takes the
 * same time whichever it is.
 */
export interface Connections {
  all(): readonly ConnectionView[]
  get(id: ConnectionId): ConnectionView | null
  pair(
    name: string,
    shadow: boolean,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>>
  /**
   * The connection of a client of the provider's hosted server; made when it is heard of first, or
   * was let in again after it was revoked.
   */
  register(client: SourceClient): Promise<Result<ConnectionView, FileError>>
  /** Every connection of hosted clients, with the client and the consent that it stands for. */
  hosted(): readonly {
    readonly connection: ConnectionView
    readonly clientId: string
    readonly consent: string
  }[]
  rename(id: ConnectionId, name: string): Promise<Result<void, FileError>>
  setPolicy(id: ConnectionId, policy: Policy): Promise<Result<void, FileError>>
  /**
   * True when the policy allows something that the present one does not: then the person has to
   * show that they are here.
   */
  raisesLimits(id: ConnectionId, policy: Policy): boolean
  /** Minutes null: until resumed. */
  pause(id: ConnectionId, minutes: number | null, why: string): Promise<Result<void, FileError>>
  resume(id: ConnectionId): Promise<Result<void, FileError>>
  /**
   * One more request that was too much, written down; true when it is to be paused for it (rule
   * 31).
   */
  recordRateViolation(id: ConnectionId): Promise<boolean>
  revoke(id: ConnectionId): Promise<Result<void, FileError>>
  authenticate(token: string): AssistantIdentity | null
  markSeen(id: ConnectionId, client: string | null): void
  /**
   * Called with the connection after it was paused, resumed, revoked, renamed or its policy
   * changed.
   */
  onChange(
    listener: (change: {
      readonly id: ConnectionId
      readonly kind: 'paired' | 'renamed' | 'policy' | 'paused' | 'resumed' | 'revoked' | 'seen'
    }) => void,
  ): () => void
}
