import { describe, expect, test } from 'vitest'
import { actionSummary as summaryOf } from '../../../../../electron/core/instructions/order-text/order-summary.js'
import type { Instrument } from '../../../../../shared/domain/instruments/instrument.js'
import { termsOfDraft } from '../../../../../shared/domain/orders/draft-terms.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import {
  draft,
  evaluateDraft,
  leg,
  order,
  price,
  quantity,
  shares,
} from '../policy/policy-fixture.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'

/** Returns the summary of an action in English. */
const actionSummary = (...action: Parameters<typeof summaryOf>): string =>
  inEnglish(summaryOf(...action))

const instrument = { name: 'N'.repeat(200), exchange: 'E'.repeat(60) } as unknown as Instrument
const legs = ['180.5', '185.5', '195.5', '1200.5'].map((strike, index) =>
  leg(index % 2 === 0 ? 'buy' : 'sell', 'call', strike, '1000', '2027-11-19'),
)
const condor = draft({
  assetClass: 'option',
  ...shares('1000'),
  limitPrice: price('1234.56'),
  timeInForce: 'gtc',
  terms: { strategy: 'iron-condor', legs },
})

describe('CONFIRM-19: the text of an order is never cut, however long its names are', () => {
  test('keeps every leg, the price and the time in force of a combination', () => {
    const line = actionSummary({ kind: 'place', draft: condor }, instrument)
    expect(line.length).toBeLessThanOrEqual(300)
    for (const part of [
      '180.5 call',
      '185.5 call',
      '195.5 call',
      '1,200.5 call',
      'limit 1,234.56',
      'good till canceled',
    ]) {
      expect(line).toContain(part)
    }
  })

  test('keeps them for a change and a cancel as well, which have a longer beginning', () => {
    const before = order('o1', {
      assetClass: 'option',
      quantity: quantity('1000'),
      limitPrice: price('1234.56'),
      timeInForce: 'gtc',
      terms: termsOfDraft(condor),
    })
    const target = { accountId: before.accountId, clientOrderId: clientOrderId('o1'), before }
    for (const line of [
      actionSummary({ kind: 'cancel', ...target }, instrument),
      actionSummary(
        { kind: 'replace', ...target, change: { limitPrice: price('1234.57') } },
        instrument,
      ),
    ]) {
      expect(line.length).toBeLessThanOrEqual(300)
      expect(line).toMatch(/limit 1,234\.5[67], good till canceled$/)
    }
  })

  test('shows the legs at their new sizes when the quantity changes', () => {
    const pair = draft({
      assetClass: 'option',
      ...shares('2'),
      limitPrice: price('3'),
      terms: {
        strategy: 'vertical',
        legs: [leg('buy', 'call', '190', '2'), leg('sell', 'call', '200', '2')],
      },
    })
    const before = order('o1', {
      assetClass: 'option',
      quantity: quantity('2'),
      limitPrice: price('3'),
      terms: termsOfDraft(pair),
    })
    const line = actionSummary(
      {
        kind: 'replace',
        accountId: before.accountId,
        clientOrderId: clientOrderId('o1'),
        before,
        change: { quantity: quantity('5') },
      },
      null,
    )
    expect(line).toBe(
      'CHANGE the order to BUY 5 vertical on AAPL: buy 5 AAPL 15 Jan 2027 190 call, sell 5 AAPL 15 Jan 2027 200 call, limit 3.00, day',
    )
  })

  test('names the instrument when there is room', () => {
    expect(
      actionSummary({ kind: 'place', draft: draft() }, {
        name: 'Apple Inc.',
        exchange: 'NASDAQ',
      } as unknown as Instrument),
    ).toBe('BUY 10 AAPL (Apple Inc., NASDAQ), limit 100.00, day')
  })

  test.each<[string, Partial<OrderDraft>]>([
    [
      'strikes with many digits',
      {
        terms: {
          strategy: 'iron-condor',
          legs: ['180.5123456789', '185.5123456789', '195.5123456789', '1200.5123456789']
            .map((strike, index) =>
              leg(index % 2 === 0 ? 'buy' : 'sell', 'call', strike, '1000', '2027-11-19'),
            )
            .map((draftLeg) => ({ ...draftLeg, symbol: symbol('B'.repeat(20)) })),
        },
      },
    ],
    [
      'symbols with many letters',
      {
        symbol: symbol('A'.repeat(48)),
        terms: {
          strategy: 'iron-condor',
          legs: legs.map((draftLeg) => ({ ...draftLeg, symbol: symbol('A'.repeat(48)) })),
        },
      },
    ],
  ])('denies an order whose text does not fit: %s', (_title, more) => {
    const long = { ...condor, ...more }
    expect(actionSummary({ kind: 'place', draft: long }, null)).not.toContain(
      'limit 1,234.56, good till canceled',
    )
    const before = order('o1', {
      assetClass: 'option',
      quantity: quantity('1000'),
      limitPrice: price('1234.56'),
      timeInForce: 'gtc',
      symbol: long.symbol,
      terms: termsOfDraft(long),
    })
    const target = { accountId: before.accountId, clientOrderId: clientOrderId('o1'), before }
    for (const action of [
      { kind: 'place', draft: long },
      { kind: 'replace', ...target, change: { limitPrice: price('1234.57') } },
    ] as const) {
      expect(evaluateDraft(long, { action })).toMatchObject({
        result: 'deny',
        refusal: {
          code: 'invalid',
          message: expect.stringMatching(/does not fit in one line/) as string,
        },
      })
    }
    // An assistant may always request its cancellation.
    expect(evaluateDraft(long, { action: { kind: 'cancel', ...target } }).result).toBe('ask')
  })

  test.each([
    [
      'Apple), limit 1.00, day (',
      'BUY 10 AAPL (Apple , limit 1.00, day, NASDAQ), limit 100.00, day',
    ],
    ['Alphabet Inc. (Class A)', 'BUY 10 AAPL (Alphabet Inc. Class A, NASDAQ), limit 100.00, day'],
    ['\uff08Apple\uff09 \u27e9 sold \u27e8', 'BUY 10 AAPL (Apple sold, NASDAQ), limit 100.00, day'],
  ])('keeps an instrument name inside its brackets: %s', (name, line) => {
    expect(
      actionSummary({ kind: 'place', draft: draft() }, {
        name,
        exchange: 'NASDAQ',
      } as unknown as Instrument),
    ).toBe(line)
  })
})
