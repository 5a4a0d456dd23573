import { beforeAll, describe, expect, it } from 'vitest'
import { CALLS } from '../../../harness/assistant/tool-calls.js'
import {
  connectAssistantClient,
  type AssistantClient,
} from '../../../harness/assistant/assistant-client.js'

const DAY_MS = 86_400_000
/** The exchange's clock is two days behind this computer's, as in practice. */
const OFFSET_MS = -2 * DAY_MS

let assistant: AssistantClient
beforeAll(async () => {
  assistant = await connectAssistantClient()
  const { port } = assistant.fakePort
  const before = port.exchangeTime.bind(port)
  Object.assign(port, {
    exchangeTime: async (connection: Parameters<typeof before>[0]) => {
      const found = await before(connection)
      if (!found.ok) return found
      const now = found.value.now - found.value.offsetMs + OFFSET_MS
      return { ok: true, value: { ...found.value, now, offsetMs: OFFSET_MS } }
    },
  })
})

const ask = async (name: string): Promise<Record<string, unknown>> =>
  (await assistant.call(name, CALLS[name]?.('') ?? {})).structuredContent as Record<string, unknown>

describe('REL-41: figures for an assistant state their moment by the clock of get_clock', () => {
  it.each([
    ['a balance', 'get_account_balance', ['as_of']],
    ['positions', 'get_account_positions', ['as_of']],
    ['a quote', 'get_stock_snapshot', ['quotes', '0', 'received_at']],
    ['a book', 'get_stock_quotes', ['received_at']],
  ])('%s', async (_figure, tool, path) => {
    const { exchange_time: now } = await ask('get_clock')
    const moment = path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      await ask(tool),
    )
    expect(moment).toEqual(expect.any(String))
    const ageMs = Date.parse(String(now)) - Date.parse(String(moment))
    expect(Math.abs(ageMs)).toBeLessThan(DAY_MS)
  })

  it('the price of an underlying, as its quote does', async () => {
    const { underlying_time: time } = await ask('get_option_chain')
    const { quotes } = (await ask('get_stock_snapshot')) as {
      readonly quotes: readonly { readonly quote_time: string }[]
    }
    expect(time).toBe(quotes[0]?.quote_time)
  })
})
