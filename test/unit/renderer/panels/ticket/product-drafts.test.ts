import { describe, expect, it } from 'vitest'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import { ASSET_CLASSES } from '../../../../../shared/domain/instruments/instrument.js'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../../../../shared/domain/orders/order-types.js'
import { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import {
  sessionsOf,
  sidesOf,
  sizeKindsOf,
  timesOf,
  typesOf,
} from '../../../../../renderer/ui/ticket/model/product-terms.js'
import {
  emptyForm,
  reduceTicket,
  type TicketForm,
} from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { AAPL, LOCALE, context, formAfter, instrument, typeOf, typed } from './fixtures.js'
import { CALL, COIN, formOf, FUTURE, MARKET, PUT, side } from './product-fixtures.js'

const build = (form: TicketForm, traded: AnyInstrument, held = '0', today = '2026-11-20') =>
  buildDraft(form, context({ instrument: traded, held: asQuantity(dec(held)), today }))
const draftOf = (...args: Parameters<typeof build>) => {
  const built = build(...args)
  if (!built.ok) throw new Error(JSON.stringify(built.error))
  expect(OrderDraft.safeParse(built.value).success).toBe(true)
  return built.value
}
const problems = (...args: Parameters<typeof build>) => {
  const built = build(...args)
  return built.ok ? [] : built.error.map(({ field, problem }) => `${field}: ${problem}`)
}
const two = typed('quantity', '2')
const limit = (price: string) => typed('limitPrice', price)

describe('the draft of an option', () => {
  it('names the contract by its leg, and the underlying as its symbol', () => {
    expect(draftOf(formOf(CALL, two, limit('4.10')), CALL)).toMatchObject({
      assetClass: 'option',
      symbol: 'NVDA',
      session: 'core',
      terms: {
        strategy: 'single',
        intent: 'buy-to-open',
        legs: [
          {
            symbol: 'NVDA',
            side: 'buy',
            quantity: '2',
            option: { type: 'call', strike: '190', expiration: '2026-12-18' },
          },
        ],
      },
    })
  })
  it.each([
    ['buy', '0', 'buy-to-open'],
    ['buy', '3', 'buy-to-open'],
    ['buy', '-3', 'buy-to-close'],
    ['sell', '0', 'sell-to-open'],
    ['sell', '-3', 'sell-to-open'],
    ['sell', '3', 'sell-to-close'],
  ] as const)('opens or closes: %s with %s held is %s', (chosen, held, intent) => {
    const draft = draftOf(formOf(CALL, side(chosen), two, limit('4.10')), CALL, held)
    expect(draft.terms?.intent).toBe(intent)
  })
  it('closes no more than is held, in whole contracts, on the steps of its program', () => {
    const sell = formOf(CALL, side('sell'), typed('quantity', '4'), limit('4.10'))
    expect(problems(sell, CALL, '3')).toEqual(['size: more-than-held'])
    expect(problems(formOf(CALL, typed('quantity', '1.5'), limit('4.10')), CALL)).toEqual([
      'size: contracts-whole',
    ])
    expect(problems(formOf(CALL, two, limit('4.12')), CALL)).toEqual(['limitPrice: price-step'])
    expect(problems(formOf(PUT, two, limit('2.97')), PUT)).toEqual(['limitPrice: price-step'])
  })
  it('has no market order, and good till canceled for buys only', () => {
    expect(typesOf('option')).toEqual(['limit', 'stop', 'stop-limit'])
    const gtc = formOf(CALL, { kind: 'time-in-force', timeInForce: 'gtc' })
    expect(timesOf(gtc)).toContain('gtc')
    expect(reduceTicket(gtc, side('sell'), LOCALE).timeInForce).toBe('day')
  })
})

describe('the draft of a future', () => {
  it('has both sides, whole contracts and prices on its ticks', () => {
    expect(draftOf(formOf(FUTURE, side('sell'), two, limit('6000.25')), FUTURE)).toMatchObject({
      assetClass: 'futures',
      symbol: 'ESZ6',
      side: 'sell',
    })
    expect(problems(formOf(FUTURE, two, limit('6000.10')), FUTURE)).toEqual([
      'limitPrice: price-step',
    ])
    expect(sidesOf('futures')).toEqual(['buy', 'sell'])
  })
  it('cannot be the continuous contract', () => {
    const main: AnyInstrument = { ...FUTURE, symbol: symbol('ESmain'), kind: 'continuous' }
    expect(problems(formOf(main, two, limit('6000.25')), main)).toEqual(['symbol: not-tradable'])
  })
})

describe('the draft of a coin', () => {
  it('has eight decimal places, or an amount of dollars', () => {
    const coins = formOf(COIN, typed('quantity', '0.01234567'), limit('60000.01'))
    expect(draftOf(coins, COIN)).toMatchObject({ size: { quantity: '0.01234567' } })
    const dollars = formOf(
      COIN,
      typeOf('market'),
      { kind: 'size-kind', sizeKind: 'amount' },
      typed('amount', '250'),
    )
    expect(draftOf(dollars, COIN)).toMatchObject({
      size: { kind: 'amount', amount: '250' },
      timeInForce: 'ioc',
    })
  })
  it('respects the limits of the pair, and sells only what is held', () => {
    const small = formOf(
      COIN,
      typeOf('market'),
      { kind: 'size-kind', sizeKind: 'amount' },
      typed('amount', '1'),
    )
    expect(problems(small, COIN)).toEqual(['size: amount-out-of-bounds'])
    const sell = formOf(COIN, side('sell'), two, limit('40000'))
    expect(problems(sell, COIN)).toEqual(['side: nothing-held'])
    expect(problems(sell, COIN, '1.5')).toEqual(['size: more-than-held'])
    expect(problems(sell, COIN, '2')).toEqual([])
  })
})

describe('the draft of an event contract', () => {
  it('has the chosen outcome, in whole contracts at prices of its range', () => {
    const form = formOf(MARKET, { kind: 'outcome', outcome: 'no' }, typed('quantity', '25'))
    expect(draftOf(reduceTicket(form, limit('0.43'), LOCALE), MARKET)).toMatchObject({
      assetClass: 'event',
      terms: { outcome: 'no' },
      limitPrice: '0.43',
    })
    expect(problems(reduceTicket(form, limit('1.20'), LOCALE), MARKET)).toEqual([
      'limitPrice: price-out-of-range',
    ])
  })
  it('is at the market by contracts, or by an amount that fills at once or not at all', () => {
    const contracts = formOf(MARKET, typeOf('market'), typed('quantity', '25'))
    expect(draftOf(contracts, MARKET).terms).toEqual({ outcome: 'yes', tradeMode: 'by-contracts' })
    const amount = formOf(
      MARKET,
      typeOf('market'),
      { kind: 'size-kind', sizeKind: 'amount' },
      typed('amount', '50'),
    )
    expect(draftOf(amount, MARKET)).toMatchObject({
      timeInForce: 'fok',
      terms: { tradeMode: 'by-amount' },
    })
    const back = reduceTicket(amount, { kind: 'size-kind', sizeKind: 'quantity' }, LOCALE)
    expect(back.timeInForce).toBe('day')
  })
  it('needs a day that is not over for good till date', () => {
    const gtd = formOf(MARKET, two, limit('0.43'), { kind: 'time-in-force', timeInForce: 'gtd' })
    expect(problems(gtd, MARKET)).toEqual(['expireDate: expire-date-missing'])
    const past = reduceTicket(gtd, typed('expireDate', '2026-11-19'), LOCALE)
    expect(problems(past, MARKET)).toEqual(['expireDate: expire-date-past'])
    const later = reduceTicket(gtd, typed('expireDate', '2026-11-30'), LOCALE)
    expect(draftOf(later, MARKET).expireDate).toBe('2026-11-30')
  })
  it('takes a price from elsewhere with its outcome, and forgets that of the other one', () => {
    const typedYes = formOf(MARKET, limit('0.43'), typed('quantity', '7'))
    const prefill = (more: object) =>
      reduceTicket(typedYes, { kind: 'prefill', prefill: { outcome: 'no', ...more } }, 'en-US')
    expect(prefill({ limitPrice: asPrice(dec('0.58')) })).toMatchObject({
      outcome: 'no',
      limitPrice: '0.58',
      quantity: '7',
    })
    expect(prefill({})).toMatchObject({ outcome: 'no', limitPrice: '', quantity: '7' })
  })

  it('forgets the price of the other outcome', () => {
    const form = formOf(MARKET, limit('0.43'), { kind: 'outcome', outcome: 'no' })
    expect(form.limitPrice).toBe('')
  })
})

describe('the algorithm of a stock order', () => {
  const pov = formAfter(two, limit('185.20'), { kind: 'algo', algo: 'pov' })
  it('works for the day, in the regular session, in shares', () => {
    const form = formAfter(
      { kind: 'session', session: 'all' },
      { kind: 'time-in-force', timeInForce: 'gtc' },
      { kind: 'algo', algo: 'twap' },
    )
    expect(form).toMatchObject({ session: 'core', timeInForce: 'day', sizeKind: 'quantity' })
    expect(reduceTicket(form, side('short'), LOCALE).algo).toBe('none')
    expect(reduceTicket(form, typeOf('stop'), LOCALE).algo).toBe('none')
  })
  it('has its share of the volume and its hours', () => {
    expect(problems(pov, instrument())).toEqual(['algo: algo-share-missing'])
    const form = [
      typed('algoShare', '5'),
      typed('algoStart', '10:00'),
      typed('algoEnd', '15:30'),
    ].reduce((before, action) => reduceTicket(before, action, LOCALE), pov)
    expect(draftOf(form, instrument()).terms?.algo).toEqual({
      kind: 'pov',
      targetPercent: '5',
      start: '10:00:00',
      end: '15:30:00',
    })
    expect(problems(reduceTicket(form, typed('algoShare', '30'), LOCALE), instrument())).toEqual([
      'algo: algo-percent',
    ])
  })
})

describe('the choices of a ticket', () => {
  it('are always among those that its product, type and side offer', () => {
    for (const assetClass of ASSET_CLASSES) {
      for (const type of ORDER_TYPES) {
        for (const timeInForce of TIMES_IN_FORCE) {
          for (const chosen of ['buy', 'sell', 'short'] as const) {
            const form = [
              side(chosen),
              { kind: 'time-in-force', timeInForce } as const,
              { kind: 'size-kind', sizeKind: 'amount' } as const,
              typeOf(type),
            ].reduce(
              (before, action) => reduceTicket(before, action, LOCALE),
              emptyForm(AAPL, assetClass),
            )
            expect(sidesOf(assetClass)).toContain(form.side)
            expect(typesOf(assetClass)).toContain(form.type)
            expect(timesOf(form)).toContain(form.timeInForce)
            expect(sizeKindsOf(form)).toContain(form.sizeKind)
            expect(sessionsOf(form)).toContain(form.session)
          }
        }
      }
    }
  })
})
