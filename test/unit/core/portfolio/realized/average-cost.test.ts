import { describe, expect, it } from 'vitest'
import {
  bookTrade,
  heldBefore,
  NOTHING_HELD,
  tradeValue,
  type CostedTrade,
  type HeldAtCost,
} from '../../../../../electron/core/portfolio/average-cost.js'
import { dec, type Money } from '../../../../../shared/domain/decimal.js'
import { money, price, units } from './broker-fixture.js'

const atCost = (quantity: string, cost: string | null): HeldAtCost => ({
  quantity: units(quantity),
  cost: cost === null ? null : money(cost),
})
const trade = (quantity: string, value: string): CostedTrade => ({
  quantity: units(quantity),
  value: money(value),
})

/** Books trades one after another; returns what is held at last, and every gain. */
function booked(start: HeldAtCost, ...trades: readonly CostedTrade[]) {
  const gains: (Money | null | undefined)[] = []
  const end = trades.reduce((before, next) => {
    const { held: after, gain } = bookTrade(before, next)
    gains.push(gain)
    return after
  }, start)
  return { held: [end.quantity, end.cost], gains }
}

describe('a trade at average cost', () => {
  it('a trade at average cost that opens or adds costs what was paid, and gains nothing', () => {
    expect(booked(NOTHING_HELD, trade('10', '1000'), trade('10', '1100.50'))).toEqual({
      held: ['20', '2100.5'],
      gains: [undefined, undefined],
    })
    expect(booked(NOTHING_HELD, trade('-10', '-1000'), trade('-5', '-450'))).toEqual({
      held: ['-15', '-1450'],
      gains: [undefined, undefined],
    })
  })

  it('a trade at average cost that closes a part gains over the average cost, which stays what it was', () => {
    // 20 at an average of 105; five are sold at 112.
    expect(booked(atCost('20', '2100'), trade('-5', '-560'))).toEqual({
      held: ['15', '1575'],
      gains: ['35'],
    })
    // 20 sold short at an average of 105; five are bought at 112.
    expect(booked(atCost('-20', '-2100'), trade('5', '560'))).toEqual({
      held: ['-15', '-1575'],
      gains: ['-35'],
    })
  })

  it('a trade at average cost that closes all takes the whole cost, to the last cent', () => {
    expect(booked(atCost('3', '100'), trade('-1', '-40'), trade('-2', '-80'))).toEqual({
      held: ['0', '0'],
      gains: ['6.67', '13.33'],
    })
  })

  it('a trade at average cost that turns the position closes the old side and opens the other with the rest', () => {
    // Ten at 100; 15 are sold at 110: ten of them close, five open short.
    expect(booked(atCost('10', '1000'), trade('-15', '-1650'))).toEqual({
      held: ['-5', '-550'],
      gains: ['100'],
    })
    expect(booked(atCost('-10', '-1000'), trade('15', '1650'))).toEqual({
      held: ['5', '550'],
      gains: ['-100'],
    })
  })

  it('a position of unknown cost has an unknown gain until it is closed and opened again', () => {
    expect(booked(atCost('10', null), trade('10', '1000'), trade('-5', '-560'))).toEqual({
      held: ['15', null],
      gains: [undefined, null],
    })
    expect(booked(atCost('10', null), trade('-10', '-1100'))).toEqual({
      held: ['0', '0'],
      gains: [null],
    })
    expect(booked(atCost('10', null), trade('-15', '-1650'))).toEqual({
      held: ['-5', '-550'],
      gains: [null],
    })
  })

  it('is booked to the cent, halves up', () => {
    expect(tradeValue(units('3'), price('0.335'), dec('1'))).toBe('1.01')
    expect(tradeValue(units('-2'), price('6000.25'), dec('50'))).toBe('-600025.00')
  })
})

describe('what was held before trades', () => {
  const before = (after: HeldAtCost, ...trades: readonly CostedTrade[]) => {
    const { quantity, cost } = heldBefore(after, trades)
    return [quantity, cost]
  }

  it('is what is held now without what was bought since', () => {
    expect(before(atCost('20', '2100'), trade('10', '1100'))).toEqual(['10', '1000'])
    expect(before(atCost('-20', '-2100'), trade('-10', '-1100'))).toEqual(['-10', '-1000'])
    expect(before(atCost('20', '2100'))).toEqual(['20', '2100'])
  })

  it('has the average cost of what is left of it', () => {
    expect(before(atCost('5', '500'), trade('-5', '-560'))).toEqual(['10', '1000'])
    expect(before(atCost('-5', '-500'), trade('5', '560'))).toEqual(['-10', '-1000'])
    expect(before(atCost('15', '1500'), trade('-5', '-560'), trade('10', '1000'))).toEqual([
      '10',
      '1000',
    ])
    expect(before(atCost('5', '500'), trade('10', '1000'), trade('-15', '-1600'))).toEqual([
      '10',
      '1000',
    ])
  })

  it('was nothing where the first trade opened it', () => {
    expect(before(atCost('10', '1000'), trade('10', '1000'))).toEqual(['0', '0'])
    // What was turned today and was held before cannot be found from the rest.
    expect(before(atCost('0', '0'), trade('10', '1000'), trade('-10', '-1100'))).toEqual(['0', '0'])
  })

  it('has no known cost where the trades passed through zero', () => {
    expect(before(atCost('0', '0'), trade('-10', '-1100'))).toEqual(['10', null])
    expect(before(atCost('-5', '-550'), trade('-15', '-1650'))).toEqual(['10', null])
    expect(before(atCost('5', '550'), trade('15', '1650'))).toEqual(['-10', null])
    expect(before(atCost('20', null), trade('10', '1100'))).toEqual(['10', null])
  })

  it('has no known cost where the half cents of what was sold make more than five cents', () => {
    // What is left is off by half a cent at most, and its cost ten times as much for ten times it.
    expect(before(atCost('10', '100'), trade('-80', '-800'))).toEqual(['90', '900'])
    expect(before(atCost('10', '100'), trade('-90', '-900'))).toEqual(['100', null])
    expect(before(atCost('-10', '-100'), trade('90', '900'))).toEqual(['-100', null])
    // Two halves of the way: each doubles, and adds its own half cent.
    expect(before(atCost('10', '100'), trade('-10', '-100'), trade('-10', '-100'))).toEqual([
      '30',
      '300',
    ])
    // Three times the half: 0.015, 0.045 and 0.105.
    const half = (size: string) => trade(`-${size}`, `-${size}0`)
    expect(before(atCost('10', '100'), half('20'), half('10'))).toEqual(['40', '400'])
    expect(before(atCost('10', '100'), half('40'), half('20'), half('10'))).toEqual(['80', null])
  })
})
