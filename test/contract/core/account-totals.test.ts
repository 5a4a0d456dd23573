import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Balance, Position } from '../../../shared/domain/account/account.js'
import {
  asPrice,
  dec,
  decimalText,
  fromInteger,
  mul,
  snap,
  sub,
  sum,
  toScale,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { clientOrderId, symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { PATIENCE } from '../../harness/system/until.js'
import { quantity, SessionFixture } from './session-fixture.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

/** One order of a stream: of which instrument, which way, how large, and from where. */
interface Step {
  readonly instrument: number
  readonly isSale: boolean
  readonly size: number
  readonly isElsewhere: boolean
}

/** The same streams in every run: a failure can be repeated. */
const SEED = 20_261_126
const STEPS = 8

const stream = (): readonly Step[] => {
  const step = fc.record({
    instrument: fc.nat({ max: 7 }),
    isSale: fc.boolean(),
    size: fc.integer({ min: 1, max: 9 }),
    isElsewhere: fc.boolean(),
  })
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS })
  return fc.sample(steps, { seed: SEED, numRuns: 1 })[0] ?? []
}

/** An instrument of a stream, and the order that trades so many units of it at the market. */
interface Traded {
  readonly hasShort: boolean
  /** Returns an order of so many units: whole ones, or hundredths of a coin. */
  order(side: OrderDraft['side'], units: number): Promise<OrderDraft>
}

const cents = (value: Decimal | null): string | null =>
  value === null ? null : decimalText(toScale(value, 2, 'half-even'))
const wire = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? cents(dec(value)) : null

const exchange = async (): Promise<PracticeState> =>
  (await desk.practice.practice.command({ command: 'state' })) as PracticeState
const speed = (factor: number) =>
  desk.practice.practice.command({ command: 'clock', speed: factor })

/** The figures that the window shows of the selected account. */
function shown(balance: Balance | null, positions: readonly Position[]) {
  return {
    value: cents(balance?.totalMarketValue ?? null),
    open: cents(balance?.unrealizedPnl ?? null),
    day: cents(balance?.dayPnl ?? null),
    cash: cents(balance?.totalCash ?? null),
    rows: positions.map((position) => [
      position.positionId,
      Number(position.quantity),
      cents(position.marketValue),
      cents(position.unrealizedPnl),
      cents(position.dayPnl),
    ]),
  }
}

/** The same figures from the exchange's own ledger. */
async function truth(accountId: AccountId) {
  const { balances, positions } = await exchange()
  const balance = balances[accountId] ?? {}
  return {
    value: wire(balance['total_market_value']),
    open: wire(balance['total_unrealized_profit_loss']),
    day: wire(balance['total_day_profit_loss']),
    cash: wire(balance['total_cash_balance']),
    rows: (positions[accountId] ?? []).map((record) => [
      record['position_id'],
      Number(record['quantity']),
      wire(record['market_value']),
      wire(record['unrealized_profit_loss']),
      wire(record['day_profit_loss']),
    ]),
  }
}

const shownNow = () =>
  shown(desk.session.streams.balance.get(), desk.session.streams.positions.get() ?? [])

async function buyingPowerOf(accountId: AccountId): Promise<string | null> {
  const { balances } = await exchange()
  const assets = balances[accountId]?.['account_currency_assets']
  const [first] = (assets ?? []) as readonly Record<string, unknown>[]
  return wire(first?.['buying_power'])
}

let elsewhere = 0

async function fill(draft: OrderDraft, isElsewhere: boolean): Promise<void> {
  if (!isElsewhere) {
    await desk.placeFilled(draft)
    return
  }
  elsewhere += 1
  const id = clientOrderId(`elsewhere${String(elsewhere).padStart(10, '0')}`)
  const sent = await desk.provider.trade.place(draft, id)
  expect(sent).toMatchObject({ outcome: 'acknowledged' })
  await desk.until(`filled elsewhere: ${draft.symbol}`, () => desk.row(id)?.status === 'filled')
}

/** Sends a stream of orders to one account; a sale of what is not held opens a short position. */
async function send(instruments: readonly Traded[]): Promise<void> {
  const sizes = new Map<number, number>()
  for (const step of stream()) {
    const index = step.instrument % instruments.length
    const traded = instruments[index]
    if (traded === undefined) throw new Error('no instrument')
    const now = sizes.get(index) ?? 0
    const isSale = step.isSale && (now !== 0 || traded.hasShort)
    // An order that closes is no larger than what is held.
    const size = isSale === now > 0 && now !== 0 ? Math.min(step.size, Math.abs(now)) : step.size
    const side = !isSale ? 'buy' : now > 0 ? 'sell' : 'short'
    await fill(await traded.order(side, size), step.isElsewhere)
    sizes.set(index, now + (isSale ? -size : size))
  }
}

/** Lets the market move, stops it, and expects the window's figures to be the exchange's own. */
async function expectTruth(accountId: AccountId): Promise<void> {
  const { exchangeTime } = await exchange()
  await speed(60)
  await desk.until(
    'the market moves on',
    async () => (await exchange()).exchangeTime > exchangeTime + 60_000,
  )
  await speed(0)
  try {
    await expect.poll(shownNow, PATIENCE).toEqual(await truth(accountId))
    const day = () =>
      desk.session.streams.realized.get().find((found) => found.accountId === accountId)
    // What is not held any more gained what the exchange says, or is among the positions.
    const closedTruth = await closedGain(accountId)
    await expect
      .poll(() => {
        const closed = (day()?.rows ?? []).filter(({ isClosed }) => isClosed)
        return day()?.isComplete === true
          ? cents(sum([dec('0'), ...closed.map(({ position }) => position.dayPnl ?? dec('0'))]))
          : null
      }, PATIENCE)
      .toBe(closedTruth)
    // Buying power is the broker's figure: it is up to date once the account is read again.
    const other = desk.account(accountId === desk.account('crypto') ? 'futures' : 'crypto')
    await desk.session.connection.selectAccount(other)
    await desk.session.connection.selectAccount(accountId)
    const power = await buyingPowerOf(accountId)
    await expect
      .poll(
        () => cents(desk.session.streams.balance.get()?.currencies[0]?.buyingPower ?? null),
        PATIENCE,
      )
      .toBe(power)
  } finally {
    await speed(1)
  }
}

/** The day's gain of what is not held any more, from the exchange's ledger at one instant. */
async function closedGain(accountId: AccountId): Promise<string | null> {
  const { positions, balances } = await exchange()
  const held = (positions[accountId] ?? []).map((row) => dec(String(row['day_profit_loss'])))
  const total = dec(String(balances[accountId]?.['total_day_profit_loss']))
  return cents(sub<Decimal>(total, sum([dec('0'), ...held])))
}

const atMarket = (
  base: Partial<OrderDraft> & Pick<OrderDraft, 'assetClass' | 'symbol' | 'accountId'>,
  sizeOf: (units: number) => string = String,
  hasShort = false,
): Traded => ({
  hasShort,
  order: (side, units) =>
    Promise.resolve(
      desk.draft({
        ...base,
        side: side === 'short' && base.assetClass !== 'stock' ? 'sell' : side,
        type: 'market',
        size: quantity(sizeOf(units)),
      }),
    ),
})

/** Returns how much so many units of this size are. */
const partOf =
  (unit: string) =>
  (units: number): string =>
    decimalText(mul(dec(unit), fromInteger(units)))

describe('the totals of an account after any stream of fills, by hand and from elsewhere', () => {
  test('equal those of the exchange for stocks, short stocks and options', async () => {
    const accountId = desk.account('securities')
    await desk.session.connection.selectAccount(accountId)
    const [contract] = await desk.contracts('call')
    if (contract === undefined) throw new Error('no contract')
    const stock = (name: string): Traded =>
      atMarket({ accountId, assetClass: 'stock', symbol: symbol(name) }, String, true)
    const option: Traded = {
      hasShort: false,
      async order(side, units) {
        const { bid, ask } = await desk.quote(contract.symbol)
        const way = side === 'buy' ? 'buy' : 'sell'
        const limit =
          way === 'buy'
            ? snap(sub<Decimal>(ask ?? dec('0'), dec('-0.20')), dec('0.05'), 'up')
            : snap(sub<Decimal>(bid ?? dec('0'), dec('0.50')), dec('0.05'), 'down')
        return desk.draft({
          accountId,
          assetClass: 'option',
          symbol: symbol('AAPL'),
          side: way,
          size: quantity(String(units)),
          limitPrice: asPrice(limit),
          terms: {
            strategy: 'single',
            legs: [desk.leg(contract, way, String(units))],
            intent: way === 'buy' ? 'buy-to-open' : 'sell-to-close',
          },
        })
      },
    }
    await send([stock('XOM'), option, stock('AMD')])
    await expectTruth(accountId)
  })

  test('equal those of the exchange for futures', async () => {
    const accountId = desk.account('futures')
    await desk.session.connection.selectAccount(accountId)
    const month = await desk.future('MES')
    await send([atMarket({ accountId, assetClass: 'futures', symbol: month.symbol })])
    await expectTruth(accountId)
  })

  test('equal those of the exchange for coins and both sides of an event', async () => {
    const crypto = desk.account('crypto')
    await desk.session.connection.selectAccount(crypto)
    const coin = { accountId: crypto, assetClass: 'crypto', timeInForce: 'ioc' } as const
    await send([
      atMarket({ ...coin, symbol: symbol('ETHUSD') }, partOf('0.00512347')),
      atMarket({ ...coin, symbol: symbol('BTCUSD') }, partOf('0.00021347')),
    ])
    await expectTruth(crypto)
    const events = desk.account('events')
    await desk.session.connection.selectAccount(events)
    const [market] = expectOk(
      await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') }),
    ).filter(({ tradable }) => tradable === 'yes')
    if (market === undefined) throw new Error('no market')
    const side = (outcome: 'yes' | 'no'): Traded =>
      atMarket({
        accountId: events,
        assetClass: 'event',
        symbol: market.symbol,
        terms: { outcome, tradeMode: 'by-contracts' },
      })
    await send([side('yes'), side('no')])
    await expectTruth(events)
  })
})
