import { describe, expect, it } from 'vitest'
import type { Balance } from '../../../../shared/domain/account/account.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { AccountAtClient, balanceOf, MSFT, shares } from './client-fixture.js'

const money = (text: string | null) => (text === null ? null : asMoney(dec(text)))

/** A balance that reports these figures in dollars. */
function reported(marketValue: string | null, gain: string | null): Balance {
  const balance = balanceOf({ USD: gain })
  return {
    ...balance,
    currencies: balance.currencies.map((entry) => ({ ...entry, marketValue: money(marketValue) })),
  }
}

/** Returns net liquidation where the balance reports these figures while the price is 10. */
function netOf(balance: Balance, ...positions: readonly ReturnType<typeof shares>[]) {
  const account = new AccountAtClient()
  account.price('AAPL', '10')
  account.price('MSFT', '10')
  account.askPositions()(...positions)
  account.askBalance()(balance)
  return account.shown()[0]
}

describe('REL-41: a balance whose positions have the same cost', () => {
  it('moves from the price that it contains, although that price was never quoted', () => {
    // Ten shares bought at 8: the broker valued them at 12, and now they are worth 10.
    expect(netOf(reported('120', '40'), shares())).toBe('980')
  })

  it('contains every position of its currency, and none of another', () => {
    const more = shares({ positionId: 'P2', symbol: MSFT })
    const euro = shares({ positionId: 'P3', symbol: MSFT, currency: 'EUR' })
    expect(netOf(reported('240', '80'), shares(), more)).toBe('960')
    expect(netOf(reported('120', '40'), shares(), euro)).toBe('980')
  })

  it('stays as it was reported where the cost is another or is not known', () => {
    expect(netOf(reported('100', '40'), shares())).toBe('1000')
    expect(netOf(reported(null, '40'), shares())).toBe('1000')
    expect(netOf(reported('120', null), shares())).toBe('1000')
  })
})
