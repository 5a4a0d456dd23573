import { ProtocolError, ProtocolErrorCode, ResourceTemplate, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server'
import { accountId, type AccountId } from '../../shared/domain/ids.js'
import type { ConnectionId } from '../../shared/domain/instruction.js'
import { ok } from '../../shared/domain/result.js'
import type { Asked, AssistantPort } from '../core/instructions/assistant-port.js'
import { positionView } from './views/account.js'
import { orderView } from './views/order.js'
import { policyView } from './views/policy.js'

interface Parts {
  readonly port: AssistantPort
  readonly connection: ConnectionId
}

export const POLICY_URI = 'countersign://policy'
const PER_ACCOUNT = [
  {
    name: 'positions', title: 'Positions', description: 'What one account holds.',
    read: async ({ port, connection }: Parts, account: AccountId): Asked<object> => {
      const found = await port.positions(connection, account)
      return found.ok ? ok({ account_id: account, positions: found.value.map(positionView) }) : found
    },
  },
  {
    name: 'orders', title: 'Working orders', description: 'Orders of one account that are not final yet.',
    read: async ({ port, connection }: Parts, account: AccountId): Asked<object> => {
      const found = await port.openOrders(connection, account)
      return found.ok ? ok({ account_id: account, orders: found.value.map(orderView) }) : found
    },
  },
] as const

const uriOf = (name: string, account: AccountId): string => `countersign://${name}/${encodeURIComponent(account)}`

async function contents(uri: URL, asked: Asked<object>): Promise<ReadResourceResult> {
  const found = await asked
  // A resource has no result that says no; the code stands in the message, as it does in a tool's.
  if (!found.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${found.error.code}: ${found.error.message}`)
  return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(found.value) }] }
}

/** What a client may put before its model without a call: positions, working orders, and the connection's own limits. */
export function registerResources(server: McpServer, parts: Parts): void {
  server.registerResource('policy', POLICY_URI, { title: 'Your limits', description: 'What this connection may see and ask for.', mimeType: 'application/json' }, (uri) =>
    contents(uri, parts.port.policy(parts.connection).then((found) => (found.ok ? ok(policyView(found.value)) : found))))
  for (const { name, title, description, read } of PER_ACCOUNT) {
    const list = async () => {
      const accounts = await parts.port.accounts(parts.connection)
      return { resources: accounts.ok ? accounts.value.map((one) => ({ uri: uriOf(name, one.accountId), name: `${name} of ${one.label}`, title: `${title}: ${one.label}`, mimeType: 'application/json' })) : [] }
    }
    server.registerResource(name, new ResourceTemplate(`countersign://${name}/{account_id}`, { list }), { title, description, mimeType: 'application/json' }, (uri, { account_id: account }) =>
      contents(uri, read(parts, accountId(decodeURIComponent(typeof account === 'string' ? account : account?.[0] ?? '')))))
  }
}

/** Every address whose content may have changed when something of the connection did. */
export async function resourceUris({ port, connection }: Parts): Promise<readonly string[]> {
  const accounts = await port.accounts(connection)
  return [POLICY_URI, ...(accounts.ok ? accounts.value.flatMap(({ accountId: account }) => PER_ACCOUNT.map(({ name }) => uriOf(name, account))) : [])]
}
