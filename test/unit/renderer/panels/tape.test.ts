import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Tick } from '../../../../shared/domain/market/quote.js'
import {
  EMPTY_TAPE,
  TAPE_MAX,
  filterTape,
  fromSnapshot,
  setPaused,
  waiting,
  withPrints,
  type TapeRow,
} from '../../../../renderer/panels/time-sales/tape.js'

const print = (time: number, price: string, size = '100'): Tick => ({
  symbol: symbol('AAPL'),
  time: epochMs(time),
  price: asPrice(dec(price)),
  size: asQuantity(dec(size)),
  side: 'buy',
  session: 'regular',
})
const prices = (rows: readonly TapeRow[]): string[] =>
  rows.map((row) => decimalText(row.tick.price))

describe('the tape', () => {
  it('lists the newest print first with the direction of each', () => {
    const tape = withPrints(fromSnapshot(EMPTY_TAPE, [print(1, '10.00'), print(2, '10.01')]), [
      print(3, '10.010'),
      print(4, '10.00'),
    ])
    expect(prices(tape.shown)).toEqual(['10.00', '10.010', '10.01', '10.00'])
    expect(tape.shown.map((row) => row.move)).toEqual(['down', 'flat', 'up', 'flat'])
  })

  it('keeps equal prints apart', () => {
    const tape = withPrints(EMPTY_TAPE, [print(1, '10'), print(1, '10')])
    expect(new Set(tape.rows.map((row) => row.id)).size).toBe(2)
  })

  it('is frozen while paused and loses nothing', () => {
    let tape = setPaused(withPrints(EMPTY_TAPE, [print(1, '10')]), true)
    tape = withPrints(withPrints(tape, [print(2, '11')]), [print(3, '12')])
    expect(prices(tape.shown)).toEqual(['10'])
    expect(waiting(tape)).toBe(2)
    tape = setPaused(tape, false)
    expect(prices(tape.shown)).toEqual(['12', '11', '10'])
    expect(waiting(tape)).toBe(0)
  })

  it('keeps the newest when there are too many', () => {
    const tape = withPrints(
      EMPTY_TAPE,
      Array.from({ length: TAPE_MAX + 5 }, (_, index) => print(index, `${index + 1}`)),
    )
    expect(tape.rows).toHaveLength(TAPE_MAX)
    expect(prices(tape.rows)[0]).toBe(`${TAPE_MAX + 5}`)
  })

  it('is replaced by a snapshot, as after a gap', () => {
    const tape = fromSnapshot(withPrints(EMPTY_TAPE, [print(1, '10'), print(2, '11')]), [
      print(3, '20'),
    ])
    expect(prices(tape.shown)).toEqual(['20'])
  })

  it('filters by size, by value and not by text', () => {
    const { rows } = withPrints(EMPTY_TAPE, [
      print(1, '1', '99'),
      print(2, '2', '100.00'),
      print(3, '3', '1000'),
    ])
    expect(prices(filterTape(rows, asQuantity(dec('100'))))).toEqual(['3', '2'])
    expect(filterTape(rows, null)).toBe(rows)
  })
})
