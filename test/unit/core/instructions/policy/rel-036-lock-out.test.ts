import { describe, expect, test } from 'vitest'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import type { LockOut } from '../../../../../shared/domain/orders/limits/personal-limits.schema.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  draft,
  evaluateDraft,
  leg,
  money,
  option,
  position,
  price,
  quantity,
  shares,
} from './policy-fixture.js'

const LOCK_OUT: LockOut = {
  accountId: accountId('ACC'),
  reason: 'daily-loss',
  until: exchangeInstant('2026-11-24', 4 * 60),
  since: epochMs(0),
  dayPnl: money('-1012.40'),
  limit: money('1000'),
  currency: 'USD',
}

describe('REL-36: an order of an assistant in an account that is locked out', () => {
  test('is refused with the loss, the limit, and the end', () => {
    const { result, refusal } = evaluateDraft(draft(shares('1')), { lockOut: LOCK_OUT })
    expect([result, refusal?.code]).toEqual(['deny', 'locked-out'])
    expect(refusal?.message).toContain(
      'day P&L −$1,012.40 of −$1,000.00. New orders are refused until Nov 24, 2026, 04:00 ET',
    )
  })

  test('passes to the person when it only reduces a position', () => {
    const sell = (count: string) =>
      evaluateDraft(draft({ side: 'sell', ...shares(count) }), {
        lockOut: LOCK_OUT,
        facts: { position: position('5') },
      }).refusal?.code
    expect([sell('5'), sell('6')]).toEqual([undefined, 'locked-out'])
  })

  test('passes to the person when it only closes the legs of a spread', () => {
    const callPosition = (count: string, strike: string) =>
      position(count, {
        positionId: strike,
        assetClass: 'option',
        legs: [
          {
            legId: '1',
            symbol: symbol('AAPL'),
            quantity: quantity(count),
            option: { type: 'call', strike: price(strike), expiration: '2027-01-15' } as never,
            settles: null,
          },
        ],
      })
    const close = (count: string) =>
      evaluateDraft(
        option(
          'sell',
          [leg('sell', 'call', '95', count), leg('buy', 'call', '105', count)],
          '4',
          count,
        ),
        {
          lockOut: LOCK_OUT,
          facts: {
            multiplier: '100',
            quote: null,
            positions: [callPosition('2', '95'), callPosition('-2', '105')],
          },
        },
      ).refusal?.code
    expect([close('2'), close('3')]).toEqual([undefined, 'locked-out'])
  })
})
