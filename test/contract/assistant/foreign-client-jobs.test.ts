import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { PlainClient, type Traffic } from '../../harness/assistant/plain-client.js'
import { priceOf, quantity } from '../core/session-fixture.js'
import { AssistantClient } from './refusals/refusal-fixture.js'
import { belowMarket, times } from './refusals/bad-call.js'

/** No job needs more text than this, which is about four characters for each token. */
const MAX_CHARACTERS = 12_000

let assistant: AssistantClient
let script: PlainClient
let account = ''
let last: Decimal

beforeAll(async () => {
  assistant = await AssistantClient.open({ maxPerMinute: 60 })
  script = new PlainClient(assistant.access)
  await script.connect()
  const { desk } = assistant
  const accountId = desk.account('securities')
  account = accountId
  const quoted = await desk.quote('AAPL')
  if (quoted.last === null || quoted.last === undefined) throw new Error('no price')
  last = quoted.last
  const stock = { assetClass: 'stock', symbol: symbol('AAPL'), accountId } as const
  await desk.placeFilled(desk.draft({ ...stock, type: 'market', size: quantity('10') }))
})
afterAll(() => assistant.close())
// Withdraw what is pending, so that the next job has all of the position.
afterEach(async () => {
  const { instructions } = (await script.call('get_pending_instruction', {})) as {
    readonly instructions: readonly { readonly instruction_id: string }[]
  }
  for (const { instruction_id } of instructions) {
    await script.call('revoke_instruction', { instruction_id })
  }
  script.takeTraffic()
})

/** Holds that a job took these calls, no dead end, and little text. */
function expectWalk({ calls, characters, deadEnds }: Traffic, expected: readonly string[]): void {
  expect(deadEnds).toEqual([])
  expect(calls).toEqual(expected)
  expect(characters).toBeLessThan(MAX_CHARACTERS)
}
const PENDING = { status: 'PENDING' } as const

describe('the common jobs by a client that shares no code with the official one', () => {
  it('finds every tool of the jobs in the default list or by find_tools', async () => {
    const names = await script.toolNames()
    expect(names.length).toBeLessThanOrEqual(30)
    const { tools } = (await script.call('find_tools', { text: 'rebalance weights' })) as {
      readonly tools: readonly { readonly name: string }[]
    }
    expect([...names, ...tools.map(({ name }) => name)]).toContain('rebalance_instruction')
  })

  it('reads the account and prices, previews an order, requests it and follows it', async () => {
    const { accounts } = (await script.call('get_account_list', {})) as {
      readonly accounts: readonly { readonly account_id: string }[]
    }
    expect(accounts.map(({ account_id }) => account_id)).toContain(account)
    await script.call('get_clock', {})
    await script.call('get_stock_snapshot', { symbols: 'AAPL' })
    const order = {
      account_id: account,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      quantity: '1',
      limit_price: belowMarket(last),
    }
    await script.call('preview_stock_order', order)
    const made = await script.call('place_stock_instruction', { ...order, reason: 'A small start' })
    expect(made).toMatchObject(PENDING)
    const waited = await script.call('wait_for_instruction', {
      instruction_id: made['instruction_id'],
      wait_seconds: 0,
    })
    expect(waited).toMatchObject(PENDING)
    expectWalk(script.takeTraffic(), [
      'get_account_list',
      'get_clock',
      'get_stock_snapshot',
      'preview_stock_order',
      'place_stock_instruction',
      'wait_for_instruction',
    ])
  })

  it.each([
    ['close_position_instruction', () => ({ position: 'AAPL' })],
    ['close_position_instruction', () => ({ position: 'AAPL', quantity: '3' })],
    [
      'protect_position_instruction',
      () => ({
        position: 'AAPL',
        quantity: '4',
        stop_loss_price: times(last, '0.90'),
        take_profit_price: times(last, '1.15'),
      }),
    ],
  ] as const)('does %s in two calls: what is held, and the request', async (name, args) => {
    await script.call('get_account_positions', { account_id: account })
    expect(await script.call(name, { account_id: account, ...args() })).toMatchObject(PENDING)
    expectWalk(script.takeTraffic(), ['get_account_positions', name])
  })

  it('rebalances by weights in two calls', async () => {
    await script.call('get_account_positions', { account_id: account })
    await script.call('rebalance_instruction', {
      account_id: account,
      weights: [{ symbol: 'AAPL', weight: '0' }],
      reason: 'Less of one stock',
    })
    expectWalk(script.takeTraffic(), ['get_account_positions', 'rebalance_instruction'])
  })

  it('asks for a bracket, and for the cancellation of everything that works', async () => {
    await script.call('place_bracket_instruction', {
      account_id: account,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      quantity: '1',
      limit_price: belowMarket(last),
      stop_loss_price: times(last, '0.80'),
      take_profit_price: times(last, '1.20'),
    })
    const { desk } = assistant
    await desk.placeWorking(
      desk.draft({
        assetClass: 'stock',
        symbol: symbol('AAPL'),
        accountId: desk.account('securities'),
        limitPrice: priceOf(belowMarket(last)),
        size: quantity('1'),
      }),
    )
    await script.call('get_open_orders', { account_id: account })
    await script.call('cancel_all_instruction', { account_id: account, symbol: 'AAPL' })
    expectWalk(script.takeTraffic(), [
      'place_bracket_instruction',
      'get_open_orders',
      'cancel_all_instruction',
    ])
  })

  it('reads a chain of options in two calls: the days, then the strikes of one', async () => {
    const { expirations } = (await script.call('get_option_chain', { symbol: 'AAPL' })) as {
      readonly expirations: readonly string[]
    }
    const chain = await script.call('get_option_chain', {
      symbol: 'AAPL',
      expiration_date: expirations[1],
    })
    expect(chain['expiration_date']).toBe(expirations[1])
    expectWalk(script.takeTraffic(), ['get_option_chain', 'get_option_chain'])
  })

  it('finds and reads what is new about a stock, and its splits and dividends', async () => {
    const { tools } = (await script.call('find_tools', { text: 'news about a stock' })) as {
      readonly tools: readonly { readonly name: string }[]
    }
    expect(tools.map(({ name }) => name)).toContain('get_news_summary')
    const { parts } = (await script.call('get_news_summary', { symbols: 'AAPL, SPY' })) as {
      readonly parts: readonly { readonly text: string | null; readonly rows: string[][] }[]
    }
    expect(parts.length).toBeGreaterThan(0)
    expect(JSON.stringify(parts)).toContain('AAPL')
    const actions = JSON.stringify(
      await script.call('get_stock_corporate_actions', {
        symbol: 'AAPL',
        event_type: 'CASH_DIVIDEND',
      }),
    )
    expect(actions).toContain('CASH_DIVIDEND')
    expect(actions).not.toContain('SPLIT')
    expectWalk(script.takeTraffic(), [
      'find_tools',
      'get_news_summary',
      'get_stock_corporate_actions',
    ])
  })
})
