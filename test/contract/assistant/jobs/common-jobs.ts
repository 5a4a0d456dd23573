import type { MeasuredClient } from '../../../harness/assistant/traffic.js'
import { belowMarket, times } from '../refusals/bad-call.js'
import type { Decimal } from '../../../../shared/domain/decimal.js'

/** What a scripted assistant knows before a job: the account, prices, and what is held. */
export interface JobContext {
  readonly account: string
  readonly last: Decimal
  /** The held option contract. */
  readonly contract: string
  /** Makes the requests of each client its own. */
  readonly key: string
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** A common job: its title in the written walk, and the calls that do it. */
export interface CommonJob {
  readonly title: string
  run(client: MeasuredClient, context: JobContext): Promise<void>
}

function expectPending(answer: Readonly<Record<string, unknown>>): void {
  const rows = (answer['instructions'] as Rows | undefined) ?? [answer]
  const states = rows.map(({ status }) => status)
  if (states.length === 0 || states.some((state) => state !== 'PENDING')) {
    throw new Error(`not pending: ${JSON.stringify(answer)}`)
  }
}

/** Finds a tool that is not listed at first, by the words that an assistant would use. */
async function find(client: MeasuredClient, text: string, tool: string): Promise<void> {
  const { tools } = (await client.call('find_tools', { text, limit: 2 })) as {
    readonly tools: Rows
  }
  if (!tools.some(({ name }) => name === tool)) throw new Error(`${tool} is not found by "${text}"`)
}

const request =
  (title: string, tool: string, args: (context: JobContext) => object, query?: string) =>
  (): CommonJob => ({
    title,
    async run(client, context) {
      const { account: account_id, key } = context
      await client.call('get_account_positions', { account_id })
      if (query !== undefined) await find(client, query, tool)
      expectPending(
        await client.call(tool, {
          account_id,
          ...args(context),
          instruction_key: `${key}-${title.replaceAll(/\W/g, '-')}`,
        }),
      )
    },
  })

const BUY_AND_FOLLOW: CommonJob = {
  title: 'Buy a stock at a limit, and follow it',
  async run(client, { account, last, key }) {
    await client.call('get_account_list', {})
    await client.call('get_clock', {})
    await client.call('get_stock_snapshot', { symbols: 'AAPL' })
    const order = {
      account_id: account,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      quantity: '1',
      limit_price: belowMarket(last),
    }
    await client.call('preview_stock_order', order)
    const created = await client.call('place_stock_instruction', {
      ...order,
      instruction_key: `${key}-buy`,
      reason: 'A small start',
    })
    expectPending(created)
    const { instruction_id } = created
    expectPending(await client.call('wait_for_instruction', { instruction_id, wait_seconds: 0 }))
  },
}

const MISSPELLED: CommonJob = {
  title: 'Price of a misspelled symbol',
  async run(client) {
    const refusal = await client.call('get_stock_snapshot', { symbols: 'MSTF' }).then(
      () => '{}',
      (error: Error) => error.message,
    )
    const { error } = JSON.parse(refusal) as { readonly error: Readonly<Record<string, string>> }
    await client.call('get_stock_snapshot', { symbols: error['did_you_mean'] })
  },
}

const CHAIN: CommonJob = {
  title: 'Read an option chain: the days, then the strikes of one',
  async run(client) {
    const { expirations } = (await client.call('get_option_chain', { symbol: 'AAPL' })) as {
      readonly expirations: readonly string[]
    }
    await client.call('get_option_chain', { symbol: 'AAPL', expiration_date: expirations[1] })
  },
}

const PREVIEWS: CommonJob = {
  title: 'Estimate a vertical and a trailing stop',
  async run(client, { account: account_id }) {
    const { strikes, expiration_date } = (await client.call('get_option_chain', {
      symbol: 'AAPL',
    })) as {
      readonly strikes: readonly { readonly strike_price: string }[]
      readonly expiration_date: string
    }
    await find(client, 'preview option spread', 'preview_option_strategy')
    const leg = { option_type: 'CALL', expiration_date }
    await client.call('preview_option_strategy', {
      account_id,
      symbol: 'AAPL',
      strategy: 'VERTICAL',
      legs: [
        { side: 'BUY', ...leg, strike_price: strikes[4]?.strike_price },
        { side: 'SELL', ...leg, strike_price: strikes[5]?.strike_price },
      ],
      limit_price: '0.05',
    })
    await client.call('preview_stock_order', {
      account_id,
      symbol: 'AAPL',
      side: 'SELL',
      order_type: 'TRAILING_STOP_LOSS',
      quantity: '1',
      trailing_type: 'PERCENTAGE',
      trailing_stop_step: '0.05',
    })
  },
}

const CANCEL_ALL: CommonJob = {
  title: 'Cancel every working order of a symbol',
  async run(client, { account: account_id, key }) {
    await client.call('get_open_orders', { account_id })
    await find(client, 'cancel all orders', 'cancel_all_instruction')
    expectPending(
      await client.call('cancel_all_instruction', {
        account_id,
        symbol: 'MSFT',
        instruction_key: `${key}-cancel`,
      }),
    )
  },
}

const WHEN_THEN: CommonJob = {
  title: 'Buy when a price is reached',
  async run(client, { account: account_id, last, key }) {
    await client.call('get_clock', {})
    await client.call('get_stock_snapshot', { symbols: 'AAPL' })
    await find(client, 'order when a condition is met', 'when_then_instruction')
    const { waiting_id } = await client.call('when_then_instruction', {
      condition: { kind: 'price', symbol: 'AAPL', when: 'below', price: times(last, '0.8') },
      tool: 'place_stock_instruction',
      arguments: {
        account_id,
        symbol: 'AAPL',
        side: 'BUY',
        order_type: 'MARKET',
        quantity: '1',
        instruction_key: `${key}-when`,
      },
    })
    await client.call('get_waiting_instruction', { waiting_id })
    await client.call('remove_waiting_instruction', { waiting_id })
  },
}

const NEWS: CommonJob = {
  title: 'What is new about a stock',
  async run(client) {
    await find(client, 'news about a stock', 'get_news_summary')
    await client.call('get_news_summary', { symbols: 'AAPL, SPY' })
    await client.call('get_stock_corporate_actions', {
      symbol: 'AAPL',
      event_type: 'CASH_DIVIDEND',
    })
  },
}

const LISTS: CommonJob = {
  title: 'Make a watchlist, and add to it',
  async run(client, { key }) {
    await find(client, 'make a watchlist', 'create_watchlist')
    await find(client, 'add symbols to a watchlist', 'add_watchlist_instruments')
    const made = await client.call('create_watchlist', {
      name: `Chips ${key}`.slice(0, 50),
      symbols: 'NVDA',
    })
    const after = await client.call('add_watchlist_instruments', {
      watchlist_id: made['watchlist_id'],
      symbols: 'AMD',
    })
    if (`${after['symbols'] as readonly string[]}` !== 'NVDA,AMD') {
      throw new Error(`not in the list: ${JSON.stringify(after)}`)
    }
  },
}

const SHOW_AND_MARK: CommonJob = {
  title: 'Show a symbol and mark a level',
  async run(client) {
    await find(client, 'show a symbol on the chart', 'show_symbol')
    await client.call('show_symbol', { symbol: 'MSFT' })
    await client.call('mark_level', { symbol: 'MSFT', price: '500', label: 'Target' })
  },
}

const SET_ALERT: CommonJob = {
  title: 'Set an alert',
  async run(client) {
    await find(client, 'set an alert', 'create_alert')
    await client.call('create_alert', {
      symbol: 'MSFT',
      kind: 'price',
      when: 'above',
      value: '500',
    })
  },
}

const FILL_TICKET: CommonJob = {
  title: 'Prepare an order in the ticket',
  async run(client, { last }) {
    await find(client, 'fill the ticket', 'fill_ticket')
    await client.call('fill_ticket', {
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      quantity: '1',
      limit_price: belowMarket(last),
    })
  },
}

/** The common jobs of an assistant, each from what a person says to one card or one answer. */
export const COMMON_JOBS: readonly CommonJob[] = [
  BUY_AND_FOLLOW,
  request('Close a position', 'close_position_instruction', () => ({ position: 'AAPL' }))(),
  request('Close a part at a limit', 'close_position_instruction', ({ last }) => ({
    position: 'AAPL',
    quantity: '3',
    limit_price: times(last, '1.02'),
  }))(),
  request('Protect a position with a stop and a target', 'protect_position_instruction', (job) => ({
    position: 'AAPL',
    quantity: '4',
    stop_loss_price: times(job.last, '0.90'),
    take_profit_price: times(job.last, '1.15'),
  }))(),
  request('Enter with a stop and a target', 'place_bracket_instruction', ({ last }) => ({
    symbol: 'AAPL',
    side: 'BUY',
    order_type: 'LIMIT',
    quantity: '1',
    limit_price: belowMarket(last),
    stop_loss_price: times(last, '0.80'),
    take_profit_price: times(last, '1.20'),
  }))(),
  request(
    'Two exits of which one cancels the other',
    'place_linked_instruction',
    ({ last }) => ({
      symbol: 'AAPL',
      combo_type: 'OCO',
      orders: [
        { side: 'SELL', order_type: 'LIMIT', quantity: '2', limit_price: times(last, '1.2') },
        { side: 'SELL', order_type: 'STOP_LOSS', quantity: '2', stop_price: times(last, '0.9') },
      ],
    }),
    'linked orders OCO',
  )(),
  CHAIN,
  request(
    'Roll a held option to the next expiration',
    'roll_option_instruction',
    ({ contract }) => ({ position: contract }),
    'roll an option',
  )(),
  request(
    'Rebalance to weights',
    'rebalance_instruction',
    () => ({ weights: [{ symbol: 'AAPL', weight: '0' }], reason: 'Less of one stock' }),
    'rebalance weights',
  )(),
  CANCEL_ALL,
  WHEN_THEN,
  PREVIEWS,
  NEWS,
  LISTS,
  MISSPELLED,
  SHOW_AND_MARK,
  SET_ALERT,
  FILL_TICKET,
]
