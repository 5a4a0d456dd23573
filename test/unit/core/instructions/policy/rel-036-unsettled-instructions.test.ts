import { describe, expect, test } from 'vitest'
import { usageOf, type Counted } from '../../../../../electron/core/instructions/policy/usage.js'
import type { PolicyUsage } from '../../../../../electron/core/instructions/policy/policy-types.js'
import { isZero } from '../../../../../shared/domain/decimal.js'
import {
  accountId,
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
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  ACC,
  draft,
  evaluateDraft,
  leg,
  money,
  option,
  order,
  position,
  price,
  quantity,
  quote,
  verdictText,
  shares,
} from './policy-fixture.js'

const [ME, OTHER] = ['a1' as ConnectionId, 'b2' as ConnectionId]
const NOW = epochMs(Date.UTC(2026, 10, 20, 17))
const sell = (quantityText: string) => draft({ side: 'sell', ...shares(quantityText) })
const place = (orderDraft: OrderDraft): InstructionAction => ({ kind: 'place', draft: orderDraft })
const outcome = (
  state: InstructionOutcome['state'],
  orderName: string | null,
): InstructionOutcome => ({
  state,
  clientOrderId: orderName === null ? null : clientOrderId(orderName),
  text: '',
  at: NOW,
})
const counted = (
  id: string,
  action: InstructionAction,
  overrides: Partial<Instruction> = {},
): Counted => ({
  exposure: money('1'),
  instruction: {
    id: id as InstructionId,
    source: 'local',
    connectionId: ME,
    action,
    batch: null,
    createdAt: epochMs(NOW - 600_000),
    expiresAt: epochMs(NOW + 60_000),
    status: 'PENDING',
    ending: null,
    amendment: null,
    outcome: null,
    ...overrides,
  } as Instruction,
})
const approved = (
  id: string,
  action: InstructionAction,
  orderOutcome: InstructionOutcome | null,
  overrides: Partial<Instruction> = {},
) =>
  counted(id, action, {
    status: 'APPROVED',
    ending: { why: 'approved', detail: '', endedAt: epochMs(NOW - 1_000) },
    outcome: orderOutcome,
    ...overrides,
  })
const usage = (instructions: readonly Counted[], orders: readonly Order[] = []): PolicyUsage =>
  usageOf({ connection: ME, instructions, orders, now: NOW, except: null })
/** True when a sale of this quantity out of ten held is a close and no short sale. */
const closes = (quantityText: string, policyUsage: PolicyUsage): boolean => {
  const { maxLoss } = evaluateDraft(sell(quantityText), {
    facts: { position: position('10') },
    usage: policyUsage,
  })
  return maxLoss !== null && isZero(maxLoss)
}

describe('REL-36: an approved instruction without an order counts as working', () => {
  const limit = (policyUsage: PolicyUsage) =>
    verdictText(draft(), { policy: { maxWorking: 1 }, usage: policyUsage })

  test.each<[string, Counted, readonly Order[], string]>([
    [
      'counts one that is being sent',
      approved('1', place(draft()), outcome('sending', null)),
      [],
      'deny over-limit',
    ],
    [
      'counts one of unknown outcome',
      approved('1', place(draft()), outcome('unknown', null)),
      [],
      'deny over-limit',
    ],
    [
      'counts one of which only the id is known',
      approved('1', place(draft()), outcome('unknown', 'o1')),
      [],
      'deny over-limit',
    ],
    [
      'counts one with its order once',
      approved('1', place(draft()), outcome('unknown', 'o1')),
      [order('o1', { status: 'unknown' })],
      'deny over-limit',
    ],
    [
      'does not count one whose order has ended',
      approved('1', place(draft()), outcome('acknowledged', 'o1')),
      [order('o1', { status: 'filled' })],
      'ask',
    ],
    [
      'does not count one that was acknowledged without a row',
      approved('1', place(draft()), outcome('acknowledged', 'o1')),
      [],
      'ask',
    ],
    [
      'does not count one that was never sent',
      approved('1', place(draft()), outcome('denied', null)),
      [],
      'ask',
    ],
    [
      'does not count a change as a new order',
      approved(
        '1',
        {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: clientOrderId('o9'),
          change: {},
          before: order('o9'),
        },
        outcome('sending', null),
      ),
      [],
      'ask',
    ],
    [
      'does not count one of another assistant',
      approved('1', place(draft()), outcome('sending', null), { connectionId: OTHER }),
      [],
      'ask',
    ],
  ])('%s', (_title, instruction, orders, result) => {
    expect(limit(usage([instruction], orders))).toBe(result)
    expect(
      verdictText(draft(), { policy: { maxWorking: 2 }, usage: usage([instruction], orders) }),
    ).toBe('ask')
  })
})

describe('REL-36: an instruction that is not known to be over counts on every day', () => {
  const yesterday = {
    ending: { why: 'approved' as const, detail: '', endedAt: epochMs(NOW - 24 * 3_600_000) },
  }
  const day = (instruction: Counted, orders: readonly Order[] = []) =>
    usage([instruction], orders).today.length

  test("counts yesterday's order that was not found yet, since it may be placed today", () => {
    expect([
      day(approved('1', place(draft()), outcome('unknown', null), yesterday)),
      day(approved('1', place(draft()), outcome('sending', null), yesterday)),
      day(approved('1', place(draft()), outcome('unknown', 'o1'), yesterday)),
    ]).toEqual([1, 1, 1])
    // Once it has an order, that one counts as a working order.
    expect(
      day(approved('1', place(draft()), outcome('unknown', 'o1'), yesterday), [
        order('o1', { status: 'unknown' }),
      ]),
    ).toBe(0)
    expect([
      day(approved('1', place(draft()), outcome('acknowledged', 'o1'), yesterday)),
      day(approved('1', place(draft()), outcome('denied', null), yesterday)),
    ]).toEqual([0, 0])
  })
})

describe('REL-36: an order belongs to an assistant that placed or changed it', () => {
  const person = order('p')
  const target = { accountId: ACC, clientOrderId: person.clientOrderId, before: person }
  const change = { kind: 'replace' as const, ...target, change: { limitPrice: price('99') } }
  const works = (action: InstructionAction, state: InstructionOutcome['state']) =>
    usage([approved('1', action, outcome(state, 'p'))], [person]).working.length

  test('does not count an order that the assistant only tried to cancel or change in vain', () => {
    expect([
      works({ kind: 'cancel', ...target }, 'rejected'),
      works({ kind: 'cancel', ...target }, 'unknown'),
      works(change, 'rejected'),
      works(change, 'denied'),
    ]).toEqual([0, 0, 0, 0])
    expect([
      works(change, 'acknowledged'),
      works(change, 'unknown'),
      works(place(draft()), 'acknowledged'),
    ]).toEqual([1, 1, 1])
  })
})

describe('REL-36: a position that others already sell cannot be closed', () => {
  test.each<[string, readonly Counted[], readonly Order[], boolean]>([
    [
      'reserves a working sale of the person',
      [],
      [order('p', { side: 'sell', quantity: quantity('4') })],
      false,
    ],
    [
      'reserves a working short sale of the person',
      [],
      [order('p', { side: 'short', quantity: quantity('4') })],
      false,
    ],
    [
      'reserves everything for a sale of the person by amount',
      [],
      [order('p', { side: 'sell', quantity: null, amount: money('1') })],
      false,
    ],
    [
      'reserves a pending sale of another assistant',
      [counted('1', place(sell('4')), { connectionId: OTHER })],
      [],
      false,
    ],
    [
      'reserves a sale of another assistant that is being sent',
      [approved('1', place(sell('4')), outcome('sending', null), { connectionId: OTHER })],
      [],
      false,
    ],
    [
      'reserves its own sale that is being sent',
      [approved('1', place(sell('4')), outcome('sending', null))],
      [],
      false,
    ],
    [
      'reserves a sale of unknown outcome',
      [approved('1', place(sell('4')), outcome('unknown', null))],
      [],
      false,
    ],
    [
      'ignores a sale that has ended',
      [approved('1', place(sell('4')), outcome('acknowledged', 'o1'))],
      [order('o1', { side: 'sell', status: 'filled' })],
      true,
    ],
    [
      'ignores a purchase',
      [counted('1', place(draft()), { connectionId: OTHER })],
      [order('p')],
      true,
    ],
    [
      'ignores a sale of another account',
      [],
      [order('p', { side: 'sell', accountId: accountId('ELSE') })],
      true,
    ],
    [
      'ignores a sale of another symbol',
      [],
      [order('p', { side: 'sell', symbol: symbol('MSFT') })],
      true,
    ],
    [
      'ignores a cancel',
      [
        counted(
          '1',
          {
            kind: 'cancel',
            accountId: ACC,
            clientOrderId: clientOrderId('p'),
            before: order('p', { side: 'sell' }),
          },
          { connectionId: OTHER },
        ),
      ],
      [],
      true,
    ],
  ])('%s', (_title, instructions, orders, result) => {
    expect(closes('7', usage(instructions, orders))).toBe(result)
    // Of ten, six are left beside a sale of four.
    if (!result && orders[0]?.quantity !== null) {
      expect(closes('6', usage(instructions, orders))).toBe(true)
    }
  })

  test('treats only the first of two sales of the same shares as a close', () => {
    const first = approved('1', place(sell('10')), outcome('sending', null))
    expect([
      closes('10', usage([])),
      closes('10', usage([first])),
      closes('1', usage([first])),
    ]).toEqual([true, false, false])
  })

  test('counts an order on its way and its row as one sale', () => {
    const first = approved('1', place(sell('5')), outcome('sending', null))
    const row = order('x1', { side: 'sell', quantity: quantity('5'), placedAt: NOW })
    expect([closes('5', usage([first], [row])), closes('6', usage([first], [row]))]).toEqual([
      true,
      false,
    ])
    // An older order of the person is a different one, even if it looks the same.
    expect(closes('5', usage([first], [{ ...row, placedAt: epochMs(NOW - 5_000) }]))).toBe(false)
    expect(
      closes(
        '5',
        usage(
          [first],
          [row, order('x2', { side: 'sell', quantity: quantity('5'), placedAt: NOW })],
        ),
      ),
    ).toBe(false)
  })

  test('reserves the higher quantity while a sale is being raised', () => {
    const row = order('s', { side: 'sell', quantity: quantity('2') })
    const raise = (state: InstructionOutcome['state'], from = ME) =>
      approved(
        '1',
        {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: row.clientOrderId,
          change: { quantity: quantity('6') },
          before: row,
        },
        outcome(state, 's'),
        { connectionId: from },
      )
    for (const from of [ME, OTHER]) {
      expect([
        closes('4', usage([raise('sending', from)], [row])),
        closes('5', usage([raise('sending', from)], [row])),
        closes('5', usage([raise('unknown', from)], [row])),
      ]).toEqual([true, false, false])
      // After a refusal or success the order itself has the quantity.
      expect([
        closes('8', usage([raise('rejected', from)], [row])),
        closes('8', usage([raise('acknowledged', from)], [row])),
        closes('9', usage([raise('acknowledged', from)], [row])),
      ]).toEqual([true, true, false])
    }
  })

  test('reserves the quantity that the person amended', () => {
    const raised = counted('1', place(sell('1')), { amendment: { quantity: quantity('9') } })
    expect([
      closes('9', usage([counted('1', place(sell('1')))])),
      closes('9', usage([raised])),
      closes('1', usage([raised])),
    ]).toEqual([true, false, true])
  })
})

describe("REL-36: a symbol's daily limit counts every contract on it", () => {
  const OCC = symbol('AAPL270115C00100000')
  const call = draft({ assetClass: 'option', symbol: OCC, ...shares('1'), limitPrice: price('2') })
  const facts = {
    multiplier: '100',
    quote: quote({ symbol: OCC, bid: price('2'), ask: price('2'), last: price('2') }),
  }
  const today = (symbolText: string) => ({
    today: [{ symbol: symbolText, product: 'option', exposure: money('500'), clientOrderId: null }],
  })
  const within = (orderDraft: OrderDraft, max: string, symbolText: string) =>
    verdictText(orderDraft, {
      facts,
      policy: { maxSymbolDay: money(max) },
      usage: today(symbolText),
    })

  test('counts a contract named by its own symbol and one named by its legs', () => {
    expect([
      within(call, '700', 'AAPL'),
      within(call, '699.99', 'AAPL'),
      within(call, '699.99', 'AAPL270115P00090000'),
      within(call, '699.99', 'MSFT'),
    ]).toEqual(['ask', 'deny over-limit', 'deny over-limit', 'ask'])
    const byLegs = option('buy', [leg('buy', 'call', '100')])
    expect([
      within(byLegs, '700', 'AAPL270115P00090000'),
      within(byLegs, '699.99', 'AAPL270115P00090000'),
    ]).toEqual(['ask', 'deny over-limit'])
    expect(
      evaluateDraft(call, { facts, policy: { maxSymbolDay: money('1') } }).refusal?.message,
    ).toContain('per day in AAPL')
    expect(
      evaluateDraft(call, { facts, policy: { maxSymbolDay: money('1') } }).refusal?.message,
    ).not.toContain(OCC)
  })

  test('reserves a contract under both of its names', () => {
    const onePut = position('1', {
      assetClass: 'option',
      legs: [
        {
          legId: '1',
          symbol: symbol('AAPL'),
          quantity: quantity('1'),
          option: {
            type: 'call',
            style: null,
            strike: price('100'),
            expiration: '2027-01-15',
            multiplier: null,
            deliverable: null,
          },
          settles: null,
        },
      ],
    })
    const written = option('sell', [leg('sell', 'call', '100')])
    const pendingUsage = {
      ...usage([]),
      pending: [{ action: place({ ...call, side: 'sell' }), exposure: money('1') }],
    }
    const maxLossOf = (policyUsage: PolicyUsage) =>
      evaluateDraft(written, { facts: { ...facts, position: onePut }, usage: policyUsage }).maxLoss
    expect([maxLossOf(usage([])), maxLossOf(pendingUsage)]).toEqual(['0', null])
  })
})

describe('REL-36: a working order is valued by its own terms, whatever the new order is', () => {
  const contracts = order('w', {
    assetClass: 'option',
    quantity: quantity('1'),
    limitPrice: price('2'),
    terms: {
      combo: null,
      strategy: 'single',
      intent: null,
      legging: null,
      algo: null,
      outcome: null,
      tradeMode: null,
      expireDate: null,
      legs: [
        {
          legId: '1',
          symbol: symbol('AAPL'),
          side: 'buy',
          quantity: quantity('1'),
          option: {
            type: 'call',
            style: null,
            strike: price('100'),
            expiration: '2027-01-15',
            multiplier: null,
            deliverable: null,
          },
        },
      ],
    },
  })

  test('counts option contracts by the hundred when the new order is for their shares', () => {
    const within = (max: string) =>
      verdictText(draft(), { policy: { maxDay: money(max) }, usage: { working: [contracts] } })
    expect([within('1200'), within('1199.99')]).toEqual(['ask', 'deny over-limit'])
  })

  test('values shares by their own price when the new order is for their contracts', () => {
    const stock = order('s', { type: 'market', limitPrice: null, averageFillPrice: price('100') })
    const facts = {
      multiplier: '100',
      quote: quote({ bid: price('2'), ask: price('2'), last: price('2') }),
    }
    const within = (max: string) =>
      verdictText(option('buy', [leg('buy', 'call', '100')]), {
        facts,
        policy: { maxDay: money(max) },
        usage: { working: [stock] },
      })
    expect([within('1220'), within('1219.99')]).toEqual(['ask', 'deny over-limit'])
  })
})
