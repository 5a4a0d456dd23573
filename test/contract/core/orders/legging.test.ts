import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderHistoryColumns } from '../../../../renderer/panels/history/order-history-columns.js'
import { strategyDraft } from '../../../../renderer/panels/strategy/strategy-draft.js'
import { add, asPrice, dec, eq, sub, type Decimal } from '../../../../shared/domain/decimal.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OptionContract } from '../../../../shared/domain/instruments/option.js'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import { panelText as english } from '../../../../shared/messages/en/window/panels/index.js'
import { panelText as spanish } from '../../../../shared/messages/translations/es/window/panels/index.js'
import { expectOk } from '../../../harness/system/expect-ok.js'
import { quantity, SessionFixture } from '../session-fixture.js'

const CROSSES = dec('0.30')

let desk: SessionFixture
let low: OptionContract
let high: OptionContract
beforeAll(async () => {
  // The readers of this file together would exceed the limits of the exchange.
  desk = await SessionFixture.open(undefined, 'off')
  const [first, second] = await desk.contracts('call')
  if (first === undefined || second === undefined) throw new Error('no contracts')
  low = first
  high = second
})
afterAll(() => desk.close())

/** Returns a price that the market pays. */
async function crossing(contract: OptionContract, side: 'buy' | 'sell') {
  const { ask, bid } = await desk.quote(contract.symbol)
  return asPrice(
    side === 'buy' ? add<Decimal>(ask as Decimal, CROSSES) : sub<Decimal>(bid as Decimal, CROSSES),
  )
}

/** Returns the record of a filled order in the broker's history. */
async function inHistory(draft: OrderDraft): Promise<Order> {
  const id = await desk.placeFilled(draft)
  const query = { accountId: draft.accountId, from: null, to: null, cursor: null }
  const record = expectOk(await desk.session.queries.history(query)).orders.find(
    ({ clientOrderId }) => clientOrderId === id,
  )
  if (record === undefined) throw new Error('not in the history')
  return record
}

/** Returns what the columns of History write about how an order changes a position. */
const cells = (order: Order, text: PanelText): readonly string[] => {
  const columns = orderHistoryColumns(
    text,
    (account) => account,
    () => undefined,
  )
  return ['legging', 'leg-strategy', 'position-id'].map(
    (id) => columns.find((column) => column.id === id)?.data?.(order) ?? `no column ${id}`,
  )
}

/** Opens a position in the lower contract, and returns its id. */
async function openPosition(): Promise<string> {
  const accountId = desk.account('securities')
  await desk.placeFilled(
    desk.draft({
      accountId,
      assetClass: 'option',
      symbol: low.underlying,
      side: 'buy',
      size: quantity('1'),
      limitPrice: await crossing(low, 'buy'),
      terms: { strategy: 'single', intent: 'buy-to-open', legs: [desk.leg(low, 'buy')] },
    }),
  )
  const reader = desk.practice.provider()
  const { positions } = expectOk(await reader.portfolio.positions(accountId))
  reader.close()
  return positions.find(({ assetClass }) => assetClass === 'option')?.positionId ?? ''
}

describe('legging, from the strategy builder to the history', () => {
  it('leads into a strategy and out of it, and the history says so', async () => {
    const accountId = desk.account('securities')
    const positionId = await openPosition()
    const legIn = strategyDraft(
      [
        { symbol: low.symbol, underlying: low.underlying, side: 'buy', ratio: 1, positionId },
        { symbol: high.symbol, underlying: low.underlying, side: 'sell', ratio: 1 },
      ],
      {
        accountId,
        underlying: low.underlying,
        limit: await crossing(high, 'sell'),
        units: dec('1'),
        timeInForce: 'day',
      },
    )
    if (legIn === null) throw new Error('no order')
    // The held leg is not ordered again.
    expect(legIn.terms?.legs).toHaveLength(1)
    const entered = await inHistory(legIn)
    expect(cells(entered, english)).toEqual(['Leg in', 'Vertical', positionId])
    expect(cells(entered, spanish)).toEqual(['Entrada de pata', 'Vertical', positionId])

    const legOut = await inHistory(
      desk.draft({
        accountId,
        assetClass: 'option',
        symbol: high.underlying,
        side: 'buy',
        size: quantity('1'),
        limitPrice: await crossing(high, 'buy'),
        terms: {
          strategy: 'single',
          intent: 'buy-to-close',
          legs: [desk.leg(high, 'buy')],
          legging: { direction: 'out', positionId: await soldPosition() },
        },
      }),
    )
    expect(cells(legOut, english)[0]).toBe('Leg out')
    expect(cells(legOut, spanish)[0]).toBe('Salida de pata')
  })
})

/** Returns the id of the position in the contract that was sold. */
async function soldPosition(): Promise<string> {
  const reader = desk.practice.provider()
  const { positions } = expectOk(await reader.portfolio.positions(desk.account('securities')))
  reader.close()
  const sold = positions.find(
    ({ assetClass, legs }) =>
      assetClass === 'option' && eq(legs?.[0]?.option?.strike ?? dec('0'), high.strike),
  )
  return sold?.positionId ?? ''
}
