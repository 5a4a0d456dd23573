import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import type { ConnectionProblem, LocalEndpoint } from '../local/proven-connection.js'
import { MCP_PATH } from '../protocol.js'

/**
 * Begins a request over a connection whose other side has proved that it is Countersign. Its
 * headers, and the key in them, are sent only after that.
 */
export const requestOver = (
  endpoint: LocalEndpoint,
  method: string,
  headers: OutgoingHttpHeaders,
  answered: (response: IncomingMessage) => void,
): ClientRequest =>
  httpRequest(
    {
      method,
      path: MCP_PATH,
      headers: { host: endpoint.host, ...headers },
      createConnection: (_options, created) => {
        endpoint.connect().then(
          (socket) => created(null, socket),
          // Node declares a socket beside the error, and uses none then.
          (cause: Error) => created(cause, undefined as never),
        )
        return undefined
      },
    },
    answered,
  )

/** Says why nothing was sent to Countersign. */
export function notConnectedText(problem: ConnectionProblem, shownAddress: string | null): string {
  const place = shownAddress === null ? '' : ` at ${shownAddress}`
  switch (problem) {
    case 'closed':
      return shownAddress === null
        ? 'Countersign is not running, or its assistant access is off.'
        : `Countersign is not running, or its access over HTTP is off or on another port (${shownAddress}). Add this assistant again in Countersign to connect without a port.`
    case 'stranger':
      return `What answers${place} did not prove that it is Countersign, so the key was not sent to it. Another program may be listening there.`
    case 'unsafe':
      return 'The private folder of Countersign belongs to another user of this computer or is open to others, so the key was not sent. Start Countersign and enable its assistant access.'
  }
}
