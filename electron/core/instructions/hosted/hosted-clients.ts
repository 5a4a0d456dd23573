import type { SourceClient, SourceState } from '../../instruction-source-port.js'
import type { HostedConnection, HostedConnections } from '../connections/hosted-connections.js'
import type { HostedReplies } from './hosted-replies.js'

interface HostedClientsDeps {
  readonly connections: Pick<HostedConnections, 'register' | 'clientsListed' | 'all'>
  readonly replies: Pick<HostedReplies, 'send'>
  /** Revokes a client at the broker; null while there is no source. */
  readonly revokeClient: (clientId: string) => ReturnType<Parameters<HostedReplies['send']>[2]>
  readonly retryLater: () => void
}

/** The clients of the broker's hosted server, each of which has a connection here. */
export class HostedClients {
  readonly #deps: HostedClientsDeps

  constructor(deps: HostedClientsDeps) {
    this.#deps = deps
  }

  /** Returns the latest connection of a client; undefined when it has none. */
  connectionOf(clientId: string): HostedConnection | undefined {
    return this.#deps.connections
      .all()
      .filter((hosted) => hosted.clientId === clientId)
      .at(-1)
  }

  /** Gives every listed client its connection; revokes at the broker what was revoked here. */
  async register(state: SourceState): Promise<void> {
    const { connections, replies } = this.#deps
    let areAllRegistered = true
    for (const client of [...state.clients, ...this.#unlistedClients(state)]) {
      const registered = await connections.register(client)
      if (registered.ok) continue
      areAllRegistered = false
      this.#deps.retryLater()
    }
    if (areAllRegistered) await connections.clientsListed()
    for (const { clientId, consent } of state.clients) {
      const current = this.connectionOf(clientId)
      if (current?.connection.state !== 'revoked' || current.consent !== consent) continue
      replies.send(
        `client:${consent}`,
        clientId,
        () => this.#deps.revokeClient(clientId),
        'until-gone',
      )
    }
  }

  /** Returns the clients that the broker no longer lists, with no permissions. */
  #unlistedClients({ clients, instructions }: SourceState): readonly SourceClient[] {
    const named = new Set(clients.map(({ clientId }) => clientId))
    const none = { scopes: [], accounts: [], lastSeenAt: null } as const
    // A client signed out at the broker stays listed here with no permissions.
    const signedOut = this.#deps.connections
      .all()
      .filter(({ clientId, connection }) => !named.has(clientId) && connection.state !== 'revoked')
    // A client that signed out before it was ever listed here may have left pending instructions.
    const unknown = instructions.filter(
      ({ clientId }) => !named.has(clientId) && this.connectionOf(clientId) === undefined,
    )
    return [
      ...signedOut.map(({ clientId, consent, connection: { name } }) => ({
        ...none,
        clientId,
        consent,
        name,
      })),
      ...unknown.map(({ clientId, clientName: name }) => ({
        ...none,
        clientId,
        consent: 'ended',
        name,
      })),
    ]
  }
}
