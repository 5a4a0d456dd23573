import type { Environment } from '../../../../shared/domain/environment.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { storedPauseReason } from '../../../../shared/messages/stored-message.js'
import { DEFAULT_POLICIES, type StoredConnection } from './connection-file.js'

/** Returns the connection's policy in an environment; the default one where none was set. */
export const policyOf = (connection: StoredConnection, environment: Environment): Policy =>
  connection.policies[environment] ?? DEFAULT_POLICIES[environment]

/** True while a pause of the connection lasts. */
export const isPaused = ({ pause }: StoredConnection, now: EpochMs): boolean =>
  pause !== null && (pause.until === null || now < pause.until)

/** Returns whether a connection is active, paused or revoked at a moment. */
export const connectionState = (
  connection: StoredConnection,
  now: EpochMs,
): ConnectionView['state'] =>
  connection.revokedAt !== null ? 'revoked' : isPaused(connection, now) ? 'paused' : 'active'

/** Returns what windows and assistants see of a connection; never its key. */
export function connectionView(
  connection: StoredConnection,
  environment: Environment,
  now: EpochMs,
): ConnectionView {
  const { id, name, createdAt, firstSeenAt, lastSeenAt, client, shadow, pause, hosted } = connection
  const state = connectionState(connection, now)
  return {
    id,
    name,
    state,
    pausedUntil: state === 'paused' ? (pause?.until ?? null) : null,
    pauseWhy: state === 'paused' && pause !== null ? storedPauseReason(pause.why) : null,
    createdAt,
    firstSeenAt,
    lastSeenAt,
    client,
    shadow,
    policy: policyOf(connection, environment),
    ...(hosted === undefined
      ? {}
      : { hosted: { scopes: hosted.scopes, accounts: hosted.accounts } }),
  }
}
