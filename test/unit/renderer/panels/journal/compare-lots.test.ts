import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { PositionLot } from '../../../../../shared/domain/account/activity.js'
import type { JournalOpenLot } from '../../../../../shared/domain/account/journal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { storedTradeDate } from '../../../../../shared/domain/market/trade-date.js'
import { STOCK_STEPS } from '../../../../../shared/domain/instruments/price-steps.js'
import { compareLots } from '../../../../../renderer/panels/journal/open-lots/compare-lots.js'

const AAPL = symbol('AAPL')

const ownLot = (quantity: string, price: string | null): JournalOpenLot => ({
  id: quantity,
  key: symbolKey('stock', AAPL),
  direction: 'long',
  quantity: dec(quantity),
  acquired: storedTradeDate('2026-11-02'),
  price: price === null ? null : dec(price),
  cost: price === null ? null : asMoney(dec(price)),
  longTermFrom: storedTradeDate('2027-11-03'),
})

const broker = (quantity: string, price: string | null): PositionLot => ({
  lotId: quantity,
  symbol: AAPL,
  quantity: asQuantity(dec(quantity)),
  averageCost: price === null ? null : asPrice(dec(price)),
  marketValue: null,
  unrealizedPnl: null,
  currency: 'USD',
})

describe("comparing the journal's open lots with the broker's", () => {
  it('finds the same lots in another order, with prices rounded to other places', () => {
    expect(
      compareLots(
        [ownLot('10', '150.123456'), ownLot('5', '160')],
        [broker('5', '160.0000'), broker('10', '150.1235')],
        STOCK_STEPS,
      ),
    ).toBe('same')
  })

  it('finds a short sale, which the broker reports as negative, the same', () => {
    expect(compareLots([ownLot('10', '150')], [broker('-10', '150')], STOCK_STEPS)).toBe('same')
  })

  it('does not take two equal lots for one', () => {
    expect(
      compareLots(
        [ownLot('5', '150'), ownLot('5', '150')],
        [broker('5', '150'), broker('5', '151')],
        STOCK_STEPS,
      ),
    ).toBe('otherLots')
  })

  it('says that the broker closed other lots than the first', () => {
    expect(
      compareLots([ownLot('10', '160')], [broker('4', '150'), broker('6', '160')], STOCK_STEPS),
    ).toBe('otherLots')
  })

  it('says that a quantity is missing before it compares lots', () => {
    expect(compareLots([ownLot('10', '150')], [broker('12', '150')], STOCK_STEPS)).toBe(
      'otherQuantity',
    )
  })

  it('compares by quantity alone where one of the prices is not known', () => {
    expect(compareLots([ownLot('10', null)], [broker('10', '150')], STOCK_STEPS)).toBe('same')
  })

  it('REL-45: tells two prices of a coin apart that differ by one step', () => {
    const steps = [{ from: asPrice(dec('0')), step: dec('0.00000001') }]
    const compared = (other: string) =>
      compareLots([ownLot('10', '0.00001214')], [broker('10', other)], steps)
    expect(compared('0.00001214')).toBe('same')
    expect(compared('0.000012144')).toBe('same')
    expect(compared('0.00001215')).toBe('otherLots')
  })
})
