import { afterEach, describe, expect, it } from 'vitest'
import { conditionText } from '../../../../renderer/format/alert-text.js'
import { setPrivacy } from '../../../../renderer/format/own.js'
import type { AlertCondition } from '../../../../shared/domain/alerts/alert.schema.js'
import { asMoney, asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol, type AccountId } from '../../../../shared/domain/ids.js'

const ACCOUNT: AlertCondition = {
  kind: 'account',
  account: { accountId: 'a' as AccountId, name: 'Individual Margin ···0048' },
  figure: 'dayPnl',
  when: 'below',
  amount: asMoney(dec('-1500.50')),
  currency: 'USD',
}
const PRICE: AlertCondition = {
  kind: 'price',
  instrument: { assetClass: 'stock', symbol: symbol('AAPL') },
  when: 'above',
  price: asPrice(dec('270.05')),
}

afterEach(() => setPrivacy(false))

describe('the text of an alert', () => {
  it('has no amount and no account number of the person while amounts are hidden', () => {
    expect(conditionText(ACCOUNT)).toMatch(/0048.*1,500\.50/)
    setPrivacy(true)
    expect(conditionText(ACCOUNT)).not.toMatch(/\d/)
    expect(conditionText(ACCOUNT)).toContain('Day P&L of Individual Margin')
  })

  it('keeps prices of the market', () => {
    setPrivacy(true)
    expect(conditionText(PRICE)).toBe('AAPL rises to 270.05 or above')
  })
})
