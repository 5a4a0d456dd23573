import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CORE_TOOLS, TOOLS } from '../../../electron/assistant/tools/index.js'
import {
  connectAssistantClient,
  type AssistantClient,
} from '../../harness/assistant/assistant-client.js'
import { connectBridge } from '../../harness/assistant/bridge-client.js'
import { startEndpointFixture, TOKEN } from '../../harness/assistant/endpoint-fixture.js'
import { CALLS } from '../../harness/assistant/tool-calls.js'
import { costOf, defaultToolList } from '../../harness/assistant/tool-list.js'

const MAX_TOOLS = 30
const MAX_TOKENS = 10_000
const OTHERS = TOOLS.filter(({ name }) => !CORE_TOOLS.has(name))

interface Found {
  readonly tools: readonly {
    readonly name: string
    readonly call_with: string
    readonly input_schema: { readonly type?: string }
  }[]
  readonly more: number
}
let assistant: AssistantClient
beforeAll(async () => {
  assistant = await connectAssistantClient()
})
const find = async (args: object): Promise<Found> =>
  (await assistant.call('find_tools', args)).structuredContent as unknown as Found

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe('the default list of tools', () => {
  it('has at most 30 tools and 10,000 tokens, all of them known', async () => {
    const tools = await defaultToolList()
    const { tokens } = costOf(tools)
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...CORE_TOOLS].toSorted())
    expect([tools.length <= MAX_TOOLS, tokens <= MAX_TOKENS], `${tokens} tokens`).toEqual([
      true,
      true,
    ])
  })

  it('has what an order of a stock or an option needs, from the account to its outcome', () => {
    expect([...CORE_TOOLS]).toEqual(
      expect.arrayContaining([
        'get_account_list',
        'get_account_positions',
        'search_instruments',
        'get_option_chain',
        'close_position_instruction',
        'protect_position_instruction',
        'place_stock_instruction',
        'cancel_instruction',
        'wait_for_instruction',
        'find_tools',
      ]),
    )
  })
})

describe('find_tools', () => {
  it.each([
    ['income statement of a company', 'get_income_statement'],
    ['show me the balance sheet', 'get_balance_sheet'],
    ['cash flow', 'get_cash_flow'],
    ['analyst ratings', 'get_analyst_rating'],
    ['price targets', 'get_analyst_target_price'],
    ['when are earnings', 'get_stock_earnings_calendar'],
    ['dividends of a stock', 'get_stock_dividend_calendar'],
    ['splits and mergers of a stock', 'get_stock_corporate_actions'],
    ['news about a stock', 'get_news_summary'],
    ['top gainers and losers today', 'get_gainers_losers'],
    ['most active stocks', 'get_most_active'],
    ['52 week high', 'get_52_week_high_low'],
    ['sectors', 'get_market_sectors'],
    ['SEC filings', 'get_stock_filings'],
    ['order book of a stock', 'get_stock_quotes'],
    ['futures price', 'get_futures_snapshot'],
    ['futures candles', 'get_futures_bars'],
    ['futures contracts list', 'get_futures_instruments'],
    ['buy a futures contract', 'place_futures_instruction'],
    ['buy bitcoin', 'place_crypto_instruction'],
    ['bitcoin candles', 'get_crypto_bars'],
    ['crypto quote', 'get_crypto_snapshot'],
    ['event markets', 'get_event_instruments'],
    ['bet on an event', 'place_event_instruction'],
    ['prediction market price', 'get_event_snapshot'],
    ['TWAP order', 'place_algo_instruction'],
    ['several orders at once', 'place_stock_batch_instruction'],
    ['change an option order', 'replace_option_instruction'],
    ['modify futures order', 'replace_futures_instruction'],
    ['order history', 'get_order_history'],
    ['my fills', 'get_executions'],
    ['deposits and withdrawals', 'get_cash_activities'],
    ['transfers', 'get_transfers'],
    ['what did the person decide', 'get_processed_instruction'],
    ['watchlists', 'get_watchlists'],
    ['holdings of an ETF', 'get_fund_holdings'],
    ['time and sales ticks', 'get_stock_tick'],
    ['option candles', 'get_option_bars'],
    ['preview a futures order', 'preview_futures_order'],
  ])('finds for "%s" %s among the first five', async (text, expected) => {
    expect((await find({ text })).tools.map(({ name }) => name)).toContain(expected)
  })

  it.each(OTHERS.map(({ name }) => name))('finds %s by its own name, first', async (name) => {
    expect((await find({ text: name.replaceAll('_', ' ') })).tools[0]?.name).toBe(name)
  })

  it('says how many more there are, and lists a toolset', async () => {
    const { tools, more } = await find({ toolset: 'instrument', limit: 3 })
    expect([tools.length, tools.length + more]).toEqual([
      3,
      TOOLS.filter(({ toolset }) => toolset === 'instrument').length,
    ])
    expect(await find({ text: 'zzz' })).toEqual({ tools: [], more: 0 })
  })

  it('returns what a call needs', async () => {
    const { tools } = await find({ text: 'get crypto bars', limit: 1 })
    expect(tools[0]).toMatchObject({
      call_with: 'call_read_tool',
      input_schema: { type: 'object', properties: { symbols: {} } },
    })
  })
})

describe('calling a tool that is not listed', () => {
  it.each(OTHERS.filter(({ effect }) => effect === 'read').map(({ name }) => name))(
    '%s answers through call_read_tool as by its own name',
    async (name) => {
      const args = CALLS[name]?.('0'.repeat(32)) ?? {}
      const direct = await assistant.call(name, args)
      const through = await assistant.call('call_read_tool', { tool: name, arguments: args })
      expect(Object.keys(through.structuredContent ?? {})).toEqual(
        Object.keys(direct.structuredContent ?? {}),
      )
      expect(through.isError ?? false).toBe(direct.isError ?? false)
    },
  )

  it('requests through request_instruction only, and says so otherwise', async () => {
    const futures = CALLS['place_futures_instruction']?.('') ?? {}
    const before = assistant.fakePort.requests.length
    expect(
      await assistant.refusal('call_read_tool', {
        tool: 'place_futures_instruction',
        arguments: futures,
      }),
    ).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('with request_instruction') as string,
    })
    expect(
      await assistant.refusal('request_instruction', { tool: 'get_stock_tick', arguments: {} }),
    ).toMatchObject({ message: expect.stringContaining('with call_read_tool') as string })
    expect(assistant.fakePort.requests).toHaveLength(before)
    const answer = await assistant.call('request_instruction', {
      tool: 'place_futures_instruction',
      arguments: futures,
    })
    expect(answer.structuredContent).toMatchObject({ status: 'PENDING' })
    expect(assistant.fakePort.requests).toHaveLength(before + 1)
  })

  it('refuses an unknown tool, its own callers, and wrong arguments by name', async () => {
    for (const tool of ['place_everything', 'request_instruction', 'find_tools', '__proto__']) {
      expect(await assistant.refusal('request_instruction', { tool }), tool).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('There is no tool') as string,
      })
    }
    expect(
      await assistant.refusal('call_read_tool', {
        tool: 'get_crypto_bars',
        arguments: { symbols: 7 },
      }),
    ).toMatchObject({ code: 'invalid', message: expect.stringContaining('symbols') as string })
    expect(await assistant.refusal('call_read_tool', {})).toMatchObject({ code: 'invalid' })
  })

  it('checks the toolset of the tool that is called, and finds none that is off', async () => {
    const other = await connectAssistantClient()
    other.fakePort.allow(['account'])
    expect(
      await other.refusal('request_instruction', {
        tool: 'place_futures_instruction',
        arguments: CALLS['place_futures_instruction']?.('') ?? {},
      }),
    ).toMatchObject({ code: 'toolset-off' })
    const { structuredContent } = await other.call('find_tools', { text: 'futures', limit: 20 })
    expect(structuredContent).toEqual({ tools: [], more: 0 })
    expect(other.fakePort.requests).toEqual([])
  })
})

describe.each(['auto', 'legacy'] as const)('a client that follows its list, %s era', (mode) => {
  it.each(['endpoint', 'bridge'] as const)(
    'sees the tools that it added, over the %s',
    async (way) => {
      const fixture = await startEndpointFixture({ limits: { burst: 1_000 } })
      open.push(() => fixture.endpoint.close())
      const client =
        way === 'bridge'
          ? (await connectBridge(mode, fixture.folder, TOKEN)).client
          : new Client({ name: 'list', version: '1' }, { versionNegotiation: { mode } })
      open.push(() => client.close())
      if (way === 'endpoint') {
        await client.connect(
          new StreamableHTTPClientTransport(new URL(fixture.endpoint.url), {
            requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
          }),
        )
      }
      let notified = 0
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        notified += 1
      })
      if (mode === 'auto') await client.listen({ toolsListChanged: true })
      const names = async () => (await client.listTools()).tools.map(({ name }) => name)
      expect(await names()).not.toContain('get_income_statement')
      await vi.waitFor(
        async () => {
          await client.callTool({
            name: 'find_tools',
            // Each time another tool: a list that stays as it was is not announced again.
            arguments: { text: OTHERS[notified]?.name ?? '', limit: 20, add_to_list: true },
          })
          await client.callTool({
            name: 'find_tools',
            arguments: { text: 'income statement', limit: 1, add_to_list: true },
          })
          expect(await names()).toContain('get_income_statement')
          expect(notified).toBeGreaterThan(0)
        },
        { timeout: 60_000, interval: 50 },
      )
    },
  )
})
