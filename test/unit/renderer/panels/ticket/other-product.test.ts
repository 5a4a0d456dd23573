import { describe, expect, it } from 'vitest'
import type { Account, AccountProduct } from '../../../../../shared/domain/account/account.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { otherProduct } from '../../../../../renderer/panels/ticket/other-product.js'
import { text } from '../../../../../shared/messages/window/en/index.js'

const account = (id: string, product: AccountProduct): Account => ({
  accountId: accountId(id),
  accountNumber: id,
  type: 'margin',
  product,
  label: id,
})
const accounts = [
  account('S', 'securities'),
  account('F', 'futures'),
  account('C', 'crypto'),
  account('E', 'events'),
]

describe('the product that replaces the ticket', () => {
  it.each([
    ['S', null],
    ['F', 'futures'],
    ['C', 'crypto'],
    ['E', 'events'],
    ['X', null],
  ] as const)('is, for account %s: %s', (id, product) => {
    expect(otherProduct(accounts, accountId(id))).toBe(product)
  })

  it('is null until the accounts are known, and has a text for each product', () => {
    expect([otherProduct(undefined, accountId('F')), otherProduct(accounts, null)]).toEqual([
      null,
      null,
    ])
    expect((['futures', 'crypto', 'events'] as const).map(text.ticket.otherProduct)).toEqual([
      'This account trades futures',
      'This account trades crypto',
      'This account trades event contracts',
    ])
  })
})
