import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RealizedRow } from '../../../shared/domain/account/realized-day.js'
import {
  abs,
  add,
  asPrice,
  dec,
  decimalText,
  gt,
  minOf,
  mul,
  snap,
  sub,
  sum,
  toScale,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { quantity, SessionFixture } from './session-fixture.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

const cents = (value: Decimal | null | undefined): string | null =>
  value == null ? null : decimalText(toScale(value, 2, 'half-even'))

const rowsOf = (accountId: AccountId): readonly RealizedRow[] =>
  desk.session.streams.realized.get().find((day) => day.accountId === accountId)?.rows ?? []

const isComplete = (accountId: AccountId): boolean =>
  desk.session.streams.realized.get().some((day) => day.accountId === accountId && day.isComplete)

/**
 * Expects a sum of realized gains to be the day's gain of what the account does not hold any more,
 * by the exchange's own ledger at one instant: nothing of it was held when the day began, so all of
 * it was realized. The ledger states each position and the sum to the cent, so the difference of
 * them is off by half a cent of each at most.
 */
async function expectLedgerAgrees(accountId: AccountId, realized: Decimal): Promise<void> {
  const state = (await desk.practice.practice.command({ command: 'state' })) as PracticeState
  const text = (value: unknown): Decimal => dec(String(value))
  const held = (state.positions[accountId] ?? []).map((record) => text(record['day_profit_loss']))
  const total = text(state.balances[accountId]?.['total_day_profit_loss'])
  const difference = abs<Decimal>(sub<Decimal>(sub<Decimal>(total, sum(held)), realized))
  const rounding = mul(dec('0.005'), dec(String(held.length + 1)))
  expect(gt(difference, rounding), `${decimalText(difference)} of difference`).toBe(false)
}

const realizedOf = (rows: readonly RealizedRow[]): Decimal =>
  sum(rows.map(({ realizedPnl }) => realizedPnl ?? dec('999999')))

/**
 * Buys, sells a part and then the rest, and expects the realized gain to be what the account
 * gained, because nothing was held when the day began.
 */
async function expectRealized(
  accountId: AccountId,
  name: string,
  orders: readonly [OrderDraft, OrderDraft, OrderDraft],
): Promise<void> {
  await desk.session.connection.selectAccount(accountId)
  await desk.until(`the day of ${name} is read`, () => isComplete(accountId))
  const [buy, part, remainder] = orders
  await desk.placeFilled(buy)
  await desk.placeFilled(part)
  await desk.until(`a part of ${name} is realized`, () =>
    rowsOf(accountId).some(({ key, isClosed }) => key.includes(name) && !isClosed),
  )
  await desk.placeFilled(remainder)
  const closed = () => rowsOf(accountId).find(({ key, isClosed }) => key.includes(name) && isClosed)
  await desk.until(`${name} is closed`, () => closed() !== undefined)
  const row = closed()
  expect(row?.position.quantity).toBe('0')
  // What was opened and closed today gained exactly what it realized.
  expect(cents(row?.position.dayPnl)).toBe(cents(row?.realizedPnl))
  const closedRows = rowsOf(accountId).filter(({ isClosed }) => isClosed)
  await expectLedgerAgrees(accountId, realizedOf(closedRows))
}

const above = (price: Decimal | null | undefined, by: string, step: string) =>
  asPrice(snap(add<Decimal>(price ?? dec('0'), dec(by)), dec(step), 'up'))

describe('what was realized today, of every product', () => {
  test('stocks and an option are closed with what the exchange realized', async () => {
    const accountId = desk.account('securities')
    const stock = { accountId, assetClass: 'stock', symbol: symbol('XOM'), type: 'market' } as const
    await expectRealized(accountId, 'stock XOM', [
      desk.draft({ ...stock, size: quantity('7') }),
      desk.draft({ ...stock, size: quantity('3'), side: 'sell' }),
      desk.draft({ ...stock, size: quantity('4'), side: 'sell' }),
    ])
    const [contract] = await desk.contracts('call')
    if (contract === undefined) throw new Error('no contract')
    const { bid, ask } = await desk.quote(contract.symbol)
    const base = { accountId, assetClass: 'option', symbol: symbol('AAPL') } as const
    const sale = (size: string) =>
      desk.draft({
        ...base,
        side: 'sell',
        size: quantity(size),
        limitPrice: asPrice(snap(sub(bid ?? dec('0'), dec('0.50')), dec('0.05'), 'down')),
        terms: {
          strategy: 'single',
          legs: [desk.leg(contract, 'sell', size)],
          intent: 'sell-to-close',
        },
      })
    await expectRealized(accountId, `option ${contract.symbol}`, [
      desk.draft({
        ...base,
        size: quantity('3'),
        limitPrice: above(ask, '0.10', '0.05'),
        terms: {
          strategy: 'single',
          legs: [desk.leg(contract, 'buy', '3')],
          intent: 'buy-to-open',
        },
      }),
      sale('1'),
      sale('2'),
    ])
  })

  test('a future, a coin and a side of an event are closed with what the exchange realized', async () => {
    const futures = desk.account('futures')
    const month = await desk.future('MNQ')
    const future = {
      accountId: futures,
      assetClass: 'futures',
      type: 'market',
      symbol: month.symbol,
    } as const
    await expectRealized(futures, `futures ${month.symbol}`, [
      desk.draft({ ...future, size: quantity('3') }),
      desk.draft({ ...future, size: quantity('1'), side: 'sell' }),
      desk.draft({ ...future, size: quantity('2'), side: 'sell' }),
    ])
    const crypto = desk.account('crypto')
    const coin = {
      accountId: crypto,
      assetClass: 'crypto',
      symbol: symbol('ETHUSD'),
      type: 'market',
      timeInForce: 'ioc',
    } as const
    await expectRealized(crypto, 'crypto ETHUSD', [
      desk.draft({ ...coin, size: quantity('0.12345678') }),
      desk.draft({ ...coin, size: quantity('0.02345678'), side: 'sell' }),
      desk.draft({ ...coin, size: quantity('0.1'), side: 'sell' }),
    ])
    const events = desk.account('events')
    const market = expectOk(
      await desk.products.eventMarkets({ series: symbol('KXPRESPARTY') }),
    ).find(({ tradable }) => tradable === 'yes')
    if (market === undefined) throw new Error('no market')
    const side = {
      accountId: events,
      assetClass: 'event',
      type: 'market',
      symbol: market.symbol,
      terms: { outcome: 'no', tradeMode: 'by-contracts' },
    } as const
    await expectRealized(events, `event ${market.symbol} no`, [
      desk.draft({ ...side, size: quantity('9') }),
      desk.draft({ ...side, size: quantity('4'), side: 'sell' }),
      desk.draft({ ...side, size: quantity('5'), side: 'sell' }),
    ])
  })

  test('a vertical is closed with what the exchange realized, leg by leg', async () => {
    const accountId = desk.account('securities')
    await desk.session.connection.selectAccount(accountId)
    const [near, , far] = await desk.contracts('call')
    if (near === undefined || far === undefined) throw new Error('no contracts')
    const vertical = async (side: 'buy' | 'sell'): Promise<OrderDraft> => {
      const [a, b] = [await desk.quote(near.symbol), await desk.quote(far.symbol)]
      const isBuy = side === 'buy'
      const touch = isBuy
        ? sub<Decimal>(a.ask ?? dec('0'), b.bid ?? dec('0'))
        : sub<Decimal>(a.bid ?? dec('0'), b.ask ?? dec('0'))
      const margin = minOf(dec('0.30'), mul(touch, dec('0.08')))
      const net = isBuy ? add(touch, margin) : sub(touch, margin)
      return desk.draft({
        accountId,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        side,
        size: quantity('2'),
        limitPrice: asPrice(snap(net, dec('0.05'), isBuy ? 'up' : 'down')),
        terms: {
          strategy: 'vertical',
          legs: [desk.leg(near, side, '2'), desk.leg(far, isBuy ? 'sell' : 'buy', '2')],
        },
      })
    }
    await desk.placeFilled(await vertical('buy'))
    await desk.placeFilled(await vertical('sell'))
    const legs = () =>
      rowsOf(accountId).filter(
        ({ key, isClosed }) => isClosed && (key.includes(near.symbol) || key.includes(far.symbol)),
      )
    await desk.until('both legs are closed', () => legs().length === 2)
    expect(legs().map(({ isPartial, isAllotted }) => isPartial || isAllotted)).toEqual([
      false,
      false,
    ])
    const closedRows = rowsOf(accountId).filter(({ isClosed }) => isClosed)
    await expectLedgerAgrees(accountId, realizedOf(closedRows))
  })

  test('the journal has the same figure for the day as the positions, and one trip of a vertical', async () => {
    for (const { accountId } of desk.session.connection.view().accounts) {
      if (rowsOf(accountId).length === 0) continue
      const inPositions = realizedOf(rowsOf(accountId))
      const ofToday = desk.session.streams.realized.get().find((day) => day.accountId === accountId)
      await expect
        .poll(
          async () => {
            desk.session.journal.refresh(accountId)
            const report = expectOk(
              await desk.session.journal.report(accountId, { from: null, to: null }),
            )
            return cents(report.days.find(({ day }) => day === ofToday?.day)?.realized)
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toBe(cents(inPositions))
    }
    const securities = desk.account('securities')
    const trips = expectOk(
      await desk.session.journal.trips({
        accountId: securities,
        from: null,
        to: null,
        cursor: null,
      }),
    ).rows.filter(({ legs }) => legs.length > 1)
    expect(trips).toHaveLength(1)
    expect(trips[0]).toMatchObject({ trades: 2, source: { kind: 'hand' } })
  })

  test('a program that starts later finds the same, and closed rows survive the restart', async () => {
    const heldName = 'AMZN'
    const securities = desk.account('securities')
    await desk.session.connection.selectAccount(securities)
    const isHeld = () =>
      desk.session.streams.positions
        .get()
        ?.find(
          ({ assetClass, symbol: name }) => assetClass === 'stock' && name === symbol(heldName),
        )
    await desk.until(`${heldName} is held`, () => isHeld() !== undefined)
    const position = isHeld()
    if (position === undefined) throw new Error(`no ${heldName} is held`)
    await desk.placeFilled(
      desk.draft({
        accountId: securities,
        assetClass: 'stock',
        symbol: symbol(heldName),
        type: 'market',
        side: 'sell',
        size: { kind: 'quantity', quantity: position.quantity },
      }),
    )
    const sold = () => rowsOf(securities).find(({ key }) => key === `stock ${heldName}`)
    await desk.until(`${heldName} is closed`, () => sold()?.isClosed === true)
    const accounts = desk.session.connection.view().accounts.map(({ accountId }) => accountId)
    const all = () =>
      accounts.map((id) =>
        rowsOf(id).map(({ key, realizedPnl, isClosed, position: row }) => [
          key,
          cents(realizedPnl),
          isClosed,
          // Also of what was held when the day began.
          cents(row.dayPnl),
        ]),
      )
    const before = all()
    expect(before.flat().length).toBeGreaterThanOrEqual(5)
    await desk.restart()
    for (const account of accounts) {
      await desk.session.connection.selectAccount(account)
      await desk.until('the account is read again', () => isComplete(account))
    }
    expect(all()).toEqual(before)
  })
})
