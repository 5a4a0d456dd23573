import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'
import { connectAssistant, type Assistant } from './assistant.js'
import { desktopProvider } from './desktop-provider.js'

interface Account {
  readonly account_id: string
  readonly account_class: string
}

const everything = async (exchange: TestExchange): Promise<readonly Account[]> =>
  (await exchange.client.get('/trading/accounts/list')).json as Account[]
const authorizeAssistant = async (exchange: TestExchange): Promise<Assistant> =>
  connectAssistant(exchange.practice.ready, {
    user: exchange.practice.ready.user.name,
    password: exchange.practice.ready.user.password,
    accounts: (await everything(exchange)).map(({ account_id: id }) => id),
  })
const stock = (account: string, over: Readonly<Record<string, unknown>> = {}) => ({
  account_id: account,
  symbol: 'AAPL',
  side: 'BUY',
  order_type: 'LIMIT',
  time_in_force: 'DAY',
  quantity: '1',
  limit_price: '20.00',
  ...over,
})
const statusOf = async (assistant: Assistant, id: unknown): Promise<unknown> =>
  (
    (await assistant.tool('get_processed_instruction', { instruction_id: id })).value[
      'instructions'
    ] as { status: string }[]
  )[0]?.status

describe('the life cycle of an instruction', () => {
  let exchange: TestExchange
  // Tokens are bound to one address, so the second start must use the same port.
  const portBase = 21_000 + 10 * (process.pid % 800)
  beforeAll(async () => {
    exchange = await startExchange({ retainFolder: true, portBase })
  })
  afterAll(async () => {
    expect(exchange.errors).toEqual([])
    await exchange.close()
  })

  it("continues over a restart of the exchange, with the assistant's tokens", async () => {
    const account = await exchange.account()
    const assistant = await authorizeAssistant(exchange)
    const { value } = await assistant.tool(
      'place_stock_instruction',
      stock(account, { client_order_id: 'kept' }),
    )
    const taken = (
      await assistant.tool('place_stock_instruction', stock(account, { quantity: '2' }))
    ).value
    const before = desktopProvider(exchange)
    await (await before.instructions()).acquire(
      String(taken['instruction_id']),
      clientOrderId('named'),
    )
    before.close()
    const bearer = assistant.tokens()?.access_token ?? ''
    await assistant.close()
    await exchange.close()

    exchange = await startExchange({ dataDir: exchange.dataDir, portBase })
    const call = (name: string, args: object) =>
      exchange.client.raw({
        method: 'POST',
        path: '/mcp',
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args },
        }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${bearer}`,
        },
      })
    const repeated = await call(
      'place_stock_instruction',
      stock(account, { client_order_id: 'kept' }),
    )
    expect([repeated.status, repeated.text]).toEqual([
      200,
      expect.stringContaining(String(value['instruction_id'])),
    ])
    const provider = desktopProvider(exchange)
    const source = await provider.instructions()
    const waiting = await source.list()
    expect(
      waiting.ok &&
        waiting.value.instructions.map(({ sourceId, acquiredFor: takenFor }) => [
          sourceId,
          takenFor,
        ]),
    ).toEqual([
      [value['instruction_id'], null],
      [taken['instruction_id'], 'named'],
    ])
    const left = waiting.ok ? (waiting.value.instructions[0]?.validForMs ?? 0) : 0
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(16 * 3_600_000)
    provider.close()
  })
})

describe('instructions for every product', () => {
  let exchange: TestExchange
  let assistant: Assistant
  let accounts: readonly Account[]
  beforeAll(async () => {
    exchange = await startExchange()
    accounts = await everything(exchange)
    assistant = await authorizeAssistant(exchange)
  })
  afterAll(async () => {
    await assistant.close()
    expect(exchange.errors).toEqual([])
    await exchange.close()
  })
  const accountIdOf = (name: string): string =>
    accounts.find(({ account_class: accountClass }) => accountClass === name)?.account_id ?? ''

  /** Returns the action that Countersign receives for one call, then declines it. */
  async function seen(tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const { failed, value } = await assistant.tool(tool, args)
    expect([failed, value]).toMatchObject([false, { status: 'PENDING' }])
    const provider = desktopProvider(exchange)
    const source = await provider.instructions()
    const news = await source.list()
    const instruction = news.ok
      ? news.value.instructions.find(({ sourceId }) => sourceId === value['instruction_id'])
      : undefined
    await source.reject(String(value['instruction_id']), 'no')
    provider.close()
    expect(await statusOf(assistant, value['instruction_id'])).toBe('REJECTED')
    return instruction?.action
  }

  it('reach Countersign with all their terms', async () => {
    const contracts = (
      (
        await exchange.client.get('/trading/instruments/options/contracts/list', {
          category: 'US_OPTION',
          underlying_symbols: 'AAPL',
          option_type: 'CALL',
        })
      ).json as { data: { expiration_date: string; strike_price: string }[] }
    ).data
    const expires = contracts[0]?.expiration_date ?? ''
    const [low, high] = contracts
      .filter((contract) => contract.expiration_date === expires)
      .map((contract) => String(contract.strike_price))
    const account = accounts[0]?.account_id ?? ''
    const option = {
      account_id: account,
      symbol: 'AAPL',
      order_type: 'LIMIT',
      time_in_force: 'DAY',
      quantity: '1',
      limit_price: '0.05',
    }
    expect(
      await seen('place_option_single_instruction', {
        ...option,
        side: 'BUY',
        option_type: 'CALL',
        strike_price: low,
        expiration_date: expires,
      }),
    ).toMatchObject({
      kind: 'place',
      draft: {
        assetClass: 'option',
        side: 'buy',
        terms: {
          strategy: 'single',
          legs: [
            {
              side: 'buy',
              quantity: '1',
              option: { type: 'call', strike: low, expiration: expires },
            },
          ],
        },
      },
    })
    const legs = (['SELL', 'BUY'] as const).map((side, index) => ({
      side,
      quantity: '1',
      option_type: 'CALL',
      strike_price: [low, high][index],
      expiration_date: expires,
    }))
    expect(
      await seen('place_option_strategy_instruction', { ...option, strategy: 'VERTICAL', legs }),
    ).toMatchObject({
      draft: {
        side: 'sell',
        terms: { strategy: 'vertical', legs: [{ side: 'sell' }, { side: 'buy' }] },
      },
    })
    const futures =
      (
        (
          await exchange.client.get('/trading/instruments/futures/contracts/list', {
            category: 'US_FUTURES',
            code: 'ES',
          })
        ).json as { symbol: string }[]
      ).find(({ symbol }) => !symbol.endsWith('main'))?.symbol ?? ''
    expect(
      await seen('place_futures_instruction', {
        account_id: accountIdOf('FUTURES'),
        symbol: futures,
        side: 'BUY',
        order_type: 'MARKET',
        time_in_force: 'DAY',
        quantity: 1,
      }),
    ).toMatchObject({ draft: { assetClass: 'futures', symbol: futures, type: 'market' } })
    expect(
      await seen('place_crypto_instruction', {
        account_id: accountIdOf('CRYPTO'),
        symbol: 'BTCUSD',
        side: 'BUY',
        order_type: 'MARKET',
        time_in_force: 'IOC',
        entrust_type: 'AMOUNT',
        total_cash_amount: '50',
      }),
    ).toMatchObject({ draft: { assetClass: 'crypto', size: { kind: 'amount', amount: '50' } } })
    expect(
      await seen('place_algo_instruction', {
        account_id: account,
        symbol: 'AAPL',
        side: 'BUY',
        quantity: '20',
        algo_type: 'POV',
        target_vol_percent: '10',
      }),
    ).toMatchObject({
      draft: { type: 'market', terms: { algo: { kind: 'pov', targetPercent: '10' } } },
    })
    const markets = (
      await assistant.tool('get_event_snapshot', { symbols: 'KXRATECUTCOUNT-26DEC31-T3' })
    ).failed
      ? ''
      : 'KXRATECUTCOUNT-26DEC31-T3'
    expect(
      await seen('place_event_instruction', {
        account_id: accountIdOf('EVENTS_CASH'),
        symbol: markets,
        side: 'BUY',
        quantity: '2',
        limit_price: '0.10',
        event_outcome: 'yes',
      }),
    ).toMatchObject({ draft: { assetClass: 'event', terms: { outcome: 'yes' } } })
  })

  it('instructions that Countersign cannot show correctly are rejected', async () => {
    const placed = await exchange.client.post('/trading/orders/place', {
      account_id: accounts[0]?.account_id,
      new_orders: [
        {
          client_order_id: 'algo-to-change',
          combo_type: 'NORMAL',
          instrument_type: 'EQUITY',
          market: 'US',
          symbol: 'AAPL',
          side: 'BUY',
          order_type: 'TRAILING_STOP_LOSS',
          time_in_force: 'DAY',
          entrust_type: 'QTY',
          quantity: '1',
          trailing_type: 'AMOUNT',
          trailing_stop_step: '5',
          support_trading_session: 'CORE',
        },
      ],
    })
    expect(placed.status, placed.text).toBe(200)
    const { value } = await assistant.tool('replace_stock_instruction', {
      account_id: accounts[0]?.account_id,
      client_order_id: 'algo-to-change',
      trailing_stop_step: '4',
    })
    const provider = desktopProvider(exchange)
    const news = await (await provider.instructions()).list()
    expect(news).toMatchObject({ ok: true, value: { instructions: [] } })
    await expect.poll(() => statusOf(assistant, value['instruction_id'])).toBe('REJECTED')
    provider.close()
  })
})

describe('the hosted server in other environments', () => {
  it('does not exist, and neither does the instruction source', async () => {
    const exchange = await startExchange({ environment: 'sandbox' })
    expect(
      (await exchange.client.raw({ path: '/.well-known/oauth-protected-resource/mcp' })).status,
    ).toBe(404)
    expect((await exchange.client.raw({ method: 'POST', path: '/mcp', body: '{}' })).status).toBe(
      404,
    )
    expect((await exchange.client.get('/hand-over/instructions/list')).status).toBe(404)
    await exchange.close()
  })
})
