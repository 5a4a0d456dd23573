import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { SourceClient } from '../../instruction-source-port.js'
import type { ClockPort, FileError } from '../../ports.js'
import { hostedOf, withClient, type NewConnection } from './connection-changes.js'
import type { StoredConnection } from './connection-file.js'
import { NAME_CHARS, uniqueName } from './connection-name.js'
import type { ConnectionStore } from './connection-store.js'

interface HostedConnectionsDeps {
  readonly store: ConnectionStore
  readonly clock: ClockPort
  /** Returns the hash of a key that nobody has. */
  readonly unissuedHash: () => string
  readonly view: (connection: StoredConnection) => ConnectionView
  readonly add: (details: NewConnection) => Promise<Result<ConnectionView, FileError>>
  readonly onSeen: (id: ConnectionId) => void
}

/** A connection of a hosted client. */
export interface HostedConnection {
  readonly connection: ConnectionView
  readonly clientId: string
  readonly consent: string
}

/** The connections of clients of the broker's hosted server. They have no key here. */
export class HostedConnections {
  readonly #deps: HostedConnectionsDeps

  constructor(deps: HostedConnectionsDeps) {
    this.#deps = deps
  }

  /**
   * Returns the connection of a client of the broker's hosted server. Creates it when the client is
   * new or was authorized again after it was revoked.
   */
  async register(client: SourceClient): Promise<Result<ConnectionView, FileError>> {
    const { store, view } = this.#deps
    const stored = store.connections
      .filter((entry) => entry.hosted?.clientId === client.clientId)
      .at(-1)
    const seenAt =
      client.lastSeenAt === null
        ? null
        : epochMs(Math.min(client.lastSeenAt, this.#deps.clock.now()))
    // A connection revoked here stays revoked until the person authorizes the client again at the
    // broker.
    if (
      stored === undefined ||
      (stored.revokedAt !== null && stored.hosted?.consent !== client.consent)
    ) {
      return this.#add(client, seenAt)
    }
    if (stored.revokedAt === null) this.#update(stored, client, seenAt)
    return ok(view(store.find(stored.id) ?? stored))
  }

  /**
   * Every client of the broker's list is registered: one that comes later is new. Until then, after
   * a loss of the list, those that register are paused, because they may have been revoked.
   */
  clientsListed(): Promise<void> {
    return this.#deps.store.clientsListed()
  }

  /** Returns every connection of a hosted client with its client id and consent. */
  all(): readonly HostedConnection[] {
    const { store, view } = this.#deps
    return store.connections.flatMap((entry) =>
      entry.hosted === undefined
        ? []
        : [
            {
              connection: view(entry),
              clientId: entry.hosted.clientId,
              consent: entry.hosted.consent,
            },
          ],
    )
  }

  #add(client: SourceClient, seenAt: EpochMs | null): Promise<Result<ConnectionView, FileError>> {
    const { store } = this.#deps
    const names = store.present().map(({ name }) => name)
    return this.#deps.add({
      name: uniqueName(client.name, names),
      // A random key that is never issued: hosted clients do not use the MCP endpoint.
      keyHash: this.#deps.unissuedHash(),
      shadow: false,
      hosted: hostedOf(client),
      client: plainLine(client.name, NAME_CHARS) || inEnglish(message('assistants.hostedName')),
      ...(store.areRevocationsLost
        ? { pause: { until: null, why: inEnglish(message('assistants.pausedUntilSeen')) } }
        : {}),
      firstSeenAt: seenAt,
      lastSeenAt: seenAt,
    })
  }

  #update(stored: StoredConnection, client: SourceClient, seenAt: EpochMs | null): void {
    const hosted = hostedOf(client)
    if (
      JSON.stringify(stored.hosted) === JSON.stringify(hosted) &&
      (seenAt === null || stored.lastSeenAt === seenAt)
    ) {
      return
    }
    this.#deps.store.touch(stored.id, withClient(hosted, seenAt), true)
    this.#deps.onSeen(stored.id)
  }
}
