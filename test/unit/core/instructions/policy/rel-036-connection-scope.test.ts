import { describe, expect, test } from 'vitest'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'
import {
  ACC,
  draft,
  evaluateDraft,
  leg,
  option,
  order,
  price,
  verdictText,
  shares,
  type PolicyOverrides,
} from './policy-fixture.js'

describe('REL-36: the scope of a connection', () => {
  test.each<[Policy['hours'], 'regular' | 'extended' | 'closed', 'core' | 'all' | 'night', string]>(
    [
      ['regular', 'regular', 'core', 'ask'],
      ['regular', 'extended', 'core', 'deny not-allowed'],
      ['regular', 'closed', 'core', 'deny not-allowed'],
      ['regular', 'regular', 'all', 'deny not-allowed'],
      ['extended', 'regular', 'all', 'ask'],
      ['extended', 'extended', 'all', 'ask'],
      ['extended', 'closed', 'core', 'deny not-allowed'],
      ['extended', 'regular', 'night', 'deny not-allowed'],
      ['any', 'closed', 'night', 'ask'],
    ],
  )(
    'trading hours %s, in the %s session, with a %s order: %s',
    (hours, session, orderSession, result) => {
      expect(
        verdictText(draft({ session: orderSession }), { policy: { hours }, facts: { session } }),
      ).toBe(result)
    },
  )

  test('limits accounts, products and kinds of action', () => {
    expect([
      verdictText(draft(), { policy: { accounts: [ACC] } }),
      verdictText(draft(), { policy: { accounts: [accountId('OTHER')] } }),
      verdictText(draft(), { policy: { accounts: [] } }),
    ]).toEqual(['ask', 'deny account-hidden', 'deny account-hidden'])
    expect([
      verdictText(draft(), { policy: { products: ['stock'] } }),
      verdictText(draft(), { policy: { products: ['option', 'futures', 'crypto', 'event'] } }),
    ]).toEqual(['ask', 'deny not-allowed'])
    const before = order('a')
    const actions = {
      place: { kind: 'place' as const, draft: draft() },
      replace: {
        kind: 'replace' as const,
        accountId: ACC,
        clientOrderId: before.clientOrderId,
        change: { limitPrice: price('99') },
        before,
      },
      cancel: {
        kind: 'cancel' as const,
        accountId: ACC,
        clientOrderId: before.clientOrderId,
        before,
      },
    }
    for (const kind of ['place', 'replace', 'cancel'] as const) {
      const may = { place: true, replace: true, cancel: true }
      expect([
        verdictText(draft(), { action: actions[kind], policy: { may } }),
        verdictText(draft(), { action: actions[kind], policy: { may: { ...may, [kind]: false } } }),
      ]).toEqual(['ask', 'deny not-allowed'])
      expect(verdictText(draft(), { action: actions[kind], policy: { accounts: [] } })).toBe(
        'deny account-hidden',
      )
    }
  })

  test('checks the root symbol of an option, and every leg of a combination', () => {
    const only = (list: readonly string[]): PolicyOverrides => ({
      policy: { symbols: list.map(symbol) },
      facts: { multiplier: '100' },
    })
    expect([
      verdictText(draft(), only(['AAPL'])),
      verdictText(draft(), only(['MSFT'])),
      verdictText(draft(), only([])),
    ]).toEqual(['ask', 'deny not-allowed', 'deny not-allowed'])
    const occ = draft({
      assetClass: 'option',
      symbol: symbol('AAPL270115C00150000'),
      ...shares('1'),
      limitPrice: price('2'),
    })
    expect([
      verdictText(occ, only(['AAPL'])),
      verdictText(occ, only(['AAPL270115C00150000'])),
      verdictText(occ, only(['AAP'])),
    ]).toEqual(['ask', 'ask', 'deny not-allowed'])
    const strange = option('sell', [
      leg('sell', 'call', '100'),
      { ...leg('buy', 'call', '105'), symbol: symbol('GME') },
    ])
    // Even where every symbol is allowed, this order cannot be valued as one.
    expect([
      verdictText(strange, only(['AAPL'])),
      verdictText(strange, only(['AAPL', 'GME'])),
    ]).toEqual(['deny not-allowed', 'deny invalid'])
    const weekly = {
      ...option('sell', [
        { ...leg('sell', 'call', '100'), symbol: symbol('SPX') },
        { ...leg('buy', 'call', '105'), symbol: symbol('SPXW') },
      ]),
      symbol: symbol('SPX'),
    }
    expect([
      verdictText(weekly, only(['SPX'])),
      verdictText(weekly, only(['SPX', 'SPXW'])),
    ]).toEqual(['deny not-allowed', 'ask'])
  })

  test('checks a halt first, except for a cancel', () => {
    const before = order('a')
    expect(evaluateDraft(draft(), { halted: true, policy: { accounts: [] } }).refusal?.code).toBe(
      'halted',
    )
    expect(
      verdictText(draft(), {
        halted: true,
        action: { kind: 'cancel', accountId: ACC, clientOrderId: before.clientOrderId, before },
      }),
    ).toBe('ask')
    expect(
      verdictText(draft(), {
        halted: true,
        action: {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: before.clientOrderId,
          change: { limitPrice: price('1') },
          before,
        },
      }),
    ).toBe('deny halted')
  })
})
