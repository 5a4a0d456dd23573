import { describe, expect, test } from 'vitest'
import type { PolicyInput } from '../../../../../electron/core/instructions/policy/policy-types.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  ACC,
  draft,
  leg,
  money,
  NOW,
  option,
  order,
  price,
  quantity,
  verdictText,
  shares,
  type PolicyOverrides,
  pendingUse,
  todayUse,
} from './policy-fixture.js'

describe('REL-36: limits of number, at the boundary', () => {
  test.each([
    ['one below', 2, 'ask'],
    ['at the limit', 3, 'deny over-limit'],
    ['one above', 4, 'deny over-limit'],
  ])('working orders, %s: pending ones count as well', (_title, count, result) => {
    for (const waiting of [0, 1, 2]) {
      const usage = {
        working: Array.from({ length: count - waiting }, (_, index) => order(`a${index}`)),
        pending: Array.from({ length: waiting }, () => pendingUse('1')),
      }
      expect(verdictText(draft(), { policy: { maxWorking: 3 }, usage })).toBe(result)
    }
  })

  test.each([
    ['one below', 2, 'ask'],
    ['at the limit', 3, 'deny over-limit'],
    ['one above', 4, 'deny over-limit'],
  ])('orders a day, %s: pending ones count as well', (_title, count, result) => {
    for (const waiting of [0, 1, 2]) {
      const usage = {
        today: Array.from({ length: count - waiting }, () => todayUse('1')),
        pending: Array.from({ length: waiting }, () => pendingUse('1')),
      }
      expect(verdictText(draft(), { policy: { ordersPerDay: 3 }, usage })).toBe(result)
    }
  })

  test('orders a day: a change counts once with its order, and a cancel never', () => {
    const [counted, older] = [order('a'), order('b')]
    const usage = {
      today: [{ ...todayUse('1'), clientOrderId: counted.clientOrderId }, todayUse('1')],
      working: [counted, older],
    }
    const change = (target: typeof counted) => ({
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: target.clientOrderId,
      change: { limitPrice: price('99') },
      before: target,
    })
    const verdictFor = (
      action: PolicyOverrides['action'],
      moreUsage: PolicyOverrides['usage'] = {},
      ordersPerDay = 2,
    ) =>
      verdictText(draft(), {
        policy: { ordersPerDay },
        usage: { ...usage, ...moreUsage },
        ...(action === undefined ? {} : { action }),
      })
    expect([
      verdictFor(undefined),
      verdictFor(change(counted)),
      verdictFor(change(older)),
      verdictFor({
        kind: 'cancel',
        accountId: ACC,
        clientOrderId: counted.clientOrderId,
        before: counted,
      }),
    ]).toEqual(['deny over-limit', 'ask', 'deny over-limit', 'ask'])
    // Two changes of one order count as one order; a pending cancel does not count.
    const pendingUsage = (action: PolicyInput['action']) => ({
      pending: [{ action, exposure: money('1') }],
    })
    expect([
      verdictFor(change(older), pendingUsage(change(older)), 3),
      verdictFor(undefined, pendingUsage(change(older)), 3),
      verdictFor(undefined, pendingUsage(change(counted)), 3),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    expect(
      verdictFor(
        undefined,
        pendingUsage({
          kind: 'cancel',
          accountId: ACC,
          clientOrderId: counted.clientOrderId,
          before: counted,
        }),
        3,
      ),
    ).toBe('ask')
  })

  test('counts no further working order for a change or a cancel', () => {
    const usage = { working: [order('a'), order('b'), order('c')] }
    const before = order('a')
    expect(
      verdictText(draft(), {
        policy: { maxWorking: 3 },
        usage,
        action: {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: before.clientOrderId,
          change: { limitPrice: price('99') },
          before,
        },
      }),
    ).toBe('ask')
    const pendingUsage = {
      pending: [
        {
          action: {
            kind: 'cancel' as const,
            accountId: ACC,
            clientOrderId: before.clientOrderId,
            before,
          },
          exposure: money('0'),
        },
      ],
      working: [order('a'), order('b')],
    }
    expect(verdictText(draft(), { policy: { maxWorking: 3 }, usage: pendingUsage })).toBe('ask')
  })

  test.each([
    ['one below', 1, 'ask'],
    ['at the limit', 2, 'deny too-many'],
    ['one above', 3, 'deny too-many'],
  ])('pending instructions, %s', (_title, count, result) => {
    expect(
      verdictText(draft(), {
        policy: { maxPending: 2 },
        usage: { pending: Array.from({ length: count }, () => pendingUse('1')) },
      }),
    ).toBe(result)
  })

  test.each([
    ['one below', [1, 2], 'ask'],
    ['at the limit', [1, 2, 59_999], 'deny too-many'],
    ['without one that is a minute old', [1, 2, 60_000], 'ask'],
  ])('requests per minute, %s', (_title, ago, result) => {
    expect(
      verdictText(draft(), {
        policy: { maxPerMinute: 3 },
        usage: { requestTimes: ago.map((ms) => epochMs(NOW - ms)) },
      }),
    ).toBe(result)
  })

  test('limits cancels by pending instructions and requests per minute as well', () => {
    const before = order('a')
    const action = {
      kind: 'cancel' as const,
      accountId: ACC,
      clientOrderId: before.clientOrderId,
      before,
    }
    expect(
      verdictText(draft(), {
        action,
        policy: { maxPending: 1 },
        usage: { pending: [pendingUse('1')] },
      }),
    ).toBe('deny too-many')
    expect(
      verdictText(draft(), { action, policy: { maxPerMinute: 1 }, usage: { requestTimes: [NOW] } }),
    ).toBe('deny too-many')
  })

  test.each([
    ['a tick below', '9.99999', 'ask'],
    ['at the limit', '10', 'ask'],
    ['a tick above', '10.00001', 'deny over-limit'],
  ])('quantity, %s', (_title, size, result) => {
    expect(verdictText(draft(shares(size)), { policy: { maxQuantity: quantity('10') } })).toBe(
      result,
    )
  })

  test('counts the quantity of every option leg, but not the shares of a covered order', () => {
    const policy = { maxQuantity: quantity('10') }
    const facts = { multiplier: '100' }
    const ratio = (contracts: string) =>
      option(
        'buy',
        [leg('buy', 'call', '100', '5'), leg('sell', 'call', '110', contracts)],
        '1',
        '5',
      )
    expect([
      verdictText(ratio('10'), { policy, facts }),
      verdictText(ratio('15'), { policy, facts }),
    ]).toEqual(['ask', 'deny over-limit'])
    const covered = option(
      'buy',
      [
        { symbol: symbol('AAPL'), side: 'buy', quantity: quantity('100'), option: null },
        leg('sell', 'call', '110'),
      ],
      '95',
    )
    expect(verdictText(covered, { policy, facts })).toBe('ask')
  })
})
