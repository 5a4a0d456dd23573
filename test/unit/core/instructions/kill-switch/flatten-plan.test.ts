import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { describe, expect, test } from 'vitest'
import {
  planClosing,
  withinLimit,
  type FlattenMarket,
  type PlanParts,
  type ToClose,
} from '../../../../../electron/core/instructions/kill-switch/flatten-plan.js'
import { MAX_CLOSING, type FlattenRow } from '../../../../../shared/domain/orders/flatten.js'
import { availableToClose } from '../../../../../shared/domain/orders/effect/closing-orders.js'
import { singleLegPositions } from '../../../../../shared/domain/account/single-leg-positions.js'
import type { Position, PositionLeg } from '../../../../../shared/domain/account/account.js'
import { abs, asPrice, decimalText, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import type { OptionType } from '../../../../../shared/domain/instruments/option.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { order, position, price, quantity } from '../policy/policy-fixture.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

const [NEAR, FAR] = ['2027-01-15', '2027-02-19']
const legOf = (
  type: OptionType | null,
  strike: string,
  held: string | null,
  expiration = NEAR,
): PositionLeg => ({
  legId: 'L',
  symbol: symbol('AAPL'),
  quantity: held === null ? null : quantity(held),
  option: {
    type,
    style: null,
    strike: asPrice(dec(strike)),
    expiration,
    multiplier: null,
    deliverable: null,
  },
  settles: null,
})
const optionPosition = (
  size: string,
  type: OptionType,
  strike: string,
  expiration = NEAR,
): Position =>
  position(size, {
    assetClass: 'option',
    strategy: 'single',
    legs: [legOf(type, strike, size, expiration)],
  })
const toClose = (...positions: readonly Position[]): readonly ToClose[] =>
  positions.map((held) => ({ position: held, quantity: abs(held.quantity) }))

/** Quotes every contract at 2.00 to 2.10, and two legs together at this net price or not at all. */
const market = (net: { readonly bid: string; readonly ask: string } | null): FlattenMarket => ({
  exchangeNow: () => epochMs(Date.UTC(2026, 10, 20, 15)),
  quote: (quotedSymbol) =>
    Promise.resolve({
      quote: {
        symbol: quotedSymbol,
        bid: price('2.00'),
        ask: price('2.10'),
        last: price('2.05'),
      } as never,
      ageMs: 0,
    }),
  market: () =>
    Promise.resolve(
      net === null
        ? err(appError('provider/unavailable', foreign('down')))
        : ok({
            price: { bid: price(net.bid), ask: price(net.ask), last: null, ageMs: 0 },
            step: dec('0.01'),
            quote: null,
            listing: null as never,
          }),
    ),
})
const NET = { bid: '1.00', ask: '1.10' }
const planned = async (
  wanted: readonly ToClose[],
  held: readonly Position[],
  net: Parameters<typeof market>[0] = NET,
) => {
  const { sent, skipped } = await planClosing(wanted, held, market(net))
  return {
    sent: sent.map(
      ({ row, phase: turn, draft }) =>
        `${turn}: ${inEnglish(row.line).split(', ')[0] ?? ''}${draft.limitPrice === null ? '' : ` @ ${decimalText(draft.limitPrice)}`}`,
    ),
    skipped: skipped.map(({ note }) => (note === null ? null : inEnglish(note))),
  }
}

describe('flatten: options that cover each other', () => {
  test.each<[string, Position, Position, string]>([
    [
      'a call debit spread',
      optionPosition('2', 'call', '100'),
      optionPosition('-2', 'call', '110'),
      'first: SELL 2 vertical on AAPL: buy 2 AAPL 15 Jan 2027 110 call @ 0.97',
    ],
    [
      'a call credit spread',
      optionPosition('2', 'call', '110'),
      optionPosition('-2', 'call', '100'),
      'first: BUY 2 vertical on AAPL: buy 2 AAPL 15 Jan 2027 100 call @ 1.14',
    ],
    [
      'a put debit spread',
      optionPosition('2', 'put', '110'),
      optionPosition('-2', 'put', '100'),
      'first: SELL 2 vertical on AAPL: buy 2 AAPL 15 Jan 2027 100 put @ 0.97',
    ],
    [
      'a put credit spread',
      optionPosition('2', 'put', '100'),
      optionPosition('-2', 'put', '110'),
      'first: BUY 2 vertical on AAPL: buy 2 AAPL 15 Jan 2027 110 put @ 1.14',
    ],
    [
      'a calendar spread',
      optionPosition('2', 'call', '100', FAR),
      optionPosition('-2', 'call', '100'),
      'first: SELL 2 calendar on AAPL: buy 2 AAPL 15 Jan 2027 100 call @ 0.97',
    ],
    [
      'a diagonal spread',
      optionPosition('2', 'call', '100'),
      optionPosition('-2', 'call', '110', FAR),
      'first: BUY 2 diagonal on AAPL: buy 2 AAPL 19 Feb 2027 110 call @ 1.14',
    ],
  ])('closes %s in one order, on the side of the dearer leg', async (_title, long, short, line) => {
    expect(await planned(toClose(long, short), [long, short])).toEqual({
      sent: [line],
      skipped: [],
    })
  })

  test('closes the pair together, then the rest: a short rest first, a long rest last', async () => {
    const [long, short] = [optionPosition('3', 'call', '100'), optionPosition('-5', 'call', '110')]
    expect((await planned(toClose(long, short), [long, short])).sent).toEqual([
      'first: SELL 3 vertical on AAPL: buy 3 AAPL 15 Jan 2027 110 call @ 0.97',
      'first: BUY TO CLOSE 2 AAPL 15 Jan 2027 110 call @ 2.15',
    ])
    const [larger, smaller] = [
      optionPosition('5', 'call', '100'),
      optionPosition('-3', 'call', '110'),
    ]
    expect((await planned(toClose(larger, smaller), [larger, smaller])).sent[1]).toBe(
      'last: SELL TO CLOSE 2 AAPL 15 Jan 2027 100 call @ 1.95',
    )
  })

  test('closes the short option first and the long one last without a price for the pair', async () => {
    const [long, short, put] = [
      optionPosition('1', 'call', '100'),
      optionPosition('-1', 'call', '110'),
      optionPosition('1', 'put', '90'),
    ]
    expect(
      (await planned(toClose(long, short), [long, short], null)).sent.map(
        (line) => line.split(' AAPL')[0],
      ),
    ).toEqual(['last: SELL TO CLOSE 1', 'first: BUY TO CLOSE 1'])
    expect(
      (await planned(toClose(put, short), [put, short])).sent.map((line) => line.split(' AAPL')[0]),
    ).toEqual(['last: SELL TO CLOSE 1', 'first: BUY TO CLOSE 1'])
    expect(
      (await planned(toClose(long), [long])).sent.map((line) => line.split(' AAPL')[0]),
    ).toEqual(['first: SELL TO CLOSE 1'])
  })

  test('closes leg by leg when the spread brings nothing', async () => {
    const [long, short] = [optionPosition('1', 'call', '100'), optionPosition('-1', 'call', '110')]
    for (const bid of ['0', '-0.05', '0.01']) {
      expect(
        (await planned(toClose(long, short), [long, short], { bid, ask: '0.10' })).sent,
      ).toHaveLength(2)
    }
  })

  test('keeps all that may cover a short option that stays, and closes other underlyings', async () => {
    const [long, short, shares] = [
      optionPosition('1', 'call', '100'),
      optionPosition('-2', 'call', '110'),
      position('100'),
    ]
    const other = position('5', { symbol: symbol('MSFT') })
    const why = 'A short option of AAPL stays open, which this may cover'
    expect(await planned(toClose(long, shares, other), [long, short, shares, other])).toEqual({
      sent: ['first: SELL 5 MSFT'],
      skipped: [why, why],
    })
    // Buying back half of the short option does not free the rest.
    expect(
      (
        await planned(
          [...toClose(long), { position: short, quantity: quantity('1') }],
          [long, short],
        )
      ).skipped,
    ).toEqual([why])
    expect(
      (await planned(toClose(short, shares), [short, shares])).sent.map(
        (line) => line.split(':')[0],
      ),
    ).toEqual(['first', 'last'])
  })
})

describe('flatten: the parts of a combination', () => {
  const combined = (
    strategy: Position['strategy'],
    held: string,
    ...legs: readonly PositionLeg[]
  ): Position => position(held, { assetClass: 'option', strategy, legs })
  const parts = (combination: Position) =>
    singleLegPositions(combination)?.map(
      ({ quantity: legQuantity, legs }) =>
        `${decimalText(legQuantity)} ${String(legs?.[0]?.option?.type)}`,
    ) ?? 'not told'

  test('takes the direction of a leg from its sign, and guesses nothing that the broker omits', () => {
    expect(
      parts(combined('vertical', '2', legOf('call', '100', '2'), legOf('call', '110', '-2'))),
    ).toEqual(['2 call', '-2 call'])
    expect(
      parts(combined('straddle', '-3', legOf('call', '100', '3'), legOf('put', '100', '3'))),
    ).toEqual(['-3 call', '-3 put'])
    expect(
      parts(combined('vertical', '2', legOf('call', '100', '2'), legOf('call', '110', '2'))),
    ).toBe('not told')
    expect(
      parts(combined('unknown', '2', legOf('call', '100', '2'), legOf('call', '110', null))),
    ).toBe('not told')
    expect(
      parts(
        combined('covered-stock', '1', legOf('call', '100', '-1'), {
          ...legOf(null, '1', '100'),
          option: null,
        }),
      ),
    ).toBe('not told')
    expect(parts(combined('vertical', '2'))).toBe('not told')
  })

  test('reserves the legs of a working combination by direction, as far as it is unfilled', () => {
    const legs = [
      {
        legId: 'a',
        symbol: symbol('AAPL'),
        side: 'sell' as const,
        quantity: quantity('4'),
        option: legOf('call', '100', '1').option,
      },
      {
        legId: 'b',
        symbol: symbol('AAPL'),
        side: 'buy' as const,
        quantity: quantity('2'),
        option: legOf('call', '110', '1').option,
      },
    ]
    const working = order('w', {
      assetClass: 'option',
      side: 'sell',
      quantity: quantity('2'),
      filledQuantity: quantity('1'),
      terms: { legs } as never,
    })
    const free = (held: Position, workingOrder = working): string =>
      decimalText(availableToClose(held, [workingOrder]))
    expect(
      [
        free(optionPosition('5', 'call', '100')),
        free(optionPosition('-5', 'call', '110')),
        free(optionPosition('-5', 'call', '100')),
        free(optionPosition('5', 'put', '100')),
        free(optionPosition('1', 'call', '100')),
      ].map(Number),
    ).toEqual([3, 4, 5, 5, 0])
    expect(
      Number(free(optionPosition('5', 'call', '100'), { ...working, status: 'cancelled' })),
    ).toBe(5)
  })

  test('reserves fills after the position was requested, since it may not show them', () => {
    const hundred = position('100')
    const sale = order('w', {
      side: 'sell',
      quantity: quantity('60'),
      filledQuantity: quantity('10'),
    })
    const free = (now: readonly Order[], before: readonly Order[]): number =>
      Number(decimalText(availableToClose(hundred, now, before)))
    const [partiallyFilled, filled, cancelledAfterFill, cancelled] = [
      { ...sale, filledQuantity: quantity('40') },
      { ...sale, status: 'filled' as const, filledQuantity: quantity('60') },
      { ...sale, status: 'cancelled' as const, filledQuantity: quantity('30') },
      { ...sale, status: 'cancelled' as const },
    ]
    expect([
      free([sale], [sale]),
      free([partiallyFilled], [sale]),
      free([filled], [sale]),
      free([cancelledAfterFill], [sale]),
      free([cancelled], [sale]),
    ]).toEqual([50, 50, 50, 80, 100])
    // An order that came and filled in between, and one that had ended before.
    expect([free([filled], []), free([filled], [filled])]).toEqual([40, 100])
  })
})

describe('a plan with more orders than one plan closes', () => {
  const planned = (index: number) =>
    ({ row: { symbol: symbol(`Q${index}`), note: null } }) as PlanParts['sent'][number]
  const skipped = [{ symbol: symbol('OLD'), note: foreign('no price') } as FlattenRow]

  test('sends the first ones, and names the others after those that cannot be closed', () => {
    const parts = {
      sent: Array.from({ length: MAX_CLOSING + 1 }, (_, index) => planned(index)),
      skipped,
    }
    const plan = withinLimit(parts)
    expect(plan.sent).toEqual(parts.sent.slice(0, MAX_CLOSING))
    const note = message('killSwitch.beyondPlan', { max: MAX_CLOSING })
    expect(plan.skipped).toEqual([...skipped, { symbol: symbol(`Q${MAX_CLOSING}`), note }])
  })

  test('sends all where they are not more', () => {
    const sent = Array.from({ length: MAX_CLOSING }, (_, index) => planned(index))
    expect(withinLimit({ sent, skipped })).toEqual({ sent, skipped })
  })
})

describe('REL-46: a plan that closes at whatever the market is', () => {
  const rowsAt = async (ageMs: number | null, hasQuote = true): Promise<readonly FlattenRow[]> => {
    const quotes = market(null)
    const { sent } = await planClosing(toClose(position('10')), [position('10')], {
      ...quotes,
      quote: async (name, maxAgeMs) => {
        const known = hasQuote ? await quotes.quote(name, maxAgeMs) : null
        return known === null ? null : { ...known, ageMs }
      },
    })
    return sent.map(({ row }) => row)
  }
  const noteOf = ([row]: readonly FlattenRow[]): string | null =>
    row?.note == null ? null : inEnglish(row.note)

  test('shows the last price and its age where there is no current one', async () => {
    expect(noteOf(await rowsAt(23_400))).toBe(
      'No current price: the last, 2.05, is more than 23 s old. It is executed at whatever the market is',
    )
    expect(noteOf(await rowsAt(null))).toBe(
      'No current price: the last, 2.05, was never confirmed. It is executed at whatever the market is',
    )
    expect(noteOf(await rowsAt(null, false))).toBe(
      'There is no price: it is executed at whatever the market is',
    )
  })

  test('says nothing of a current price', async () => {
    expect(noteOf(await rowsAt(15_000))).toBeNull()
  })
})
