import { ZERO_MONEY } from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type {
  AutoApproveRule,
  Policy,
} from '../../../../shared/domain/instructions/policy.schema.js'
import type { SourceClient } from '../../instruction-source-port.js'
import { MAX_CONNECTIONS, type StoredConnection } from './connection-file.js'

export type Update = (connection: StoredConnection) => StoredConnection

/** Returns the list with one connection updated. */
export const patch =
  (id: ConnectionId, update: Update) =>
  (list: readonly StoredConnection[]): readonly StoredConnection[] =>
    list.map((entry) => (entry.id === id ? update(entry) : entry))

/** Adds a connection. A full list drops its first revoked connection. */
export const withAdded =
  (connection: StoredConnection) =>
  (list: readonly StoredConnection[]): readonly StoredConnection[] => [
    ...(list.length < MAX_CONNECTIONS
      ? list
      : list.filter((entry) => entry !== list.find(({ revokedAt }) => revokedAt !== null))),
    connection,
  ]

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
