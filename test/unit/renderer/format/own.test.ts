import { afterEach, describe, expect, it } from 'vitest'
import { accountName, shortAccountName } from '../../../../renderer/format/account-name.js'
import {
  HIDDEN,
  ownExact,
  ownMoney,
  ownQuantity,
  ownText,
  setPrivacy,
} from '../../../../renderer/format/own.js'
import { dec } from '../../../../shared/domain/decimal.js'
import type { Account } from '../../../../shared/domain/account/account.js'

afterEach(() => setPrivacy(false))
const account = { label: 'Individual Margin', accountNumber: '10010048' } as Account
const texts = (): readonly string[] => [
  ownMoney(dec('-12345.6'), 'USD', true),
  ownQuantity(dec('120')),
  ownExact(dec('120.50')),
  ownText('10010048'),
  accountName(account),
  shortAccountName(account),
]

describe('amounts of the person', () => {
  it('are written as usual while privacy mode is off', () =>
    expect(texts()).toEqual([
      '−$12,345.60',
      '120',
      '120.50',
      '10010048',
      'Individual Margin · 10010048',
      '0048 Individual Margin',
    ]))

  it('have no digit while privacy mode is on, and no length of their own', () => {
    setPrivacy(true)
    expect(texts().join(' ')).not.toMatch(/\d/)
    expect(ownMoney(dec('1'), 'USD')).toBe(ownMoney(dec('1000000'), 'USD'))
    expect(ownQuantity(dec('0'))).toBe(HIDDEN)
  })

  it('amounts of the person that are missing stay missing', () => {
    setPrivacy(true)
    expect([ownMoney(null), ownQuantity(undefined), ownExact(null), ownText('')]).toEqual([
      '—',
      '—',
      '',
      '',
    ])
  })
})
