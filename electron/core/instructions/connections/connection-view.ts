import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { storedPauseReason } from '../../../../shared/messages/stored-message.js'
import type { StoredConnection } from './connection-file.js'

/** Returns what windows and assistants see of a connection; never its key. */
export function viewOf(
  connection: StoredConnection,
  state: ConnectionView['state'],
  policy: Policy,
): ConnectionView {
  const { id, name, createdAt, firstSeenAt, lastSeenAt, client, shadow, pause, hosted } = connection
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
    policy,
    ...(hosted === undefined
      ? {}
      : { hosted: { scopes: hosted.scopes, accounts: hosted.accounts } }),
  }
}
