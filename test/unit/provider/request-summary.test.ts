import { describe, expect, it } from 'vitest'
import {
  messageSummary,
  paramsSummary,
  rowCount,
} from '../../../electron/provider/http/request-summary.js'

describe('what a log of requests may show', () => {
  it('SEC-20: is what was asked for, never whose account it is', () => {
    const text = paramsSummary('trading', {
      account_id: 'ACCOUNT-1',
      new_orders: [
        { client_order_id: 'abc', symbol: 'AAPL', side: 'BUY', limit_price: '190.05', memo: 'own' },
      ],
      pagination_key: 'key',
      start_date: undefined,
    })
    expect(text).toBe(
      'account_id=… new_orders=[{client_order_id=abc symbol=AAPL side=BUY limit_price=190.05 memo=…}] pagination_key=…',
    )
  })

  it('SEC-20: is no value at all of a sign-in', () => {
    for (const family of ['auth', 'connect']) {
      expect(
        paramsSummary(family, { code: 'secret', client_secret: 's', refresh_token: 't' }),
      ).toBe('code=… client_secret=… refresh_token=…')
    }
  })

  it('hides what looks like a number of an account in a message', () => {
    expect(messageSummary('Account 5KQ81234567 and 12345678 and J6HA4EBQRQFJD2J6NQH0F7M649')).toBe(
      'Account 5KQ… and … and …',
    )
    expect(messageSummary('price 190.05 is outside 10 %')).toBe('price 190.05 is outside 10 %')
  })

  it('is bounded', () => {
    expect(paramsSummary('market-data', { symbols: 'AAPL,'.repeat(1_000) }).length).toBeLessThan(
      140,
    )
  })

  it('counts the rows of a list', () => {
    expect(rowCount([1, 2])).toBe(2)
    expect(rowCount({ data: [1], pagination_key: null })).toBe(1)
    expect(rowCount({ cash: '1' })).toBeNull()
  })
})
