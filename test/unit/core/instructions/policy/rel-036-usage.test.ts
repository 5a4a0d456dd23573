import { describe, expect, test } from 'vitest'
import {
  ordersCounted,
  workingOrderExposure,
  usageOf,
  type Counted,
} from '../../../../../electron/core/instructions/policy/usage.js'
import { dec, decimalText } from '../../../../../shared/domain/decimal.js'
import {
  clientOrderId,
  symbol,
  type ConnectionId,
  type InstructionId,
} from '../../../../../shared/domain/ids.js'
import type {
  Instruction,
  InstructionOutcome,
} from '../../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import type { OrderTerms } from '../../../../../shared/domain/orders/order-terms.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { ACC, draft, money, order, price, quantity, quote, shares } from './policy-fixture.js'

const ME = 'a1' as ConnectionId
const OTHER = 'b2' as ConnectionId
/** Noon in New York on 20 November 2026. */
const NOW = epochMs(Date.UTC(2026, 10, 20, 17))
const MINUTE = 60_000
/** The first instant of the trade date of a stock: 20:00 in New York on the evening before. */
const DAY_START = Date.UTC(2026, 10, 20, 1)
const oid = (id: string) => clientOrderId(id)
const PLACE: InstructionAction = { kind: 'place', draft: draft() }
const onOrder = (kind: 'replace' | 'cancel', target: Order): InstructionAction =>
  kind === 'cancel'
    ? { kind, accountId: ACC, clientOrderId: target.clientOrderId, before: target }
    : {
        kind,
        accountId: ACC,
        clientOrderId: target.clientOrderId,
        change: { limitPrice: price('99') },
        before: target,
      }
const outcome = (
  state: InstructionOutcome['state'],
  orderName: string | null,
): InstructionOutcome => ({
  state,
  clientOrderId: orderName === null ? null : oid(orderName),
  text: '',
  at: NOW,
})
const counted = (id: string, overrides: Partial<Instruction> = {}, exposure = '1000'): Counted => ({
  exposure: money(exposure),
  instruction: {
    id: id as InstructionId,
    source: 'local',
    connectionId: ME,
    action: PLACE,
    batch: null,
    createdAt: epochMs(NOW - 10 * MINUTE),
    expiresAt: epochMs(NOW + MINUTE),
    status: 'PENDING',
    ending: null,
    amendment: null,
    outcome: null,
    ...overrides,
  } as Instruction,
})
const approved = (
  id: string,
  orderOutcome: InstructionOutcome | null,
  overrides: Partial<Instruction> = {},
  exposure = '1000',
) =>
  counted(
    id,
    {
      status: 'APPROVED',
      ending: { why: 'approved', detail: '', endedAt: epochMs(NOW - MINUTE) },
      outcome: orderOutcome,
      ...overrides,
    },
    exposure,
  )
const usage = (
  instructions: readonly Counted[],
  overrides: Partial<Parameters<typeof usageOf>[0]> = {},
) => usageOf({ connection: ME, instructions, orders: [], now: NOW, except: null, ...overrides })
const today = (instructions: readonly Counted[]) =>
  usage(instructions).today.map(
    ({ exposure, clientOrderId: id }) => `${decimalText(exposure)} ${id ?? 'none'}`,
  )

describe('REL-36: usage of the day', () => {
  test.each<[string, Counted, readonly string[]]>([
    ['includes an approved order', approved('1', outcome('acknowledged', 'o1')), ['1000 o1']],
    ['includes one that is being sent', approved('1', outcome('sending', null)), ['1000 none']],
    ['includes one of unknown outcome', approved('1', outcome('unknown', 'o1')), ['1000 o1']],
    ['includes an approved one without an outcome', approved('1', null), ['1000 none']],
    [
      'includes one that an auto-approve rule approved',
      approved('1', outcome('acknowledged', 'o1'), {
        ending: { why: 'allowed-by-rule', detail: '', endedAt: NOW },
      }),
      ['1000 o1'],
    ],
    ['excludes one that was never sent', approved('1', outcome('denied', null)), []],
    ['excludes one that the broker rejected', approved('1', outcome('rejected', 'o1')), []],
    ['excludes a pending one', counted('1'), []],
    [
      'excludes a declined one',
      counted('1', { status: 'REJECTED', ending: { why: 'declined', detail: '', endedAt: NOW } }),
      [],
    ],
    [
      'excludes an expired one',
      counted('1', { status: 'EXPIRED', ending: { why: 'expired', detail: '', endedAt: NOW } }),
      [],
    ],
    ['excludes one without a record of its approval', approved('1', null, { ending: null }), []],
    [
      'excludes a cancel',
      approved('1', outcome('acknowledged', 'o1'), { action: onOrder('cancel', order('o1')) }),
      [],
    ],
    [
      'excludes one of another assistant',
      approved('1', outcome('acknowledged', 'o1'), { connectionId: OTHER }),
      [],
    ],
    [
      'includes one of the first instant of the trade date',
      approved('1', outcome('acknowledged', 'o1'), {
        ending: { why: 'approved', detail: '', endedAt: epochMs(DAY_START) },
      }),
      ['1000 o1'],
    ],
    [
      'excludes one of just before the trade date',
      approved('1', outcome('acknowledged', 'o1'), {
        ending: { why: 'approved', detail: '', endedAt: epochMs(DAY_START - 1) },
      }),
      [],
    ],
  ])('%s', (_title, instruction, result) => {
    expect(today([instruction])).toEqual(result)
  })

  test('contains the symbol and the product', () => {
    expect(usage([approved('1', null)]).today).toStrictEqual([
      { symbol: 'AAPL', product: 'stock', exposure: money('1000'), clientOrderId: null },
    ])
    expect(usage([approved('1', outcome('acknowledged', 'o1'))]).today).toEqual([
      { symbol: 'AAPL', product: 'stock', exposure: money('1000'), clientOrderId: 'o1' },
    ])
  })

  test('counts an order and its changes once, at their largest exposure, in any sequence', () => {
    const first = approved('1', outcome('acknowledged', 'o1'))
    const change = (id: string, exposure: string, state = outcome('acknowledged', 'o1')) =>
      approved(id, state, { action: onOrder('replace', order('o1')) }, exposure)
    expect([
      today([first, change('2', '1500')]),
      today([first, change('2', '500')]),
      today([first, change('2', '1500'), change('3', '1200')]),
    ]).toEqual([['1500 o1'], ['1000 o1'], ['1500 o1']])
    // A change on its way names its order; a new order on its way belongs to no other.
    expect(today([first, change('2', '1500', outcome('sending', null))])).toEqual(['1500 o1'])
    expect(
      today([
        approved('1', null),
        approved('2', outcome('sending', null)),
        approved('3', outcome('acknowledged', 'o3')),
      ]),
    ).toEqual(['1000 none', '1000 none', '1000 o3'])
  })
})

describe('REL-36: pending instructions, working orders and requests', () => {
  test('counts pending ones except the one decided on and those of other assistants', () => {
    const all = [
      counted('1', {}, '10'),
      counted('2', {}, '20'),
      approved('3', null),
      counted('4', { connectionId: OTHER }),
    ]
    expect(usage(all).pending).toEqual([
      { action: PLACE, exposure: money('10') },
      { action: PLACE, exposure: money('20') },
    ])
    expect(usage(all, { except: '1' as InstructionId }).pending).toEqual([
      { action: PLACE, exposure: money('20') },
    ])
    expect([usage(all).cards, usage(all, { except: '1' as InstructionId }).cards]).toEqual([2, 1])
  })

  test('counts a batch as one card, and not the card that is decided on', () => {
    const batch = (batchId: string, index: number) => ({ batch: { batchId, index, count: 2 } })
    const all = [
      counted('1', batch('x', 0)),
      counted('2', batch('x', 1)),
      counted('3', batch('y', 0)),
      counted('4'),
    ]
    expect(usage(all).cards).toBe(3)
    expect([
      usage(all, { except: '1' as InstructionId }).cards,
      usage(all, { except: '4' as InstructionId }).cards,
      usage(all, { except: 'gone' as InstructionId }).cards,
    ]).toEqual([2, 2, 3])
    expect(usage(all, { except: '1' as InstructionId }).pending).toHaveLength(3)
  })

  test('counts requests of the last minute, and one call as one request', () => {
    const requestedAgo = (id: string, ago: number, overrides: Partial<Instruction> = {}) =>
      counted(id, { createdAt: epochMs(NOW - ago), ...overrides })
    const all = [
      requestedAgo('1', 0),
      requestedAgo('2', MINUTE - 1),
      requestedAgo('3', MINUTE),
      requestedAgo('4', 5, { status: 'EXPIRED' }),
      requestedAgo('5', 5, { connectionId: OTHER }),
    ]
    expect(usage(all).requestTimes).toEqual([NOW, NOW - MINUTE + 1, NOW - 5])
    const batch = { batchId: 'x', index: 0, count: 2 }
    expect(
      usage([
        requestedAgo('1', 3, { batch }),
        requestedAgo('2', 3, { batch: { ...batch, index: 1 } }),
      ]).requestTimes,
    ).toEqual([NOW - 3])
    // The card of a request counts those before it, and not itself nor those after it.
    expect(usage(all, { except: '1' as InstructionId }).requestTimes).toEqual([
      NOW - MINUTE + 1,
      NOW - 5,
    ])
    expect(usage(all, { except: '2' as InstructionId }).requestTimes).toEqual([])
    expect(usage(all, { except: '9' as InstructionId }).requestTimes).toEqual([])
  })

  test("counts the assistant's working orders of any day, not the person's or ended ones", () => {
    const orders = [
      order('o1'),
      order('mine'),
      order('o2', { status: 'filled' }),
      order('o3', { status: 'unknown' }),
    ]
    const all = [
      approved('1', outcome('acknowledged', 'o1'), {
        ending: { why: 'approved', detail: '', endedAt: epochMs(0) },
      }),
      approved('2', outcome('acknowledged', 'o2')),
      approved('3', outcome('unknown', 'o3')),
      approved('4', outcome('sending', null)),
      counted('5'),
    ]
    expect(usage(all, { orders }).working.map(({ clientOrderId: id }) => id)).toEqual(['o1', 'o3'])
    expect(
      usage([approved('1', outcome('acknowledged', 'o1'), { connectionId: OTHER })], { orders })
        .working,
    ).toEqual([])
  })
})

/** Returns an amount as text; null where it is not known. */
const textOf = (amount: ReturnType<typeof workingOrderExposure>): string | null =>
  amount === null ? null : decimalText(amount)

describe('REL-36: the exposure of a working order of an earlier day', () => {
  const facts = (overrides: Partial<Parameters<typeof workingOrderExposure>[1]> = {}) => ({
    quote: quote(),
    multiplier: '1',
    ...overrides,
  })
  const exposureText = (
    overrides: Partial<Order>,
    factOverrides: Parameters<typeof facts>[0] = {},
  ) => textOf(workingOrderExposure(order('a', overrides), facts(factOverrides)))
  const MSFT = symbol('MSFT')
  const UNVALUED = null
  const quoteAt = (text: string) => quote({ last: price(text), bid: price(text), ask: price(text) })

  test('is its amount where it has no quantity, and not known where it has no value', () => {
    expect([
      exposureText({ quantity: null, amount: money('75') }),
      exposureText({ quantity: null, amount: null }),
    ]).toEqual(['75', UNVALUED])
    expect(
      exposureText({
        terms: {
          legs: [],
          strategy: 'unknown',
          intent: null,
          outcome: null,
        } as unknown as OrderTerms,
      }),
    ).toBe(UNVALUED)
  })

  test('is zero when all has filled, or more than was ordered', () => {
    expect([
      exposureText({ filledQuantity: quantity('10') }),
      exposureText({ filledQuantity: quantity('11') }),
      exposureText({ filledQuantity: quantity('9.9') }),
    ]).toEqual(['0', '0', '1000'])
  })

  test('uses the quote of the same symbol, else its limit, stop or average fill price', () => {
    const market = { type: 'market', limitPrice: null } as const
    expect([
      exposureText(market, { quote: quoteAt('100') }),
      exposureText({ ...market, symbol: MSFT }, { quote: quoteAt('100') }),
    ]).toEqual(['1020', UNVALUED])
    expect(exposureText({ ...market, symbol: MSFT, averageFillPrice: price('50') })).toBe('510')
    expect(
      exposureText({
        ...market,
        type: 'stop',
        stopPrice: price('60'),
        averageFillPrice: price('50'),
        symbol: MSFT,
      }),
    ).toBe('612')
    expect(exposureText({ side: 'sell', symbol: MSFT }, { quote: quoteAt('50') })).toBe('1000')
    expect(
      exposureText({
        type: 'stop-limit',
        limitPrice: price('70'),
        stopPrice: price('60'),
        symbol: MSFT,
      }),
    ).toBe('700')
    expect([exposureText(market, { quote: null }), exposureText({}, { quote: null })]).toEqual([
      UNVALUED,
      '1000',
    ])
  })

  test('is the value of a sale, and the possible cost of a short sale', () => {
    const sale = (side: 'sell' | 'short') => exposureText({ side }, { quote: quoteAt('100') })
    expect([sale('sell'), sale('short')]).toEqual(['1000', '2040'])
    // The provider may report such a sale for event contracts, where it cannot be ordered here: it
    // closes nothing and can lose the full dollar.
    const event = (side: 'sell' | 'short') =>
      exposureText(
        {
          assetClass: 'event',
          side,
          limitPrice: price('0.40'),
          terms: {
            legs: [],
            strategy: null,
            intent: null,
            outcome: 'yes',
            tradeMode: null,
          } as unknown as OrderTerms,
        },
        { quote: quoteAt('0.40') },
      )
    expect([event('sell'), event('short')]).toEqual(['4', '10'])
  })

  test("uses the contract's own multiplier, else 100 for options, else is unknown", () => {
    const leg = (multiplier: string | null) => ({
      legId: '1',
      symbol: MSFT,
      side: 'buy',
      quantity: quantity('10'),
      option: {
        type: 'call',
        style: null,
        strike: price('300'),
        expiration: '2027-01-15',
        multiplier: multiplier === null ? null : dec(multiplier),
        deliverable: null,
      },
    })
    const terms = (...legs: unknown[]) => ({
      terms: { legs, strategy: null, intent: null, outcome: null } as unknown as OrderTerms,
    })
    const option = { assetClass: 'option', symbol: MSFT, limitPrice: price('2') } as const
    expect([
      exposureText({ ...option, ...terms(leg('10')) }),
      exposureText({ ...option, ...terms(leg(null)) }),
      exposureText({ ...option, ...terms() }),
    ]).toEqual(['200', '2000', UNVALUED])
    // A leg of shares before it has no multiplier for contracts.
    const stock = { legId: '0', symbol: MSFT, side: 'buy', quantity: quantity('10'), option: null }
    expect(exposureText({ ...option, ...terms(stock, leg('10')) })).toBe('200')
    expect(exposureText({ ...option, symbol: symbol('MSFT270115C00300000') })).toBe('2000')
    expect([
      exposureText({ assetClass: 'futures', symbol: MSFT }),
      exposureText({ assetClass: 'futures' }, { multiplier: '5' }),
    ]).toEqual([UNVALUED, '5000'])
    // The multiplier of the new order does not apply to this one.
    expect(exposureText({ ...option, ...terms(leg('10')) }, { multiplier: '50' })).toBe('200')
    for (const assetClass of ['stock', 'crypto'] as const) {
      expect(exposureText({ assetClass, symbol: MSFT })).toBe('1000')
    }
    expect(
      exposureText({ assetClass: 'event', symbol: MSFT, limitPrice: price('0.5'), ...terms() }),
    ).toBe('5')
  })
})

test('REL-36: orders of a day count pending and new ones, a changed order once, a cancel never', () => {
  const pendingUsage = (...actions: InstructionAction[]) => ({
    today: [],
    pending: actions.map((action) => ({ action, exposure: money('1') })),
  })
  expect([
    ordersCounted(pendingUsage(), null),
    ordersCounted(pendingUsage(), PLACE),
    ordersCounted(pendingUsage(PLACE), PLACE),
    ordersCounted(pendingUsage(onOrder('cancel', order('o1'))), null),
    ordersCounted(pendingUsage(onOrder('replace', order('o1'))), onOrder('replace', order('o1'))),
  ]).toEqual([0, 1, 2, 0, 1])
})

test('REL-36: a working order counts its own size, not that of the new draft', () => {
  expect(
    textOf(
      workingOrderExposure(order('a', { quantity: quantity('3') }), {
        quote: null,
        multiplier: '1',
      }),
    ),
  ).toBe('300')
  expect(
    usage([counted('1', { action: { kind: 'place', draft: draft(shares('3')) } }, '300')])
      .pending[0]?.exposure,
  ).toEqual(money('300'))
})

describe('REL-36: an order without a row of its own', () => {
  const MARKET = symbol('KXRATE-26DEC31-T3')
  const event = (outcome: 'yes' | 'no') => ({
    ...draft({ assetClass: 'event', symbol: MARKET, terms: { outcome } }),
  })
  const row = (outcome: 'yes' | 'no') =>
    order('row', {
      assetClass: 'event',
      symbol: MARKET,
      placedAt: NOW,
      terms: { legs: [], outcome } as unknown as OrderTerms,
    })
  const working = (outcome: 'yes' | 'no') =>
    usage(
      [
        approved('1', null, {
          action: { kind: 'place', draft: event('yes') },
        }),
        approved('2', { state: 'acknowledged', clientOrderId: oid('other'), text: '', at: NOW }),
      ],
      { orders: [row(outcome)] },
    )

  test('is not counted twice, and never hides an order for the other outcome', () => {
    expect(working('yes').others?.working ?? []).toEqual([])
    expect(working('no').others?.working ?? []).toHaveLength(1)
  })

  test('counts at its own multiplier, not at that of the contract that is requested now', () => {
    const facts = { quote: null, multiplier: '100' }
    expect(textOf(workingOrderExposure(order('a'), facts, 'option'))).toBe('1000')
  })
})
