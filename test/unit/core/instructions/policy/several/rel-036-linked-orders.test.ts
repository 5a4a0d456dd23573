import { describe, expect, it } from 'vitest'
import type { ComboRole } from '../../../../../../shared/domain/orders/order-types.js'
import type { OrderDraft } from '../../../../../../shared/domain/orders/order.js'
import {
  draft,
  evaluateDraft,
  money,
  pendingUse,
  position,
  price,
  shares,
  type PolicyOverrides,
} from '../policy-fixture.js'

/** Buys ten at 100: $1,000. */
const ENTRY = draft()
const sell = (limit: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ side: 'sell', limitPrice: price(limit), ...over })
const stop = (level: string, over: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ side: 'sell', type: 'stop', limitPrice: null, stopPrice: price(level), ...over })

const evaluate = (
  role: ComboRole,
  [first = ENTRY, ...linkedOrders]: readonly OrderDraft[],
  overrides: PolicyOverrides = {},
) =>
  evaluateDraft(first, {
    ...overrides,
    action: {
      kind: 'place',
      draft: first,
      linked: linkedOrders.map((member) => ({ role, draft: member })),
    },
  })

describe('REL-36: orders that are linked to a new one', () => {
  it('counts nothing for what can only close what the first order opens', () => {
    const verdict = evaluate('otoco', [ENTRY, sell('120'), stop('90')])
    expect(verdict).toMatchObject({ result: 'ask', exposure: '1000', maxLoss: '1000' })
    expect(verdict.dangers.map(({ code }) => code)).toEqual(['equity-unknown'])
    expect(verdict.rules.map(({ text }) => text)).toContain(
      'Can only close what the first order opens.',
    )
  })

  it('adds what every order counts that the first one starts', () => {
    const verdict = evaluate('oto', [ENTRY, draft({ limitPrice: price('99') })])
    expect(verdict).toMatchObject({ exposure: '1990', maxLoss: '1990' })
  })

  it('counts the largest of the orders of which one fill cancels the others', () => {
    const verdict = evaluate('oco', [ENTRY, draft({ ...shares('20') }), draft({ ...shares('5') })])
    expect(verdict).toMatchObject({ exposure: '2000', maxLoss: '2000' })
  })

  it('holds each order to the largest order', () => {
    const limited: PolicyOverrides = { policy: { maxOrder: money('1500') } }
    expect(evaluate('oco', [ENTRY, draft(shares('20'))], limited).refusal?.code).toBe('over-limit')
    expect(evaluate('oco', [ENTRY, draft(shares('15'))], limited).refusal).toBeNull()
  })

  it('holds the sum to the limit of the day, but orders that exclude each other one by one', () => {
    const limited: PolicyOverrides = { policy: { maxDay: money('2500') } }
    const more = draft(shares('20'))
    expect(evaluate('oto', [ENTRY, more], limited).refusal?.code).toBe('over-limit')
    expect(evaluate('oco', [ENTRY, more], limited).refusal).toBeNull()
    const waiting = { ...limited, usage: { pending: [pendingUse('600')] } }
    expect(evaluate('oco', [ENTRY, more], waiting).refusal?.code).toBe('over-limit')
  })

  it('counts every order of them against the orders of a day and the working orders', () => {
    const three = [ENTRY, sell('120'), stop('90')]
    const two: PolicyOverrides = { policy: { ordersPerDay: 2 } }
    expect(evaluate('otoco', three, two).refusal?.code).toBe('over-limit')
    expect(evaluate('otoco', three, { policy: { ordersPerDay: 3 } }).refusal).toBeNull()
    expect(evaluate('otoco', three, { policy: { maxWorking: 2 } }).refusal?.code).toBe('over-limit')
    expect(evaluate('otoco', three, { policy: { maxWorking: 3 } }).refusal).toBeNull()
  })

  it('counts what the first order starts in full when that order only closes a position', () => {
    // Sells the ten that are held, and buys them again.
    const verdict = evaluate('oto', [sell('101'), ENTRY], { facts: { position: position('10') } })
    expect(verdict.exposure).toBe('1000')
  })

  it('closes a position by one of two orders without counting either as a short sale', () => {
    const verdict = evaluate('oco', [sell('120'), stop('90')], {
      facts: { position: position('10') },
    })
    expect(verdict).toMatchObject({ exposure: '0', reduces: true, dangers: [] })
  })

  it('shows a started order beyond the entry as a short sale', () => {
    const verdict = evaluate('oto', [ENTRY, sell('120', shares('30'))])
    expect(verdict.maxLoss).toBeNull()
    expect(verdict.dangers.map(({ code }) => code)).toContain('short-sale')
  })

  it('is never approved by a rule, and keeps to the hours of the policy with every order', () => {
    const rule = {
      symbol: 'AAPL',
      until: Number.MAX_SAFE_INTEGER,
      maxOrder: money('100000'),
      total: money('1000000'),
      used: money('0'),
    }
    const allowed = evaluate('otoco', [ENTRY, sell('120')], {
      policy: { allow: [rule as never] },
    })
    expect(allowed.result).toBe('ask')
    expect(allowed.rules.map(({ rule }) => rule)).not.toContain('allow')
    const late = evaluate('otoco', [ENTRY, sell('120', { session: 'all' })], {
      policy: { hours: 'regular' },
    })
    expect(late.refusal?.code).toBe('not-allowed')
  })

  it('acknowledges two dangers that read differently each, and the same one once', () => {
    const wrongSide = [stop('110'), stop('120'), stop('120')]
    const verdict = evaluate('oco', wrongSide, { facts: { position: position('10') } })
    const codes = verdict.dangers.map(({ code }) => code)
    expect(codes.filter((code) => code.startsWith('stop-side'))).toEqual([
      'stop-side',
      'stop-side-2',
    ])
  })
})
