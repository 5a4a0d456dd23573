import { describe, expect, it } from 'vitest'
import type { OpenLot } from '../../../../electron/core/records/journal/lot-book.js'
import type { ReminderFacts } from '../../../../electron/core/risk/reminders/reminder-facts.js'
import { remindersOf } from '../../../../electron/core/risk/reminders/reminders.js'
import { dec, mul } from '../../../../shared/domain/decimal.js'
import type { Execution } from '../../../../shared/domain/account/activity.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { draft, position, price, quantity } from '../instructions/policy/policy-fixture.js'

/** A Wednesday at noon in New York. */
const NOW = epochMs(Date.UTC(2026, 10, 25, 17))
const AAPL = 'stock AAPL'
const CALL = 'option AAPL270115C00100000'
const PUT = 'option AAPL270115P00100000'

const lot = (
  units: string,
  cost: string,
  daysAgo: number,
  more: Partial<OpenLot> = {},
): OpenLot => {
  const multiplier = more.multiplier ?? dec('1')
  return {
    key: AAPL,
    openedBy: `x${daysAgo}`,
    openedAt: epochMs(NOW - daysAgo * DAY_MS),
    source: { kind: 'hand', name: null },
    quantity: dec(units),
    value: mul(mul(dec(units.replace('-', '')), dec(cost)), multiplier),
    fees: dec('0'),
    multiplier,
    isCosted: true,
    ...more,
  }
}

const PURCHASE = {
  symbol: symbol('AAPL'),
  side: 'buy',
  quantity: quantity('5'),
  price: price('98'),
  time: epochMs(NOW - 5 * DAY_MS),
} as Execution

const mentioned = (
  lots: readonly OpenLot[] | null,
  size: string,
  order: Partial<OrderDraft> = {},
  facts: Partial<ReminderFacts> = {},
) =>
  remindersOf(
    draft({ side: 'sell', size: { kind: 'quantity', quantity: quantity('10') }, ...order }),
    {
      dates: null,
      price: null,
      quote: null,
      lastHour: null,
      position: position(size, { averageCost: price('106') }),
      executions: [PURCHASE],
      lots,
      otherAccounts: null,
      dayTradesLeft: null,
      equity: null,
      now: NOW,
      ...facts,
    },
  )
const said = (...given: Parameters<typeof mentioned>): readonly string[] =>
  mentioned(...given).map(({ text }) => inEnglish(text))
const AT_100 = { limitPrice: price('100') }

describe('JOURNAL: a wash sale by lots', () => {
  it('names the lots that first in, first out sells at a loss, not the average cost', () => {
    const lots = [lot('10', '110', 55), lot('5', '98', 5)]
    expect(said(lots, '15', AT_100)).toEqual([
      'Sells at a loss of about $100.00, first in, first out: 10 bought on Oct 1, 2026 (−$100.00). 5 AAPL that stay were bought within 30 days (last on Nov 20, 2026): that part of the loss may be deferred for US taxes, also by a purchase until Dec 25, 2026.',
    ])
    expect(inEnglish(mentioned(lots, '15', AT_100)[0]?.source ?? { code: '' })).toBe(
      'The lots of your journal',
    )
  })

  it('is mentioned before it is one: a purchase in the next 30 days would defer the loss', () => {
    expect(said([lot('10', '110', 55)], '10', AT_100)).toEqual([
      'Sells at a loss of about $100.00, first in, first out: 10 bought on Oct 1, 2026 (−$100.00). A purchase until Dec 25, 2026 would defer the loss for US taxes.',
    ])
  })

  it('is none when the oldest lots gain, although the price is below the average cost', () => {
    expect(said([lot('10', '90', 55), lot('10', '122', 5)], '20', AT_100)).toEqual([])
  })

  it('counts only the lots at a loss where others gain', () => {
    const lots = [lot('4', '90', 60), lot('6', '110', 55)]
    expect(said(lots, '10', AT_100)[0]).toContain('a loss of about $60.00')
    expect(said(lots, '10', AT_100)[0]).toContain(': 6 bought on Oct 1, 2026 (−$60.00).')
  })

  it('may come of an option on the stock: a held call, or a written put', () => {
    const option = (key: string, units: string, daysAgo = 2): OpenLot =>
      lot(units, '2', daysAgo, { key, multiplier: dec('100') })
    const own = lot('10', '110', 55)
    const may = 'An option on AAPL opened on Nov 23, 2026 may defer it too.'
    expect(said([own, option(CALL, '1')], '10', AT_100)[0]).toContain(may)
    expect(said([own, option(PUT, '-1')], '10', AT_100)[0]).toContain(may)
    for (const other of [option(CALL, '-1'), option(PUT, '1'), option(CALL, '1', 31)]) {
      expect(said([own, other], '10', AT_100)[0]).not.toContain('option')
    }
  })

  it('counts the thirtieth day before, whatever the hour, and not the thirty-first', () => {
    const early = epochMs(Date.UTC(2026, 9, 26, 13, 30))
    const bought = (openedAt: number): readonly OpenLot[] => [
      lot('10', '110', 55),
      lot('5', '98', 5, { openedAt: epochMs(openedAt) }),
    ]
    expect(said(bought(early), '15', AT_100)[0]).toContain('last on Oct 26, 2026')
    expect(said(bought(early - DAY_MS), '15', AT_100)[0]).not.toContain('that stay')
  })

  it('lists three lots and counts the others', () => {
    const lots = [61, 58, 56, 54, 52].map((daysAgo) => lot('2', '110', daysAgo))
    expect(said(lots, '10', AT_100)[0]).toContain(
      '2 bought on Sep 25, 2026 (−$20.00), 2 bought on Sep 28, 2026 (−$20.00), 2 bought on Sep 30, 2026 (−$20.00), and 2 more lots.',
    )
  })

  it('does not guess when shares of before the first record, or of a transfer, were bought', () => {
    const lots = [
      lot('10', '110', 20, { openedBy: 'opening stock AAPL' }),
      lot('5', '98', 5, { openedBy: 'transfer t1' }),
    ]
    expect(said(lots, '15', AT_100)).toEqual([
      'Sells at a loss of about $100.00, first in, first out: 10 held before the first record (−$100.00). A purchase until Dec 25, 2026 would defer the loss for US taxes.',
    ])
  })

  it('exists for option contracts too, with their multiplier', () => {
    const ownLot = lot('2', '5', 55, { key: CALL, multiplier: dec('100') })
    const order: Partial<OrderDraft> = {
      assetClass: 'option',
      symbol: symbol('AAPL270115C00100000'),
      limitPrice: price('4'),
      size: { kind: 'quantity', quantity: quantity('2') },
    }
    expect(said([ownLot], '2', order)[0]).toContain('a loss of about $200.00')
  })

  it.each([
    ['the journal knows no lots', null, '15'],
    ['the lots are not what the position holds', [lot('10', '110', 55)], '15'],
    ['the cost of a lot is not known', [lot('15', '0', 55, { isCosted: false })], '15'],
  ] as const)('falls back to the average cost, and says so, when %s', (_why, lots, held) => {
    expect(said(lots, held, AT_100)).toEqual([
      'Sells at about $60.00 below your average cost, and 5 AAPL were bought within 30 days (last on Nov 20, 2026): that part of the loss may be deferred for US taxes, also by a purchase until Dec 25, 2026. The lots are not known, so this is by average cost.',
    ])
  })

  it('is said in Spanish with the same figures', () => {
    const [found] = mentioned([lot('10', '110', 55), lot('5', '98', 5)], '15', AT_100)
    const translated = createMessageFormatter('es', spanish)(found?.text ?? { code: '' })
    expect(translated).toContain('$100.00')
    expect(translated).toContain('Se conservan 5 AAPL')
  })
})

describe('REL-49: the days of a wash sale', () => {
  /** Returns whether shares of these times defer the loss of a sale that is placed then. */
  const isReplaced = (boughtAt: string, soldAt: string): boolean => {
    const [openedAt, now] = [boughtAt, soldAt].map((text) => epochMs(Date.parse(text))) as [
      EpochMs,
      EpochMs,
    ]
    const lots = [lot('10', '110', 100), lot('5', '99', 0, { openedAt })]
    return said(lots, '15', AT_100, { now })[0]?.includes('bought within 30 days') === true
  }

  it.each([
    // Bought on a Thursday at noon: thirty days later is a Saturday.
    ['2026-10-22T16:00:00Z', '2026-11-20T20:00:00Z', true],
    // A sale on that Saturday can trade on Monday only.
    ['2026-10-22T16:00:00Z', '2026-11-21T20:00:00Z', false],
    // Bought on Thursday at 20:30, which is dated Friday: Monday is 31 days later.
    ['2026-10-23T00:30:00Z', '2026-11-21T20:00:00Z', false],
    // Bought on Sunday at 20:30, dated Monday, and sold thirty days after that Monday.
    ['2026-10-26T00:30:00Z', '2026-11-25T17:00:00Z', true],
    // Sold at 20:30 of that day, which is dated Friday after Thanksgiving.
    ['2026-10-26T00:30:00Z', '2026-11-26T01:30:00Z', false],
  ])('are trade dates: bought %s, sold %s: %s', (boughtAt, soldAt, expected) => {
    expect(isReplaced(boughtAt, soldAt)).toBe(expected)
  })
})

describe('a wash sale across the accounts of a profile', () => {
  const OWN = [lot('10', '106', 100)]
  const inOtherAccount = (...lots: OpenLot[]): Partial<ReminderFacts> => ({
    otherAccounts: { known: [{ name: 'Individual Cash 1234', lots }], unknown: 0 },
  })

  it('names the other account that bought the stock, or an option on it, within 30 days', () => {
    expect(said(OWN, '10', AT_100, inOtherAccount(lot('4', '99', 2)))[0]).toContain(
      'Your other accounts bought AAPL within 30 days too: 4 in Individual Cash 1234 (last on Nov 23, 2026).',
    )
    expect(said(OWN, '10', AT_100, inOtherAccount(lot('1', '5', 2, { key: CALL })))[0]).toContain(
      'an option opened on Nov 23, 2026 in Individual Cash 1234',
    )
    expect(said(OWN, '10', AT_100, inOtherAccount(lot('4', '99', 31)))[0]).not.toContain(
      'other accounts',
    )
  })

  it('says how many accounts are not known, only where the sale is at a loss', () => {
    const otherAccounts = { known: [], unknown: 2 }
    expect(said(OWN, '10', AT_100, { otherAccounts })[0]).toContain(
      'Purchases in 2 other accounts are not known here until their journal was opened once.',
    )
    expect(said([lot('10', '90', 100)], '10', AT_100, { otherAccounts })).toEqual([])
  })

  it('mentions the other account alone where this one bought nothing, by average cost', () => {
    const facts = { executions: [], ...inOtherAccount(lot('4', '99', 2)) }
    expect(said(null, '10', AT_100, facts)[0]).toMatch(
      /^Sells AAPL below your average cost\. Your other accounts bought AAPL/,
    )
    expect(said(null, '10', { limitPrice: price('110') }, facts)).toEqual([])
  })
})
