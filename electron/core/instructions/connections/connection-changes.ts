import { ZERO_MONEY } from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type {
  AutoApproveRule,
  Policy,
} from '../../../../shared/domain/instructions/policy.schema.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { SourceClient } from '../../instruction-source-port.js'
import { MAX_CONNECTIONS, type StoredConnection } from './connection-file.js'

export type Update = (connection: StoredConnection) => StoredConnection

/** What a new connection is made from; the other members have their first values. */
export type NewConnection = Pick<StoredConnection, 'name' | 'keyHash' | 'shadow'> &
  Partial<StoredConnection>

/** Returns the list with one connection updated. */
export const patch =
  (id: ConnectionId, update: Update) =>
  (list: readonly StoredConnection[]): readonly StoredConnection[] =>
    list.map((entry) => (entry.id === id ? update(entry) : entry))

/**
 * Returns the revoked connection that a full list drops for a new one; undefined when the list is
 * not full, or nothing of it is revoked. One with a key comes first: a hosted client that is not in
 * the list would register again.
 */
export function droppedFor(list: readonly StoredConnection[]): StoredConnection | undefined {
  if (list.length < MAX_CONNECTIONS) return undefined
  const revoked = list.filter(({ revokedAt }) => revokedAt !== null)
  return revoked.find(({ hosted }) => hosted === undefined) ?? revoked[0]
}

/** Adds a connection. A full list drops a revoked one. */
export const withAdded =
  (connection: StoredConnection) =>
  (list: readonly StoredConnection[]): readonly StoredConnection[] => {
    const dropped = droppedFor(list)
    return [...list.filter((entry) => entry !== dropped), connection]
  }

/**
 * Returns the policy with what its rules have approved: main counts it, whatever a window says. A
 * rule for the same symbol goes on counting.
 */
export const withUsed = (policy: Policy, before: readonly AutoApproveRule[]): Policy => ({
  ...policy,
  allow: policy.allow.map((rule) => ({
    ...rule,
    used: before.find(({ symbol }) => symbol === rule.symbol)?.used ?? ZERO_MONEY,
  })),
})

/** Returns what is stored of a client of the provider's hosted server. */
export const hostedOf = ({
  clientId,
  consent,
  scopes,
  accounts,
}: SourceClient): NonNullable<StoredConnection['hosted']> => ({
  clientId,
  consent,
  scopes: [...scopes],
  accounts: [...accounts],
})

/** Returns the connection with what the broker says of its client now. */
export const withClient =
  (hosted: NonNullable<StoredConnection['hosted']>, seenAt: EpochMs | null): Update =>
  (entry) => ({
    ...entry,
    hosted,
    firstSeenAt: entry.firstSeenAt ?? seenAt,
    lastSeenAt: seenAt ?? entry.lastSeenAt,
  })
