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
 * The data used to evaluate an action. Money is in US dollars. `quoteAgeMs` is null when the quote
 * was never confirmed.
 */
export interface PolicyFacts {
  readonly instrument: Instrument | null
  readonly quote: Quote | null
  readonly quoteAgeMs: number | null
  readonly position: Position | null
  /** The filled quantity of each order that the position already includes; absent when unknown. */
  readonly settled?: ReadonlyMap<ClientOrderId, Quantity> | undefined
  readonly balance: Balance | null
  /**
   * The value multiplier of one contract: 100 for options, the point value for futures, otherwise
   * 1.
   */
  readonly multiplier: string
  /** The currency of prices ("USD"). Limits are in dollars. */
  readonly currency: string
  readonly session: 'regular' | 'extended' | 'closed'
}

/**
 * What a connection has requested and has working, over all its instructions of this environment
 * (REL-36).
 */
export interface PolicyUsage {
  readonly pending: readonly { readonly action: InstructionAction; readonly exposure: Money }[]
  /** The number of cards where it is lower than `pending`: a batch is one card. */
  readonly cards?: number
  readonly working: readonly Order[]
  /**
   * Approved new orders without a known order yet: they are being sent, or their outcome is
   * unknown.
   */
  readonly inFlight?: readonly OrderDraft[]
  /**
   * Requests and working orders of everyone else, including the person: they reserve the same
   * positions.
   */
  readonly others?: {
    readonly requested: readonly InstructionAction[]
    readonly working: readonly Order[]
  }
  /**
   * The exposure of each order approved since midnight in New York, with symbol and product. An
   * order that still works is not counted again.
   */
  readonly today: readonly {
    readonly symbol: string
    readonly product: string
    readonly exposure: Money
    readonly clientOrderId: ClientOrderId | null
  }[]
  /** The times of its requests in the last minute. */
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
 * The policy's result: `deny` with a reason, `ask` the person, or `allow` (never in production).
 * `exposure` counts against limits; `maxLoss` is null when it is unlimited.
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
 * Evaluates an action against a policy. Pure: the same input gives the same verdict. Called at the
 * request, for display, and again at approval.
 */
export type EvaluatePolicy = (input: PolicyInput) => PolicyVerdict

/**
 * The paired assistants. A key has 256 random bits, is shown once and stored as SHA-256; it is
 * compared in constant time.
 */
export interface Connections {
  all(): readonly ConnectionView[]
  get(id: ConnectionId): ConnectionView | null
  pair(
    name: string,
    shadow: boolean,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>>
  /**
   * Returns the connection of a client of the broker's hosted server. Creates it when the client is
   * new or was authorized again after it was revoked.
   */
  register(client: SourceClient): Promise<Result<ConnectionView, FileError>>
  /** Returns every connection of a hosted client with its client id and consent. */
  hosted(): readonly {
    readonly connection: ConnectionView
    readonly clientId: string
    readonly consent: string
  }[]
  rename(id: ConnectionId, name: string): Promise<Result<void, FileError>>
  setPolicy(id: ConnectionId, policy: Policy): Promise<Result<void, FileError>>
  /**
   * True when the policy allows anything that the current one does not. The person must then
   * confirm their identity.
   */
  raisesLimits(id: ConnectionId, policy: Policy): boolean
  /** Pauses a connection; `minutes` null pauses it until resumed. */
  pause(id: ConnectionId, minutes: number | null, why: string): Promise<Result<void, FileError>>
  resume(id: ConnectionId): Promise<Result<void, FileError>>
  /**
   * Records a request over the rate limits. True when the connection must be paused for it
   * (CONFIRM-31).
   */
  recordRateViolation(id: ConnectionId): Promise<boolean>
  revoke(id: ConnectionId): Promise<Result<void, FileError>>
  authenticate(token: string): AssistantIdentity | null
  markSeen(id: ConnectionId, client: string | null): void
  /** Calls the listener after any change of a connection. */
  onChange(
    listener: (change: {
      readonly id: ConnectionId
      readonly kind: 'paired' | 'renamed' | 'policy' | 'paused' | 'resumed' | 'revoked' | 'seen'
    }) => void,
  ): () => void
}
