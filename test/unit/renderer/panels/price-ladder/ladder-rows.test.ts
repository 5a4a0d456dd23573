import { describe, expect, it } from 'vitest'
import { asQuantity, dec, decimalText } from '../../../../../shared/domain/decimal.js'
import { indexPrices, STOCK_GRID } from '../../../../../shared/domain/instruments/price-grid.js'
import type { Depth } from '../../../../../shared/domain/market/quote.js'
import {
  ladderBook,
  ladderRows,
  priceOfRow,
  reuseRows,
  rowOf,
  type LadderScale,
  type LadderSource,
} from '../../../../../renderer/panels/price-ladder/model/ladder-rows.js'
import {
  fittingTicks,
  type TicksPerRow,
} from '../../../../../renderer/panels/price-ladder/model/row-ticks.js'
import {
  centeredTop,
  clampTop,
  marketOutside,
  marketPrice,
} from '../../../../../renderer/panels/price-ladder/model/ladder-scroll.js'
import { price, quote } from '../../samples.js'

const units = (text: string) => asQuantity(dec(text))
const scaleOf = (ticks: TicksPerRow): LadderScale => ({ index: indexPrices(STOCK_GRID), ticks })
const level = (text: string, size: string) => ({ price: price(text), size: units(size) })
const DEPTH = {
  bids: [level('10.02', '5'), level('10.01', '3'), level('9.98', '2')],
  asks: [level('10.03', '4'), level('10.06', '8')],
} as unknown as Depth
const QUOTE = {
  ...quote('AAPL', '10.02'),
  bid: price('10.02'),
  ask: price('10.03'),
  bidSize: units('9'),
  askSize: units('1'),
  high: price('10.05'),
}
const source = (scale: LadderScale, more: Partial<LadderSource> = {}): LadderSource => ({
  scale,
  top: rowOf(scale, price('10.06'), 'up'),
  count: 10,
  book: ladderBook(DEPTH, QUOTE, scale),
  quote: QUOTE,
  volumes: new Map(),
  lastSize: null,
  orders: [],
  position: null,
  ...more,
})

describe('the rows of the ladder', () => {
  it('have the sizes of the book, the last price and the marks of the day', () => {
    const rows = ladderRows(source(scaleOf(1)))
    expect(rows.map((row) => decimalText(row.price)).slice(0, 3)).toEqual([
      '10.06',
      '10.05',
      '10.04',
    ])
    const shown = (text: string) => rows.find((row) => decimalText(row.price) === text)
    expect(shown('10.02')).toMatchObject({ bid: '5', ask: null, isLast: true, isBestBid: true })
    expect(shown('10.03')).toMatchObject({ ask: '4', isBestAsk: true, bidShare: '0' })
    expect(shown('10.06')).toMatchObject({ ask: '8', askShare: '100.00' })
    expect(shown('10.05')?.marks).toEqual(['high'])
  })

  it('ladder rows of several ticks have round prices', () => {
    for (const ticks of [5, 10, 50, 100] as const) {
      const row = rowOf(scaleOf(ticks), price('117.00'), 'up')
      const shown = [row, row + 1].map((number) => Number(priceOfRow(scaleOf(ticks), number)))
      expect(shown).toEqual([117, 117 + ticks / 100])
    }
  })

  it('ladder rows of a coin have as many ticks as its spread needs, of everything else one', () => {
    const cents = { steps: [{ from: price('0'), step: dec('0.01') }], bounds: null }
    const index = indexPrices(cents)
    expect(fittingTicks('crypto', price('96600.00'), index)).toBe(1000)
    expect(fittingTicks('crypto', price('0.15'), index)).toBe(1)
    expect(fittingTicks('crypto', null, index)).toBe(1)
    expect(fittingTicks('stock', price('96600.00'), index)).toBe(1)
  })

  it('sum several ticks, no bid above and no ask below its own price', () => {
    const rows = ladderRows(source(scaleOf(5), { top: rowOf(scaleOf(5), price('10.20'), 'up') }))
    const bids = rows.filter(({ bid }) => bid !== null)
    const asks = rows.filter(({ ask }) => ask !== null)
    expect(bids.map((row) => decimalText(row.bid ?? units('0')))).toEqual(['8', '2'])
    expect(bids.every((row) => Number(decimalText(row.price)) <= 10.02)).toBe(true)
    expect(asks.every((row) => Number(decimalText(row.price)) >= 10.03)).toBe(true)
  })

  it('have the best bid and ask alone where there is no depth, and say so', () => {
    const book = ladderBook(null, QUOTE, scaleOf(1))
    expect(book.isTouchOnly).toBe(true)
    expect([...book.bids.values()].map(decimalText)).toEqual(['9'])
  })

  it('have the profit or loss of the position at their price', () => {
    const position = {
      quantity: units('-10'),
      averageCost: price('10.00'),
      multiplier: dec('100'),
    }
    const [row] = ladderRows(source(scaleOf(1), { position }))
    expect(row === undefined || row.pnl === null ? null : Number(decimalText(row.pnl))).toBe(-60)
  })

  it('are the same objects as before where nothing changed', () => {
    const scale = scaleOf(1)
    const before = ladderRows(source(scale))
    const depth = { ...DEPTH, bids: [level('10.02', '6'), ...DEPTH.bids.slice(1)] }
    const book = ladderBook({ ...depth, asks: DEPTH.asks }, QUOTE, scale)
    const after = reuseRows(before, ladderRows(source(scale, { book })))
    const changed = after.filter((row, place) => row !== before[place])
    expect(changed.map((row) => decimalText(row.price))).toEqual(['10.02'])
  })
})

describe('the scroll of the ladder', () => {
  const scale = scaleOf(1)
  const market = marketPrice(QUOTE)

  it('centers on the middle of the market, and otherwise on the last price', () => {
    expect(market === null ? null : Number(decimalText(market))).toBe(10.025)
    expect(marketPrice({ ...QUOTE, ask: null })).toBe(QUOTE.last)
    expect(marketPrice(undefined)).toBeNull()
  })

  it('follows the market only once it has left the middle', () => {
    const row = rowOf(scale, price('10.02'), 'down')
    expect(centeredTop(row + 12, 20, market, scale)).toBeNull()
    expect(centeredTop(row + 30, 20, market, scale)).toBe(row + 10)
  })

  it('says where the market is when it is not among the rows', () => {
    const row = rowOf(scale, price('10.02'), 'down')
    expect(marketOutside(row - 1, 20, market, scale)).toBe('above')
    expect(marketOutside(row + 20, 20, market, scale)).toBe('below')
    expect(marketOutside(row, 20, market, scale)).toBeNull()
  })

  it('ends at the lowest and the highest price', () => {
    expect(clampTop(-5, 20, scale)).toBe(20)
    expect(decimalText(priceOfRow(scale, 1))).toBe('0.0001')
    const bounds = { min: price('0.01'), max: price('0.99') }
    const event: LadderScale = {
      index: indexPrices({ steps: [{ from: price('0'), step: dec('0.01') }], bounds }),
      ticks: 1,
    }
    expect(decimalText(priceOfRow(event, clampTop(500, 20, event)))).toBe('0.99')
  })
})
