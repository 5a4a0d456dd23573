import type { Disposer } from '../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../shared/domain/ids.js'
import type { RequestedAction } from '../../shared/domain/instructions/instruction-request.js'
import type { OrderDraft } from '../../shared/domain/orders/order.js'
import type { Result } from '../../shared/domain/result.js'
import type { EpochMs } from '../../shared/domain/time.js'
import type { ProviderFailure } from './provider-failure.js'

/** The order action that a hosted instruction requests, in Countersign's types. */
export type SourceAction =
  | { readonly kind: 'place'; readonly draft: OrderDraft }
  | Exclude<RequestedAction, { readonly kind: 'place' }>

/** An instruction at the broker that waits for this desktop. */
export interface SourceInstruction {
  /** The broker's id; Countersign's own id differs. */
  readonly sourceId: string
  /** The id of the client's registration at the broker. */
  readonly clientId: string
  readonly action: SourceAction
  /** The client's own name for itself and its reason: one plain line each, unchecked. */
  readonly clientName: string
  readonly reason: string
  /** By the broker's clock, which may differ from this computer's. */
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** The remaining validity in ms by the broker's clock when the instruction was received. */
  readonly validForMs: number
  /**
   * The order id that a desktop acquired the instruction with, perhaps this one before a restart;
   * null while none has.
   */
  readonly acquiredFor: ClientOrderId | null
}

/**
 * A client that the person authorized at the broker. Authorizing it again gives a new `consent`.
 */
export interface SourceClient {
  readonly clientId: string
  /** The client's own name for itself: unchecked, one plain line. */
  readonly name: string
  readonly consent: string
  /** The broker's scope names, such as `order:write`. */
  readonly scopes: readonly string[]
  readonly accounts: readonly AccountId[]
  readonly lastSeenAt: EpochMs | null
}

/** All pending instructions, oldest first, and all authorized clients. */
export interface SourceState {
  readonly instructions: readonly SourceInstruction[]
  readonly clients: readonly SourceClient[]
}

/** The state of the source, or the failure while it is unreachable. */
export type SourceUpdate = Result<SourceState, ProviderFailure>

/** The outcome of the order of an acquired instruction. */
export interface SourceOutcome {
  readonly state: 'sent' | 'refused' | 'unknown'
  /** One sentence for the assistant. */
  readonly detail: string
}

/**
 * Pending instructions at the broker. After the person approves, `acquire` names the order (for a
 * change, this attempt), the order gateway sends it, and `reportOutcome` reports the result. When
 * `acquire` fails nothing may be sent: the instruction was revoked, expired, or was acquired by
 * another desktop. Repeating a call with the same arguments is harmless.
 */
export interface InstructionSource {
  /** Returns the current state. Fails with `wrong-environment` where there is no source. */
  list(): Promise<SourceUpdate>
  /**
   * Calls the listener with the full state at once and after every change. An instruction that is
   * no longer listed has ended at the broker.
   */
  subscribe(listener: (news: SourceUpdate) => void): Disposer
  acquire(sourceId: string, clientOrderId: ClientOrderId): Promise<Result<void, ProviderFailure>>
  /**
   * Reports that the person declined, or with `expired` did not decide in time. Nothing was sent.
   */
  reject(
    sourceId: string,
    reason: string,
    expired?: boolean,
  ): Promise<Result<void, ProviderFailure>>
  reportOutcome(sourceId: string, outcome: SourceOutcome): Promise<Result<void, ProviderFailure>>
  /** Revokes a client's authorization. */
  revokeClient(clientId: string): Promise<Result<void, ProviderFailure>>
}
