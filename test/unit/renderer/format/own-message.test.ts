import { afterEach, describe, expect, it } from 'vitest'
import { withAmounts, ownQuantity, setPrivacy } from '../../../../renderer/format/own.js'
import {
  ownMessage,
  withoutNumbers,
  withoutMoney,
} from '../../../../renderer/format/own-message.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { message } from '../../../../shared/messages/make-message.js'

const level = message('alerts.accountFell', {
  account: 'Individual',
  figure: 'netLiquidation',
  amount: dec('104233.5'),
  currency: 'USD',
} as never)

describe('a message in privacy mode', () => {
  afterEach(() => setPrivacy(false))

  it('has no level of the account', () => {
    expect(ownMessage(level)).toContain('104,233.50')
    setPrivacy(true)
    expect(ownMessage(level)).not.toMatch(/\d/)
  })

  it('has every figure of the market', () => {
    setPrivacy(true)
    const price = message('alerts.roseTo', { symbol: 'AAPL', price: dec('185.2') } as never)
    expect(ownMessage(price)).toContain('185.2')
  })

  it('a message of other words has no amount of money', () => {
    setPrivacy(true)
    expect(withoutMoney('You have -$1,234.50 and 99 USD left at 185.20.')).toBe(
      'You have ••• and ••• left at 185.20.',
    )
    expect(withoutMoney('Quedan 1.234,50 € de 12.')).toBe('Quedan ••• de 12.')
    expect(withoutNumbers('BUY 1,000 AAPL, limit 1.5')).toBe('BUY ••• AAPL, limit •••')
  })

  it('is whole where privacy mode is off, and while a file is exported', () => {
    expect(withoutMoney('$5')).toBe('$5')
    setPrivacy(true)
    expect(ownQuantity(dec('12'))).toBe('•••')
    expect(withAmounts(() => ownQuantity(dec('12')))).toBe('12')
    expect(() =>
      withAmounts(() => {
        throw new Error('full disk')
      }),
    ).toThrow('full disk')
    expect(ownQuantity(dec('12'))).toBe('•••')
  })
})
