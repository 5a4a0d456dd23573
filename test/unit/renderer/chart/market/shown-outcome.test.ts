import { describe, expect, it } from 'vitest'
import { fromPage, withLive, withOlder } from '../../../../../renderer/chart/bars/bar-model.js'
import {
  OutcomeBars,
  shownKey,
  shownPrice,
  shownQuote,
} from '../../../../../renderer/chart/market/shown-outcome.js'
import { ownLines } from '../../../../../renderer/chart/order-lines.js'
import { tradeLines } from '../../../../../renderer/chart/trading/trade-lines.js'
import { decimalText, type Decimal } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { Bar } from '../../../../../shared/domain/market/bar.js'
import { bar as stockBar } from '../bars.js'
import { order, position, price } from '../../samples.js'

const MARKET = symbol('KXRATE-26DEC-T3')
const texts = (prices: readonly (Decimal | null)[]) =>
  prices.map((value) => (value === null ? null : decimalText(value)))
const bar = (minute: number, open: string, high: string, low: string, close: string): Bar => ({
  ...stockBar(minute),
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
})

describe('the chart of the other outcome of an event market', () => {
  it('shows one dollar minus each price, the high as the low', () => {
    const yes = fromPage(
      [bar(1, '0.60', '0.65', '0.55', '0.62'), bar(2, '0.62', '0.70', '0.62', '0.7')],
      true,
    )
    const no = new OutcomeBars('no').shown(yes)
    const [first] = no.history
    expect(
      texts([first?.open, first?.high, first?.low, first?.close].map((x) => x ?? null)),
    ).toEqual(['0.4', '0.45', '0.35', '0.38'])
    expect(texts([no.live?.close ?? null])).toEqual(['0.3'])
    expect(no.history[0]?.volume).toBe(yes.history[0]?.volume)
    expect(new OutcomeBars('yes').shown(yes)).toBe(yes)
  })

  it('has the same bars again while those of the broker are the same', () => {
    const outcomeBars = new OutcomeBars('no')
    const model = fromPage(
      [bar(2, '0.5', '0.5', '0.5', '0.5'), bar(3, '0.5', '0.5', '0.5', '0.5')],
      true,
    )
    const before = outcomeBars.shown(model)
    const ticked = withLive(model, bar(3, '0.5', '0.6', '0.5', '0.6'), 60_000).model
    expect(outcomeBars.shown(ticked).history).toBe(before.history)
    const older = outcomeBars.shown(withOlder(model, [bar(1, '0.4', '0.4', '0.4', '0.4')], false))
    expect(older.history[1]).toBe(before.history[0])
  })

  it('has the bid where the other side is offered', () => {
    const quote = { previousClose: price('0.58'), bid: price('0.60'), ask: price('0.63') }
    const shown = shownQuote(quote, 'no')
    expect(texts([shown.previousClose, shown.bid, shown.ask])).toEqual(['0.42', '0.37', '0.4'])
    expect(shownQuote({ ...quote, ask: null }, 'no').bid).toBeNull()
    expect(shownQuote(quote, 'yes')).toBe(quote)
    expect(decimalText(shownPrice(price('0.60'), 'no'))).toBe('0.4')
    expect(decimalText(shownPrice(price('100'), null))).toBe('100')
  })

  it('has the orders and the position in that outcome only', () => {
    const ofOutcome = (id: string, outcome: 'yes' | 'no') =>
      order(id, { assetClass: 'event', symbol: MARKET, terms: { outcome } as never })
    const orders = [ofOutcome('a', 'yes'), ofOutcome('b', 'no')]
    const held = { ...position('5', '0.40', '0.35'), assetClass: 'event', symbol: MARKET } as const
    const positions = [
      { ...held, outcome: 'yes', positionId: 'p1' },
      { ...held, outcome: 'no', positionId: 'p2' },
    ] as never
    const account = accountId('A')
    const none = { alerts: [], instructions: [] }
    for (const [outcome, ids] of [
      ['yes', ['a:limit', 'position:p1']],
      ['no', ['b:limit', 'position:p2']],
    ] as const) {
      const lines = tradeLines({ account, symbol: MARKET, outcome, orders, positions, ...none })
      expect(lines.map(({ id }) => id).toSorted()).toEqual(ids)
      const drawn = ownLines(orders, positions, account, shownKey(MARKET, outcome))
      expect(drawn.map(({ id }) => id)).toEqual(ids)
    }
  })
})
