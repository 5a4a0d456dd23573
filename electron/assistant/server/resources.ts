import {
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server'
import { accountId, type AccountId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { covers, type ToolIdentity } from '../../../shared/domain/instructions/toolset.js'
import type { AsyncResult } from '../../../shared/domain/instructions/refusal.js'
import { checkToolAccess, orThrow, type ConnectionContext } from './tool-access.js'
import { positionListView } from '../views/account.js'
import { orderView } from '../views/order.js'
import { policyView } from '../views/policy.js'
import { getAccountPositions } from '../tools/accounts.js'
import { getOpenOrders } from '../tools/orders.js'
import { getPolicy } from '../tools/policy.js'

export const POLICY_URI = 'countersign://policy'
/** Orders repeat what the assistant requested: such numbers prove nothing (CONFIRM-45). */
const ORDERS_PREFIX = 'countersign://orders'
const PER_ACCOUNT = [
  {
    name: 'positions',
    title: 'Positions',
    description: 'What one account holds.',
    tool: getAccountPositions,
    read: async (
      { port, connection }: ConnectionContext,
      account: AccountId,
    ): AsyncResult<object> => {
      const found = await port.positions(connection, account)
      if (!found.ok) return found
      const time = await port.exchangeTime(connection)
      return time.ok ? ok(positionListView(account, found.value, time.value)) : time
    },
  },
  {
    name: 'orders',
    title: 'Working orders',
    description: 'Orders of one account that are not final yet.',
    tool: getOpenOrders,
    read: async (
      { port, connection }: ConnectionContext,
      account: AccountId,
    ): AsyncResult<object> => {
      const found = await port.openOrders(connection, account)
      return found.ok
        ? ok({ account_id: account, orders: found.value.map(orderView), complete: true })
        : found
    },
  },
]

/**
 * The tool with the same content as a resource, by the resource's address or its template's; none
 * for a foreign address.
 */
const TOOL_OF_RESOURCE: Readonly<Record<string, ToolIdentity>> = {
  policy: getPolicy,
  ...Object.fromEntries(PER_ACCOUNT.map(({ name, tool }) => [name, tool])),
}
export const toolsOfResource = (uri: string): readonly ToolIdentity[] => {
  const tool = TOOL_OF_RESOURCE[/^countersign:\/\/([a-z]+)/.exec(uri)?.[1] ?? '']
  return tool === undefined ? [] : [tool]
}

const uriOf = (name: string, account: AccountId): string =>
  `countersign://${name}/${encodeURIComponent(account)}`

async function contents(
  side: ConnectionContext,
  uri: URL,
  load: () => AsyncResult<object>,
): Promise<ReadResourceResult> {
  await checkToolAccess(side, toolsOfResource(uri.href))
  const loaded = orThrow(await load())
  if (!uri.href.startsWith(ORDERS_PREFIX)) side.port.recordSent(side.connection, loaded)
  return {
    contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(loaded) }],
  }
}

/**
 * Returns the accounts that have resources of this tool; none when the connection may not use it.
 */
async function accountsWith({ port, connection }: ConnectionContext, tool: ToolIdentity) {
  if (!covers(port.scope(connection).toolsets, [tool])) return []
  const accounts = await port.accounts(connection)
  return accounts.ok ? accounts.value : []
}

/**
 * Registers the resources that a client can add to its context without a call: positions, working
 * orders, and the connection's own limits.
 */
export function registerResources(server: McpServer, side: ConnectionContext): void {
  server.registerResource(
    'policy',
    POLICY_URI,
    {
      title: 'Your limits',
      description: 'What this connection may see and request.',
      mimeType: 'application/json',
    },
    (uri) =>
      contents(side, uri, () =>
        side.port
          .policy(side.connection)
          .then((found) => (found.ok ? ok(policyView(found.value)) : found)),
      ),
  )
  for (const { name, title, description, tool, read } of PER_ACCOUNT) {
    const list = async () => {
      const accounts = await accountsWith(side, tool)
      return {
        resources: accounts.map((account) => ({
          uri: uriOf(name, account.accountId),
          name: `${name} of ${account.label}`,
          title: `${title}: ${account.label}`,
          mimeType: 'application/json',
        })),
      }
    }
    server.registerResource(
      name,
      new ResourceTemplate(`countersign://${name}/{account_id}`, { list }),
      { title, description, mimeType: 'application/json' },
      (uri, { account_id: account }) =>
        contents(side, uri, () =>
          read(
            side,
            accountId(
              decodeURIComponent(typeof account === 'string' ? account : (account?.[0] ?? '')),
            ),
          ),
        ),
    )
  }
}

/**
 * Returns every address whose content may have changed when something of the connection changed.
 */
export async function resourceUris(side: ConnectionContext): Promise<readonly string[]> {
  const { toolsets } = side.port.scope(side.connection)
  const open = PER_ACCOUNT.filter(({ tool }) => covers(toolsets, [tool]))
  const accounts = open.length === 0 ? null : await side.port.accounts(side.connection)
  const own = covers(toolsets, toolsOfResource(POLICY_URI)) ? [POLICY_URI] : []
  return [
    ...own,
    ...(accounts?.ok === true
      ? accounts.value.flatMap(({ accountId: account }) =>
          open.map(({ name }) => uriOf(name, account)),
        )
      : []),
  ]
}
