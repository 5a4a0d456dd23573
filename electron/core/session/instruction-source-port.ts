import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { MemberChange, OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ProviderFailure } from '../provider-failure.js'

/** What a hosted instruction asks for, in this program's words. */
export type SourceAction =
  | { readonly kind: 'place'; readonly draft: OrderDraft }
  | {
      readonly kind: 'replace'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly change: OrderChange
      readonly others?: readonly MemberChange[] | undefined
    }
  | {
      readonly kind: 'cancel'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
    }

/** An instruction that waits at the provider for this desktop. */
export interface SourceInstruction {
  /** The provider's id; ours is another. */
  readonly sourceId: string
  /** The client's registration there. */
  readonly clientId: string
  readonly action: SourceAction
  /** As the client called itself, and what it says: one plain line each, unchecked. */
  readonly clientName: string
  readonly reason: string
  /** By the provider's clock, which is not this computer's. */
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** How long it was still good when it was heard of, in the provider's milliseconds. */
  readonly validForMs: number
  /** What a desktop has named for it, perhaps this one before a restart; null while nobody has. */
  readonly acquiredFor: ClientOrderId | null
}

/**
 * A client that the person let in at the provider. `consent` is another one when it was let in
 * again.
 */
export interface SourceClient {
  readonly clientId: string
  /** As it calls itself: unchecked, one plain line. */
  readonly name: string
  readonly consent: string
  /** In the provider's words, such as `order:write`. */
  readonly scopes: readonly string[]
  readonly accounts: readonly AccountId[]
  readonly lastSeenAt: EpochMs | null
}

/** Everything that waits now, oldest first, and everyone who is let in. */
export interface SourceState {
  readonly instructions: readonly SourceInstruction[]
  readonly clients: readonly SourceClient[]
}

/** What the source tells; or that it cannot be heard at the moment. */
export type SourceUpdate = Result<SourceState, ProviderFailure>

/** What became of the order of a taken instruction. */
export interface SourceOutcome {
  readonly state: 'sent' | 'refused' | 'unknown'
  /** One sentence for the assistant. */
  readonly detail: string
}

/**
 * Instructions that wait at the provider. The order of things is: the person approves, `taken`
 * names the order (of a change: this desk's
 * attempt), the order desk sends it, `done` tells what came of it. An answer other than ok to
 * `taken` means that nothing may be sent: it was revoked, has expired, or
 * another desktop has it. Repeating any call with the same arguments is harmless.
 */
export interface InstructionSource {
  /** What waits now. Fails with `wrong-environment` where there is no such source. */
  list(): Promise<SourceUpdate>
  /**
   * Calls with everything that waits, at once and after every change; what is no longer listed has
   * ended there.
   */
  subscribe(listener: (news: SourceUpdate) => void): Disposer
  acquire(sourceId: string, clientOrderId: ClientOrderId): Promise<Result<void, ProviderFailure>>
  /** The person declined, or (`expired`) did not decide in time. Nothing was sent. */
  reject(
    sourceId: string,
    reason: string,
    expired?: boolean,
  ): Promise<Result<void, ProviderFailure>>
  reportOutcome(sourceId: string, outcome: SourceOutcome): Promise<Result<void, ProviderFailure>>
  /** Lets a client in no longer. */
  revokeClient(clientId: string): Promise<Result<void, ProviderFailure>>
}
