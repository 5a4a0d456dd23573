import type { Money } from '../../../../shared/domain/decimal.js'
import type { Symbol, ConnectionId } from '../../../../shared/domain/ids.js'
import type {
  AssistantIdentity,
  ConnectionView,
} from '../../../../shared/domain/instructions/connection.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { FileError } from '../../ports.js'
import type { HostedConnections } from './hosted-connections.js'

/**
 * The paired assistants. A key has 256 random bits, is shown once and stored as SHA-256; it is
 * compared in constant time.
 */
export interface Connections {
  /** The connections of clients of the broker's hosted server. */
  readonly hosted: Pick<HostedConnections, 'register' | 'clientsListed' | 'all'>
  all(): readonly ConnectionView[]
  get(id: ConnectionId): ConnectionView | null
  pair(
    name: string,
    shadow: boolean,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>>
  /** Replaces the key of a connection; the one before is refused from then on. */
  renewKey(
    id: ConnectionId,
  ): Promise<Result<{ readonly connection: ConnectionView; readonly token: string }, FileError>>
  rename(id: ConnectionId, name: string): Promise<Result<void, FileError>>
  setPolicy(id: ConnectionId, policy: Policy): Promise<Result<void, FileError>>
  /**
   * True when the policy allows anything that the current one does not. The person must then
   * confirm their identity.
   */
  raisesLimits(id: ConnectionId, policy: Policy): boolean
  /**
   * Counts an order against the total of an auto-approve rule, on disk. False when it does not fit
   * any more or cannot be written; the rule then approves nothing (CONFIRM-53).
   */
  spendRule(id: ConnectionId, symbol: Symbol, value: Money): Promise<boolean>
  /** Pauses a connection; `minutes` null pauses it until resumed. */
  pause(id: ConnectionId, minutes: number | null, why: Message): Promise<Result<void, FileError>>
  resume(id: ConnectionId): Promise<Result<void, FileError>>
  /**
   * Records a request over the rate limits. True when the connection must be paused for it
   * (CONFIRM-31).
   */
  recordRateViolation(id: ConnectionId): Promise<boolean>
  revoke(id: ConnectionId): Promise<Result<void, FileError>>
  /**
   * Stores every pause and revocation that took effect and could not be stored before; nothing
   * where there is none.
   */
  storeAccess(): Promise<Result<void, FileError>>
  authenticate(token: string): AssistantIdentity | null
  markSeen(id: ConnectionId, client: string | null): void
  /** Calls the listener after any change of a connection. */
  onChange(
    listener: (change: {
      readonly id: ConnectionId
      readonly kind:
        | 'paired'
        | 'renamed'
        | 'renewed'
        | 'policy'
        | 'paused'
        | 'resumed'
        | 'revoked'
        | 'seen'
        | 'spent'
      /** True where it took effect and could not be stored. */
      readonly isUnstored?: true
    }) => void,
  ): () => void
}
