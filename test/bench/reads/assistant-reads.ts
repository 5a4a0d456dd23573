import type { Client } from '@modelcontextprotocol/client'
import { TOOLSETS, type Toolset } from '../../../shared/domain/instructions/toolset.js'
import {
  callTool,
  connectHttp,
  openEndpoint,
  pairAssistant,
  type ToolArguments,
} from '../../e2e/instructions/assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { whenUsable } from '../usable.js'
import { atMost } from '../report/bounds.js'
import { median, metricRow, ms, percentile, type MetricRow } from '../report/table.js'
import { pause } from '../pause.js'

/** Below the burst that the endpoint allows a connection. */
const CALLS = 45
const WARM_UP = 5
/**
 * Balance and positions may be requested twice in two seconds: faster calls would measure that
 * limit.
 */
const APART_MS: Readonly<Record<Toolset, number>> = {
  account: 280,
  'market-data': 120,
  trading: 60,
  instrument: 60,
  watchlists: 60,
  window: 60,
}
const TARGET_MS = 30
/** The port of the endpoint, away from those of other parts. */
const PORT_OFFSET = 11

type Read = readonly [tool: string, args: ToolArguments]

/** What an assistant reads most, by the class of its tool. */
const readsOf = (account: string): Readonly<Record<Toolset, readonly Read[]>> => {
  const account_id = account
  return {
    account: [
      ['get_account_list', {}],
      ['get_account_balance', { account_id }],
      ['get_open_orders', { account_id }],
      ['get_account_positions', { account_id }],
      ['get_policy', {}],
    ],
    'market-data': [
      ['get_clock', {}],
      ['get_stock_snapshot', { symbols: 'SPY' }],
      ['get_stock_bars', { symbols: 'SPY', timespan: 'M5', count: 50 }],
    ],
    trading: [['get_pending_instruction', {}]],
    instrument: [
      ['search_instruments', { text: 'app' }],
      ['get_instruments', { symbols: 'AAPL,SPY' }],
    ],
    watchlists: [['get_panel_watchlists', {}]],
    window: [['get_window_items', {}]],
  }
}

async function timed(
  calls: number,
  apartMs: number,
  call: (index: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < calls; index += 1) {
    const began = performance.now()
    await call(index)
    times.push(performance.now() - began)
    await pause(apartMs)
  }
  return times
}

/** Pairs an assistant for one class: a connection's rate is limited. */
async function withAssistant<T>(
  desk: MainWindowPage,
  url: string,
  name: string,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const { token } = await pairAssistant(desk, name, { toolsets: [...TOOLSETS] })
  const client = await connectHttp(url, token)
  try {
    return await run(client)
  } finally {
    await client.close()
  }
}

/** P25: what an assistant waits for a read, by the class of its tool, beside an empty request. */
export async function assistantReads(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-reads',
    keyStore: 'none',
    args: ['--practice-quotes-ms=100'],
  })
  try {
    await whenUsable(desk)
    const url = await openEndpoint(desk, PORT_OFFSET)
    const account = await desk.page
      .getByRole('combobox', { name: 'Trade with account' })
      .inputValue()
    const empty = await withAssistant(desk, url, 'Empty', async (client) => {
      for (let warmUp = 0; warmUp < WARM_UP; warmUp += 1) await client.ping()
      return timed(CALLS, APART_MS.window, () => client.ping())
    })
    const rows: MetricRow[] = []
    for (const [toolset, reads] of Object.entries(readsOf(account))) {
      const times = await withAssistant(desk, url, `Reader ${toolset}`, async (client) => {
        // The first read of each also loads what it needs.
        for (const [tool, args] of reads) await callTool(client, tool, args)
        return timed(CALLS, APART_MS[toolset as Toolset], (index) => {
          const [tool, args] = reads[index % reads.length] ?? ['get_clock', {}]
          return callTool(client, tool, args)
        })
      })
      rows.push(
        metricRow({
          id: 'P25',
          metric: `assistant’s read, class ${toolset}, p95`,
          baseline: percentile(empty, 0.95),
          ours: percentile(times, 0.95),
          format: ms,
          bounds: [atMost(TARGET_MS)],
          baselineOf: 'product',
          note: `p50 ${ms(median(times))}, floor ${ms(median(empty))}: an empty request of the protocol; ${reads.map(([tool]) => tool).join(', ')}`,
        }),
      )
    }
    return rows
  } finally {
    await desk.close()
  }
}
