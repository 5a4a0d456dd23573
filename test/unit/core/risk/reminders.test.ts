import { describe, expect, test } from 'vitest'
import type { ReminderFacts } from '../../../../electron/core/risk/reminders/reminder-facts.js'
import { remindersOf } from '../../../../electron/core/risk/reminders/reminders.js'
import { OrderReminders } from '../../../../electron/core/risk/reminders/order-reminders.js'
import type { Execution } from '../../../../shared/domain/account/activity.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { CalendarEntry } from '../../../../shared/domain/reference/calendar.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { VirtualTime } from '../../../property/provider/virtual-time.js'
import {
  dollars,
  draft,
  MARKET,
  leg,
  money,
  option,
  position,
  price,
  quantity,
  quote,
} from '../instructions/policy/policy-fixture.js'

/** A Wednesday at noon in New York. */
const NOW = epochMs(Date.UTC(2026, 10, 25, 17))
const AAPL = symbol('AAPL')
const NOTHING: ReminderFacts = {
  dates: null,
  price: null,
  quote: null,
  lastHour: null,
  position: null,
  executions: null,
  lots: null,
  otherAccounts: null,
  dayTradesLeft: null,
  equity: null,
  now: NOW,
}
const said = (order: Partial<OrderDraft>, facts: Partial<ReminderFacts>): readonly string[] =>
  remindersOf(draft(order), { ...NOTHING, ...facts }).map(({ text }) => inEnglish(text))
const earningsOn = (day: string): CalendarEntry => ({
  kind: 'earnings',
  symbol: AAPL,
  day,
  year: 2026,
  period: 4,
  eps: null,
  epsEstimate: null,
  revenueEstimate: null,
})
const exDividendOn = (day: string): CalendarEntry => ({
  kind: 'ex-dividend',
  symbol: AAPL,
  day,
  amount: money('0.26'),
  currency: 'USD',
  payDate: null,
})
/** The price fell from 100 to 98; only an option's underlying is read from here. */
const HOUR = { from: price('100'), to: price('98') }
const bought = (units: string, daysAgo: number, side: Execution['side'] = 'buy'): Execution =>
  ({
    symbol: AAPL,
    side,
    quantity: quantity(units),
    price: price('100'),
    time: epochMs(NOW - daysAgo * DAY_MS),
  }) as Execution
const market = (bid: string, ask: string): ReminderFacts['price'] => ({
  bid: price(bid),
  ask: price(ask),
  last: price(bid),
  ageMs: 0,
})

describe('reminders about an order', () => {
  test('says nothing of what is not known', () => {
    expect(said({}, {})).toEqual([])
  })

  test('mentions the next earnings within two weeks, and no others', () => {
    const dates = ['2026-11-20', '2026-12-01', '2026-12-05'].map(earningsOn)
    expect(said({}, { dates })).toEqual(['AAPL reports earnings in 6 days (Dec 1, 2026).'])
    expect(said({}, { dates: [earningsOn('2026-11-25')] })).toEqual([
      'AAPL reports earnings today (Nov 25, 2026).',
    ])
    expect(said({}, { dates: [earningsOn('2026-12-10')] })).toEqual([])
  })

  test('mentions the next day without dividend, with its amount', () => {
    expect(said({}, { dates: [exDividendOn('2026-11-26')] })).toEqual([
      'AAPL goes ex-dividend in 1 day (Nov 26, 2026): $0.26 a share.',
    ])
  })

  test.each([
    ['stock', '100', '100.60', ['Bid and ask are 0.60 apart, 0.6% of the price.']],
    ['stock', '100', '100.40', []],
    ['option', '1.00', '1.20', ['Bid and ask are 0.20 apart, 18.2% of the price.']],
    ['option', '1.00', '1.05', []],
    ['futures', '6700', '6720', ['Bid and ask are 20.00 apart, 0.3% of the price.']],
    ['crypto', '97000', '98000', ['Bid and ask are 1,000.00 apart, 1% of the price.']],
    ['event', '0.30', '0.36', ['Bid and ask are 0.06 apart, 18.2% of the price.']],
  ] as const)('mentions a wide spread, by product: %s %s/%s', (assetClass, bid, ask, expected) => {
    expect(said({ assetClass }, { price: market(bid, ask) })).toEqual(expected)
  })

  test('mentions an order at the market that is larger than what the quote shows', () => {
    const thin = quote({ askSize: quantity('4'), bidSize: quantity('50') })
    expect(said({ limitPrice: price('100') }, { quote: thin })).toEqual([
      'The order is for 10; the ask at 100.00 shows 4. The rest may fill at worse prices.',
    ])
    // A limit below the ask waits, whatever the size.
    expect(said({ limitPrice: price('99') }, { quote: thin })).toEqual([])
    expect(said({ side: 'sell', limitPrice: price('99') }, { quote: thin })).toEqual([])
  })

  test('mentions the last hour to whoever trades against it, not with it', () => {
    const facts = { quote: quote({ last: price('98') }), lastHour: HOUR }
    expect(said({ limitPrice: price('90') }, facts)).toEqual(['AAPL fell 2% in the last hour.'])
    expect(said({ side: 'sell', limitPrice: price('99.99') }, facts)).toEqual([])
    const rose = { quote: quote({ last: price('102') }), lastHour: HOUR }
    expect(said({ side: 'short', limitPrice: price('110') }, rose)).toEqual([
      'AAPL rose 2% in the last hour.',
    ])
    expect(
      said({ limitPrice: price('90') }, { quote: quote({ last: price('99.5') }), lastHour: HOUR }),
    ).toEqual([])
  })

  test.each([
    ['a call bought', 'buy', 'call', ['AAPL fell 2% in the last hour.']],
    ['a put written', 'sell', 'put', ['AAPL fell 2% in the last hour.']],
    ['a put bought', 'buy', 'put', []],
    ['a call written', 'sell', 'call', []],
  ] as const)(
    'measures the last hour of an option by its underlying, not by its premium: %s',
    (_about, side, type, expected) => {
      const facts = { quote: quote({ last: price('2') }), lastHour: HOUR }
      expect(said(option(side, [leg(side, type, '100')]), facts)).toEqual(expected)
    },
  )

  test('says nothing of the last hour about a combination or an event', () => {
    const facts = { quote: quote({ last: price('98') }), lastHour: HOUR }
    const spread = option('buy', [leg('buy', 'call', '100'), leg('sell', 'call', '110')])
    expect(said(spread, facts)).toEqual([])
    expect(said({ assetClass: 'event' }, facts)).toEqual([])
  })

  test('mentions a wash sale: sold below cost within 30 days of a purchase', () => {
    const fifteen = position('15', { averageCost: price('104') })
    const sale = { side: 'sell', limitPrice: price('100') } as const
    expect(
      said(sale, {
        position: fifteen,
        executions: [bought('4', 12), bought('2', 2), bought('9', 5, 'sell')],
      }),
    ).toEqual([
      'Sells at about $40.00 below your average cost, and 6 AAPL were bought within 30 days (last on Nov 23, 2026): that part of the loss may be deferred for US taxes, also by a purchase until Dec 25, 2026. The lots are not known, so this is by average cost.',
    ])
    // A stop sells at about its own price, not at the bid above it.
    expect(
      said(
        { side: 'sell', type: 'stop', limitPrice: null, stopPrice: price('90') },
        { position: fifteen, executions: [bought('4', 12)], price: market('103', '103.01') },
      ).at(-1),
    ).toContain('at about $140.00 below')
    // A gain, no purchase, or a list that could not be read: nothing is said.
    expect(
      said(
        { ...sale, limitPrice: price('105') },
        { position: fifteen, executions: [bought('4', 12)] },
      ),
    ).toEqual([])
    expect(said(sale, { position: fifteen, executions: [bought('4', 12, 'sell')] })).toEqual([])
    expect(said(sale, { position: fifteen, executions: null })).toEqual([])
  })

  test('counts day trades only where few are left, and only for stocks and options', () => {
    expect(said({}, { dayTradesLeft: 1 })).toEqual(['1 day trade is left in this account.'])
    expect(said({}, { dayTradesLeft: 0 })).toEqual(['0 day trades are left in this account.'])
    expect(said({}, { dayTradesLeft: 4 })).toEqual([])
    expect(said({ assetClass: 'futures' }, { dayTradesLeft: 0 })).toEqual([])
  })

  test('mentions a position that grows to a tenth of the equity or more', () => {
    const equity = money('10000')
    const valuedAt = (value: string) => position('1', { marketValue: money(value) })
    expect(said({}, { equity })).toEqual(['AAPL would be 10% of the account’s equity.'])
    expect(said({}, { equity: money('10100') })).toEqual([])
    expect(said({}, { equity, position: valuedAt('500') })).toEqual([
      'AAPL would be 15% of the account’s equity.',
    ])
    const sale = { side: 'sell', limitPrice: price('100') } as const
    expect(said(sale, { equity, position: valuedAt('9000') })).toEqual([])
    expect(said({ ...sale, side: 'short' }, { equity })).toEqual([
      'AAPL would be 10% of the account’s equity.',
    ])
    expect(said({ ...MARKET, ...dollars('1200') }, { equity })).toEqual([
      'AAPL would be 12% of the account’s equity.',
    ])
    // Without a price, or with a position whose value is not known, no share is known either.
    expect(said(MARKET, { equity })).toEqual([])
    expect(said({}, { equity, position: position('1', { marketValue: null }) })).toEqual([])
    expect(said({ assetClass: 'option' }, { equity })).toEqual([])
  })
})

describe('reading what reminders need', () => {
  const counts = { sections: 0, executions: 0 }
  const remindersWith = (section: () => Promise<never>) => {
    const clock = new VirtualTime()
    const lots = { reads: 0 }
    const reminders = new OrderReminders({
      log: { event: () => undefined },
      companies: { section },
      records: {
        executions: () => {
          counts.executions += 1
          return Promise.resolve(ok({ rows: [], cursor: null, unreadable: 0 }))
        },
      },
      openLots: () => {
        lots.reads += 1
        return Promise.resolve(null)
      },
      accounts: () => [],
      bars: () => Promise.resolve(ok({ bars: [] })),
      exchangeNow: () => NOW,
      clock,
      timers: clock,
    })
    return { clock, lots, reminders }
  }

  test('a broker that does not answer delays an order by no more than 400 ms', async () => {
    const { clock, reminders } = remindersWith(() => new Promise<never>(() => undefined))
    const answer = reminders.read(draft())
    await clock.advance(400)
    expect(await answer).toEqual({
      dates: null,
      lastHour: null,
      executions: null,
      lots: null,
      otherAccounts: null,
      now: NOW,
    })
  })

  test('what was read is used for a minute; what failed is read again', async () => {
    let fails = true
    const { clock, reminders } = remindersWith(() => {
      counts.sections += 1
      return Promise.resolve(fails ? err({ class: 'transient' }) : ok([])) as Promise<never>
    })
    await reminders.read(draft())
    fails = false
    await reminders.read(draft())
    await reminders.read(draft())
    expect(counts.sections).toBe(4)
    await clock.advance(60_000)
    await reminders.read(draft())
    expect(counts.sections).toBe(6)
  })

  test('executions are read only for a sale of stock', async () => {
    const { reminders } = remindersWith(() => Promise.resolve(ok([])) as Promise<never>)
    await reminders.read(draft())
    expect(counts.executions).toBe(0)
    await reminders.read(draft({ side: 'sell' }))
    expect(counts.executions).toBe(1)
  })

  test('the lots of the journal are read for a sale of a security, and for nothing else', async () => {
    const { reminders, lots } = remindersWith(() => Promise.resolve(ok([])) as Promise<never>)
    await reminders.read(draft({ side: 'sell' }))
    await reminders.read(draft({ side: 'sell', assetClass: 'option' }))
    expect(lots.reads).toBe(2)
    await reminders.read(draft())
    await reminders.read(draft({ side: 'short' }))
    await reminders.read(draft({ side: 'sell', assetClass: 'crypto' }))
    expect(lots.reads).toBe(2)
  })
})
