import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderChange, OrderDraft } from '../../../shared/domain/order.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ProviderFailure } from '../failure.js'

/** What a hosted instruction asks for, in this program's words. */
export type SourceAction =
  | { readonly kind: 'place'; readonly draft: OrderDraft }
  | { readonly kind: 'replace'; readonly accountId: AccountId; readonly clientOrderId: ClientOrderId; readonly change: OrderChange }
  | { readonly kind: 'cancel'; readonly accountId: AccountId; readonly clientOrderId: ClientOrderId }

/** An instruction that waits at the provider for this desktop. */
export interface SourceInstruction {
  /** The provider's id; ours is another. */
  readonly sourceId: string
  readonly action: SourceAction
  /** As the client called itself, and what it says: one plain line each, unchecked. */
  readonly clientName: string
  readonly reason: string
  /** By the provider's clock, which is not this computer's. */
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** How long it was still good when it was heard of, in the provider's milliseconds. */
  readonly validForMs: number
  /** The order that a desktop has named for it, perhaps this one before a restart; null while nobody has. */
  readonly takenFor: ClientOrderId | null
}

/** What the source tells: everything that waits now, oldest first; or that it cannot be heard at the moment. */
export type SourceNews = Result<readonly SourceInstruction[], ProviderFailure>

/** What became of the order of a taken instruction. */
export interface SourceOutcome {
  readonly state: 'sent' | 'refused' | 'unknown'
  /** One sentence for the assistant. */
  readonly detail: string
}

/**
 * Instructions that wait at the provider. The order of things is: the person approves, `taken` names the order, the order desk sends it,
 * `done` tells what came of it. An answer other than ok to `taken` means that nothing may be sent: it was revoked, has expired, or
 * another desktop has it. Repeating any call with the same arguments is harmless.
 */
export interface InstructionSource {
  /** What waits now. Fails with `wrong-environment` where there is no such source. */
  list(): Promise<SourceNews>
  /** Calls with everything that waits, at once and after every change; what is no longer listed has ended there. */
  subscribe(listener: (news: SourceNews) => void): Disposer
  taken(sourceId: string, clientOrderId: ClientOrderId): Promise<Result<void, ProviderFailure>>
  rejected(sourceId: string, reason: string): Promise<Result<void, ProviderFailure>>
  done(sourceId: string, outcome: SourceOutcome): Promise<Result<void, ProviderFailure>>
}
