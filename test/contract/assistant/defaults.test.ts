import { isPlainData } from '../../../shared/domain/plain-data.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import { ALL_TRANSFERS } from '../../../shared/domain/account/transfer-filters.js'
import { TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import { ALWAYS_PRESSED } from '../../harness/assistant/always-pressed.js'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAssistantSession } from '../../../electron/app/assistants/open-assistant-session.js'
import type { OpenAssistantSession } from '../../../electron/app/assistants/assistant-session.js'
import { memoryVault } from '../../../electron/app/session/vault.js'
import type { LogFile } from '../../../electron/adapters/log-file.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { createAssistantServer } from '../../../electron/assistant/server/assistant-server.js'
import { TOOLS } from '../../../electron/assistant/tools/index.js'
import { createHandlers } from '../../../electron/handlers/handlers.js'
import { contract, type OpName } from '../../../shared/ipc/contract.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { epochMs } from '../../../shared/domain/time.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { until } from '../../harness/system/until.js'
import { VALID } from '../../security/valid-inputs.js'
import { priceOf, SessionFixture } from '../core/session-fixture.js'
import { HttpClient } from '../practice/client/http-client.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const READS = TOOLS.filter(({ effect, toolset }) => effect === 'read' && toolset !== null).map(
  ({ name }) => name,
)
/** Tools whose only argument is the id of an instruction; the exchange knows none. */
const OF_INSTRUCTIONS = ['wait_for_instruction']

const log: LogFile = {
  event: () => undefined,
  hide: () => undefined,
  clean: (text: string) => text,
  recent: () => [],
  flush: () => Promise.resolve(),
}

interface SectorPage {
  readonly data: readonly { readonly id: string }[]
}

let desk: SessionFixture
let folder: string
let assistants: OpenAssistantSession
let client: Client
let required: ReadonlyMap<string, readonly string[]>
/** Names that only this exchange knows, by parameter. */
let names: Readonly<Record<string, string>>

/** Places an order that stays working, and returns its id. */
async function placedOrder(): Promise<string> {
  const draft = desk.draft({
    accountId: desk.account('securities'),
    assetClass: 'stock',
    symbol: 'AAPL' as Symbol,
    limitPrice: priceOf('250'),
    timeInForce: 'gtc',
  })
  expectOk(await desk.session.orders.submit('defaults', draft))
  return String(desk.session.streams.orders.all().at(-1)?.clientOrderId)
}

async function createdWatchlist(): Promise<string> {
  const person = new HttpClient(desk.practice.ready)
  await person.signIn()
  const answer = await person.post('/market-data/watchlists/create', { name: 'Mine' })
  person.close()
  return (answer.json as { readonly watchlist_id: string }).watchlist_id
}

/** Returns names of the exchange that a caller has to know. */
async function exchangeNames(): Promise<Readonly<Record<string, string>>> {
  const { session, products } = desk
  const series = expectOk(await session.market.products.eventSeries(null))
  const markets = await Promise.all(
    series
      .slice(0, 3)
      .map(async ({ symbol }) => expectOk(await products.eventMarkets({ series: symbol }))),
  )
  const [market] = markets.flat()
  const chain = expectOk(await session.market.products.optionChain('AAPL' as Symbol))
  const [call] = await desk.contracts('call')
  if (call === undefined) throw new Error('no call')
  return {
    series: String(market?.seriesSymbol),
    event: String(market?.eventSymbol),
    market: String(market?.symbol),
    option: String(chain.expiries[1]?.rows[0]?.call),
    futures: (await desk.future('ES')).symbol,
    strike: decimalText(call.strike),
    expiration: call.expiration,
    order: await placedOrder(),
    watchlist: await createdWatchlist(),
  }
}

/** Returns the symbol that a tool is about, by its name. */
function symbolFor(tool: string): string {
  if (/option_(snapshot|tick|bars)/.test(tool)) return names['option'] ?? ''
  if (tool.includes('futures')) return names['futures'] ?? ''
  if (tool.includes('crypto')) return 'BTCUSD'
  if (tool.includes('event')) return names['market'] ?? ''
  return tool.includes('fund_') ? 'SPY' : 'AAPL'
}

/** Returns a value of a parameter that a tool does not fill in by itself. */
function valueOf(tool: string, parameter: string): unknown {
  const product = /futures|crypto|event/.exec(tool)?.[0]
  const accounts = { futures: 'futures', crypto: 'crypto', event: 'events' } as const
  const values: Readonly<Record<string, unknown>> = {
    account_id: desk.account(
      product === undefined ? 'securities' : accounts[product as keyof typeof accounts],
    ),
    symbol: symbolFor(tool),
    symbols: symbolFor(tool),
    underlying: 'AAPL',
    text: 'apple',
    category: tool.includes('etf') ? 'US_ETF' : 'US_STOCK',
    timespan: 'M5',
    series_symbol: names['series'],
    event_symbol: names['event'],
    side: 'BUY',
    order_type: 'LIMIT',
    time_in_force: 'GTC',
    client_order_id: names['order'],
    sector_id: names['sector'],
    watchlist_id: names['watchlist'],
    start: '2026-11-01',
    end: '2026-11-30',
    quantity: '1',
    limit_price: tool.includes('event') ? '0.50' : tool.includes('option') ? '0.05' : '100',
    event_outcome: 'yes',
    option_type: 'CALL',
    strike_price: names['strike'],
    expiration_date: names['expiration'],
  }
  const value = values[parameter]
  if (value === undefined) throw new Error(`${tool} needs a value for ${parameter}`)
  return value
}

beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
  await until('the session is ready', () => desk.session.connection.view().ordersListed)
  folder = await mkdtemp(join(tmpdir(), 'countersign-defaults-'))
  names = await exchangeNames()
  const profile = { id: 'practice', name: 'Practice', environment: 'practice' } as Profile
  assistants = await openAssistantSession(
    {
      session: desk.session,
      profile: { ...profile, createdAt: epochMs(1) },
      vault: memoryVault(),
      root: folder,
    },
    { log, tolerance: () => 'normal' as never, presses: ALWAYS_PRESSED },
  )
  const paired = expectOk(await assistants.assistantSession.connections.pair('Helper', false))
  const { id, policy } = paired.connection
  // Some toolsets are off until the person allows them.
  const everything = { ...policy, toolsets: [...TOOLSETS] }
  expectOk(await assistants.assistantSession.connections.setPolicy(id, everything))
  if (assistants.port === null) throw new Error('the port is not ready')
  const server = createAssistantServer({
    port: assistants.port,
    connection: id,
    timers: systemTimers,
    clock: systemClock,
    log,
    version: '0',
    added: { has: () => true, add: () => undefined },
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  client = new Client({ name: 'helper', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await server.connect(ours)
  await client.connect(theirs)
  const { tools } = await client.listTools()
  const sectors = await client.callTool({ name: 'get_market_sectors', arguments: {} })
  const { data } = sectors.structuredContent as { readonly data: SectorPage }
  names = { ...names, sector: data.data[0]?.id ?? '' }
  required = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema.required ?? []]))
})
afterAll(async () => {
  await client.close()
  await assistants.dispose()
  await desk.close()
  await removeFolder(folder)
})

/** Its legs are listed contracts; `jobs.test.ts` calls it with those. */
const HAS_LEGS = 'preview_option_strategy'

describe('every read of an assistant', () => {
  it.each(READS.filter((name) => !OF_INSTRUCTIONS.includes(name) && name !== HAS_LEGS))(
    '%s is answered by the exchange with nothing but what it requires',
    async (name) => {
      // A limit order, the kind that is assumed, needs its limit.
      const more = name.startsWith('preview_') ? ['limit_price', 'quantity'] : []
      const needed = new Set([...(required.get(name) ?? []), ...more])
      const given = [...needed].map((key) => [key, valueOf(name, key)] as const)
      const answer = await client.callTool({ name, arguments: Object.fromEntries(given) })
      expect(answer.isError ?? false, JSON.stringify(answer.content).slice(0, 600)).toBe(false)
    },
  )
})

/** Operations that need more than a session: the shell, the profiles, the assistants. */
const handlers = createHandlers({
  session: () => Promise.resolve(desk.session),
  shell: {} as never,
  profiles: {} as never,
  instructions: {} as never,
  institution: {} as never,
  workspaces: {} as never,
})
const QUERIES = (Object.keys(contract) as OpName[]).filter(
  (op) =>
    contract[op].effect === 'read' &&
    Object.hasOwn(handlers, op) &&
    !/^(app|practice|preferences|reset|workspaces|windows)\./.test(op) &&
    // It names a picture that the person attached, and there is none at first.
    op !== 'journal.picture',
)

/** Returns what names the first transfer of the account, for the query that needs it. */
async function firstTransfer(op: OpName): Promise<object> {
  if (op !== 'records.transfer') return {}
  const accountId = desk.account('securities')
  const { records } = desk.session
  const page = expectOk(
    await records.transfers({
      accountId,
      from: null,
      to: null,
      cursor: null,
      filters: ALL_TRANSFERS,
    }),
  )
  return { accountId, transferId: page.rows[0]?.transferId }
}

describe('every query of a panel', () => {
  it('is among the operations of the contract', () => expect(QUERIES.length).toBeGreaterThan(8))

  it.each(QUERIES)(
    '%s is answered by the exchange, with plain data that reaches a window as it is',
    async (op) => {
      const everything = {
        accountId: desk.account('securities'),
        from: null,
        to: null,
        cursor: null,
      } as const
      const ownInputs: Partial<Record<OpName, object>> = {
        'records.cash': { ...everything, kinds: [] },
        'journal.report': { accountId: everything.accountId, from: null, to: null, tag: null },
        'journal.trips': everything,
        'journal.lots': everything,
        'journal.open-lots': { accountId: everything.accountId, key: null, cursor: null },
        'records.position-lots': {
          accountId: everything.accountId,
          key: 'stock AAPL',
          cursor: null,
        },
        'journal.refresh': { accountId: everything.accountId },
        'records.position': { accountId: everything.accountId, positionId: 'P7' },
        'records.executions': everything,
        'records.transfers': { ...everything, filters: ALL_TRANSFERS },
        'records.transfer': await firstTransfer(op),
        'records.transfer-parts': { accountId: everything.accountId, group: 'A20440117' },
        'events.list': { series: names['series'] },
        'events.markets': { event: names['event'] },
        'instruments.describe': { symbol: names['futures'] },
        'orders.preview': {
          draft: desk.draft({
            accountId: desk.account('securities'),
            assetClass: 'stock',
            symbol: 'AAPL' as Symbol,
            limitPrice: priceOf('250'),
          }),
        },
        'orders.check': {
          draft: desk.draft({
            accountId: desk.account('securities'),
            assetClass: 'stock',
            symbol: 'AAPL' as Symbol,
            limitPrice: priceOf('250'),
          }),
          combo: null,
        },
        'orders.reminders': {
          draft: desk.draft({
            accountId: desk.account('securities'),
            assetClass: 'stock',
            symbol: 'AAPL' as Symbol,
            limitPrice: priceOf('250'),
          }),
        },
        'orders.history': {
          ...(VALID['orders.history'] as object),
          accountId: desk.account('securities'),
        },
      }
      const input = contract[op].in.parse(ownInputs[op] ?? VALID[op])
      const answer = await (
        handlers[op] as unknown as (given: unknown) => Promise<{ readonly ok: boolean }>
      )(input)
      expect(answer.ok, JSON.stringify(answer).slice(0, 600)).toBe(true)
      if (!answer.ok) return
      const { value } = answer as unknown as { readonly value: unknown }
      expect(isPlainData(value), JSON.stringify(value).slice(0, 600)).toBe(true)
    },
  )
})
