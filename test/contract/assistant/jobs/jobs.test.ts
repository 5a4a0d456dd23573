import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asQuantity,
  dec,
  decimalText,
  mul,
  snap,
  trim,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { priceOf, quantity } from '../../core/session-fixture.js'
import { AssistantClient } from '../refusals/refusal-fixture.js'
import { belowMarket, times } from '../refusals/bad-call.js'

interface Made {
  readonly instruction_id: string
  readonly status: string
  readonly side: string
  readonly symbol: string
  readonly batch_id: string | null
}

let assistant: AssistantClient
let account = ''
let last: Decimal

beforeAll(async () => {
  assistant = await AssistantClient.open({ maxPerMinute: 60 })
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

const call = async (name: string, args: object): Promise<Made> =>
  (await assistant.call(name, { account_id: account, ...args })) as unknown as Made
const heldQuantity = async (): Promise<string> => {
  const { positions } = expectOk(
    await assistant.desk.session.queries.positions(assistant.desk.account('securities')),
  )
  const position = positions.find((row) => row.symbol === 'AAPL' && row.assetClass === 'stock')
  return position === undefined ? '0' : decimalText(trim(position.quantity))
}
/** Withdraws what is pending, so that the next job has all of the position. */
const withdrawAll = async (): Promise<void> => {
  const { instructions } = (await assistant.call('get_pending_instruction', {})) as {
    readonly instructions: readonly Made[]
  }
  for (const { instruction_id } of instructions) {
    await assistant.call('revoke_instruction', { instruction_id })
  }
}

describe('common jobs of an assistant, each one card', () => {
  it('closes all of a position, or a part at a limit price', async () => {
    const all = await call('close_position_instruction', { position: 'aapl' })
    expect(all).toMatchObject({
      status: 'PENDING',
      side: 'SELL',
      symbol: 'AAPL',
      asked_for: { quantity: await heldQuantity() },
    })
    await withdrawAll()
    const part = await call('close_position_instruction', {
      position: 'AAPL',
      quantity: '3',
      limit_price: times(last, '1.02'),
    })
    expect(part).toMatchObject({ asked_for: { order_type: 'LIMIT', quantity: '3' } })
    await withdrawAll()
  })

  it.each([
    ['a short sale', 'securities', 'TSLA', { side: 'short', assetClass: 'stock' }],
    ['a future', 'futures', 'ES', { side: 'buy', assetClass: 'futures' }],
  ] as const)(
    'closes %s once: a second request is refused before it opens the opposite position',
    async (_name, product, subject, opening) => {
      const { desk } = assistant
      const name = product === 'futures' ? (await desk.future(subject)).symbol : symbol(subject)
      const accountId = desk.account(product)
      const order = { ...opening, symbol: name, accountId, type: 'market' } as const
      await desk.placeFilled(desk.draft({ ...order, size: quantity('1') }))
      const close = { account_id: accountId, position: name }
      expect(await call('close_position_instruction', close)).toMatchObject({
        status: 'PENDING',
        side: opening.side === 'buy' ? 'SELL' : 'BUY',
        asked_for: { quantity: '1' },
      })
      const { last: price } = await desk.quote(name)
      if (price === null || price === undefined) throw new Error('no price')
      const retry = { ...close, limit_price: decimalText(trim(price)) }
      expect(await assistant.refusal('close_position_instruction', retry)).toMatchObject({
        code: 'invalid',
        field: 'quantity',
        rule: 'available-to-close',
        message: expect.stringContaining(`Only 0 of ${name} can be closed`),
      })
      await withdrawAll()
    },
  )

  it('names what is held when a position does not exist', async () => {
    expect(
      await assistant.refusal('close_position_instruction', {
        account_id: account,
        position: 'ZZZZQ',
      }),
    ).toMatchObject({
      code: 'invalid',
      field: 'symbol',
      rule: 'not-held',
      message: expect.stringContaining('AAPL'),
      next: expect.stringContaining('Nothing was requested and nothing was sent.'),
    })
    expect(
      await assistant.refusal('close_position_instruction', {
        account_id: account,
        position: 'AAPL',
        quantity: '1000000',
      }),
    ).toMatchObject({
      field: 'quantity',
      value: '1000000',
      rule: 'available-to-close',
      did_you_mean: await heldQuantity(),
    })
  })

  it('protects a position with a stop and a target of which one cancels the other', async () => {
    const before = assistant.instructions.all().length
    const [stop, target] = [times(last, '0.90'), times(last, '1.15')]
    const created = await call('protect_position_instruction', {
      position: 'AAPL',
      quantity: '4',
      stop_loss_price: stop,
      take_profit_price: target,
    })
    expect(created).toMatchObject({ status: 'PENDING', side: 'SELL', batch_id: null })
    expect(assistant.instructions.all()).toHaveLength(before + 1)
    const card = JSON.stringify(assistant.instructions.confirm.live.get())
    expect(card).toContain('order.protection')
    expect(created).toMatchObject({ asked_for: { order_type: 'STOP_LOSS', quantity: '4' } })
    await withdrawAll()
    expect(
      await assistant.refusal('protect_position_instruction', {
        account_id: account,
        position: 'AAPL',
      }),
    ).toMatchObject({ field: 'stop_loss_price', rule: 'missing' })
    expect(
      await assistant.refusal('protect_position_instruction', {
        account_id: account,
        position: 'AAPL',
        stop_loss_price: target,
        take_profit_price: stop,
      }),
    ).toMatchObject({ rule: 'stop-not-below-target' })
  })

  it('protects a short position with one exit, and says so where both are named', async () => {
    const { desk } = assistant
    const accountId = desk.account('securities')
    const draft = { assetClass: 'stock', symbol: symbol('AMD'), accountId } as const
    const short = { ...draft, side: 'short', type: 'market', size: quantity('1') } as const
    await desk.placeFilled(desk.draft(short))
    const { last: price } = await desk.quote('AMD')
    if (price === null || price === undefined) throw new Error('no price')
    const stop = { stop_loss_price: times(price, '1.10') }
    const both = { ...stop, take_profit_price: times(price, '0.85') }
    expect(
      await assistant.refusal('protect_position_instruction', {
        account_id: account,
        position: 'AMD',
        ...both,
      }),
    ).toMatchObject({
      field: 'take_profit_price',
      rule: 'exit-side',
      message: expect.stringContaining('Request one of them'),
    })
    expect(await call('protect_position_instruction', { position: 'AMD', ...stop })).toMatchObject({
      status: 'PENDING',
      asked_for: { order_type: 'STOP_LOSS', quantity: '1' },
    })
    await withdrawAll()
  })

  it('cancels all working orders of a symbol on one card', async () => {
    const { desk } = assistant
    const stock = {
      assetClass: 'stock',
      symbol: symbol('MSFT'),
      accountId: desk.account('securities'),
    } as const
    const { last: price } = await desk.quote('MSFT')
    if (price === null || price === undefined) throw new Error('no price')
    for (const count of ['1', '2', '3']) {
      await desk.placeWorking(
        desk.draft({ ...stock, size: quantity(count), limitPrice: priceOf(belowMarket(price)) }),
      )
    }
    const created = (await assistant.call('cancel_all_instruction', {
      account_id: account,
      symbol: 'MSFT',
    })) as unknown as { readonly instructions: readonly Made[]; readonly left: number }
    expect(created.left).toBe(0)
    expect(created.instructions.map(({ symbol: name }) => name)).toEqual(['MSFT', 'MSFT', 'MSFT'])
    expect(new Set(created.instructions.map(({ batch_id }) => batch_id)).size).toBe(1)
    const repeated = (await assistant.call('cancel_all_instruction', {
      account_id: account,
      symbol: 'msft',
    })) as unknown as { readonly instructions: readonly Made[] }
    expect(repeated.instructions.map(({ instruction_id }) => instruction_id)).toEqual(
      created.instructions.map(({ instruction_id }) => instruction_id),
    )
    await withdrawAll()
    expect(
      await assistant.refusal('cancel_all_instruction', { account_id: account, symbol: 'NFLX' }),
    ).toMatchObject({ code: 'not-found', message: expect.stringContaining('nothing to cancel') })
  })

  it('rebalances to weights as one batch, with before and after', async () => {
    const created = (await assistant.call('rebalance_instruction', {
      account_id: account,
      weights: [
        { symbol: 'aapl', weight: '0' },
        { symbol: 'GOOGL', weight: '0.02' },
      ],
      min_trade_usd: '1',
    })) as unknown as {
      readonly instructions: readonly Made[]
      readonly plan: readonly Readonly<Record<string, string>>[]
    }
    expect(created.instructions.map(({ side, symbol: name }) => `${side} ${name}`)).toEqual([
      'SELL AAPL',
      'BUY GOOGL',
    ])
    expect(created.plan[0]).toMatchObject({ symbol: 'AAPL', quantity_before: await heldQuantity() })
    expect(Number(created.plan[1]?.['weight_after'])).toBeGreaterThan(0.01)
    expect(Number(created.plan[1]?.['weight_after'])).toBeLessThan(0.021)
    await withdrawAll()
    expect(
      await assistant.refusal('rebalance_instruction', {
        account_id: account,
        weights: [
          { symbol: 'AAPL', weight: '0.7' },
          { symbol: 'MSFT', weight: '0.7' },
        ],
      }),
    ).toMatchObject({ field: 'weights', value: '1.4', rule: 'weights-above-one' })
    expect(
      await assistant.refusal('rebalance_instruction', {
        account_id: account,
        weights: [
          { symbol: 'AAPL', weight: '0.1' },
          { symbol: 'aapl', weight: '0.2' },
        ],
      }),
    ).toMatchObject({ field: 'weights', value: 'AAPL', rule: 'weight-twice' })
  })

  it('does not rebalance a stock that is held short', async () => {
    const { desk } = assistant
    const stock = { assetClass: 'stock', symbol: symbol('JPM'), type: 'market' } as const
    const accountId = desk.account('securities')
    await desk.placeFilled(desk.draft({ ...stock, accountId, side: 'short', size: quantity('2') }))
    expect(
      await assistant.refusal('rebalance_instruction', {
        account_id: account,
        weights: [{ symbol: 'jpm', weight: '0.1' }],
      }),
    ).toMatchObject({ field: 'weights', value: 'JPM', rule: 'held-short' })
  })

  it('reads a chain with prices and greeks, and previews combinations and trailing stops', async () => {
    const chain = (await assistant.call('get_option_chain', { symbol: 'aapl' })) as unknown as {
      readonly expirations: readonly string[]
      readonly expiration_date: string
      readonly strikes: readonly {
        readonly strike_price: string
        readonly call: { readonly delta: string | null; readonly ask: string | null } | null
      }[]
    }
    expect(chain.expirations.length).toBeGreaterThan(3)
    expect(chain.strikes).toHaveLength(9)
    expect(chain.strikes.some(({ call: contract }) => contract?.delta != null)).toBe(true)
    expect(
      await assistant.refusal('get_option_chain', {
        symbol: 'AAPL',
        expiration_date: '2031-01-01',
      }),
    ).toMatchObject({ field: 'expiration_date', rule: 'expiration-unknown' })
    const [low, high] = [chain.strikes[4], chain.strikes[5]]
    const leg = { option_type: 'CALL', expiration_date: chain.expiration_date }
    expect(
      await assistant.call('preview_option_strategy', {
        account_id: account,
        symbol: 'AAPL',
        strategy: 'VERTICAL',
        legs: [
          { side: 'BUY', ...leg, strike_price: low?.strike_price },
          { side: 'SELL', ...leg, strike_price: high?.strike_price },
        ],
        limit_price: '0.05',
      }),
    ).toMatchObject({ currency: 'USD' })
    expect(
      await assistant.call('preview_stock_order', {
        account_id: account,
        symbol: 'AAPL',
        side: 'SELL',
        order_type: 'TRAILING_STOP_LOSS',
        quantity: '1',
        trailing_type: 'PERCENTAGE',
        trailing_stop_step: '0.05',
      }),
    ).toMatchObject({ currency: 'USD' })
  })

  it('rolls a held option to the next expiration at one net price', async () => {
    const { desk } = assistant
    const accountId = desk.account('securities')
    const chain = expectOk(await desk.session.market.products.optionChain(symbol('AAPL')))
    const [expiry, next] = [chain.expiries[1], chain.expiries[2]]
    const row = expiry?.rows.find(
      ({ strike, call: contract }) =>
        contract !== null &&
        next?.rows.some((other) => decimalText(other.strike) === decimalText(strike)),
    )
    if (expiry === undefined || row?.call == null) throw new Error('no contract')
    const quote = await desk.quote(row.call)
    const ask = quote.ask ?? quote.last
    if (ask === null || ask === undefined) throw new Error('no price')
    await desk.placeFilled(
      desk.draft({
        assetClass: 'option',
        symbol: symbol('AAPL'),
        accountId,
        type: 'limit',
        size: quantity('1'),
        limitPrice: priceOf(decimalText(snap(mul(ask, dec('1.05')), dec('0.10'), 'up'))),
        terms: {
          strategy: 'single',
          legs: [
            {
              symbol: symbol(expiry.root),
              side: 'buy',
              quantity: asQuantity(dec('1')),
              option: { type: 'call', strike: row.strike, expiration: expiry.expiration },
            },
          ],
        },
      }),
    )
    const made = await call('roll_option_instruction', { position: row.call })
    expect(made).toMatchObject({ status: 'PENDING', side: 'BUY', symbol: 'AAPL' })
    expect(made).toMatchObject({ asked_for: { limit_price: expect.stringMatching(/[1-9]/) } })
    await withdrawAll()
    expect(
      await assistant.refusal('roll_option_instruction', {
        account_id: account,
        position: row.call,
        expiration_date: '2031-01-01',
      }),
    ).toMatchObject({ rule: 'expiration-unknown' })
  })
})
