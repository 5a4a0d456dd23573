import { describe, expect, it } from 'vitest'
import { moveBalance, valueChange } from '../../../../electron/core/portfolio/mark-balance.js'
import type {
  Balance,
  CurrencyBalance,
  Position,
} from '../../../../shared/domain/account/account.js'
import { CurrencyAmounts } from '../../../../shared/domain/account/currency-amounts.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'

const money = (text: string) => asMoney(dec(text))

const inCurrency = (currency: string): CurrencyBalance => ({
  currency,
  cash: money('10000'),
  settledCash: null,
  unsettledCash: null,
  marketValue: money('3150'),
  frozen: null,
  buyingPower: money('5000'),
  dayBuyingPower: null,
  overnightBuyingPower: null,
  optionBuyingPower: null,
  unrealizedPnl: money('69'),
  dayPnl: null,
  availableToWithdraw: null,
})
const BALANCE: Balance = {
  accountId: accountId('ACC'),
  currency: 'USD',
  netLiquidation: money('13150'),
  totalCash: money('10000'),
  totalMarketValue: money('3150'),
  unrealizedPnl: money('69'),
  dayPnl: money('17.40'),
  initialMargin: null,
  maintenanceMargin: null,
  openMarginCalls: [],
  dayTradesLeft: null,
  currencies: [inCurrency('USD'), inCurrency('EUR')],
  asOf: epochMs(0),
}
const positionIn = (currency: string, marketValue: string | null): Position =>
  ({ currency, marketValue: marketValue === null ? null : money(marketValue) }) as Position

describe('the change of the value of positions', () => {
  it('is summed for each currency by itself', () => {
    const change = valueChange(
      [positionIn('USD', '100'), positionIn('EUR', '50'), positionIn('USD', '-20')],
      [positionIn('USD', '110'), positionIn('EUR', '43'), positionIn('USD', '-21')],
    )
    expect(change.in('USD')).toBe('9')
    expect(change.in('EUR')).toBe('-7')
    expect(change.in('CHF')).toBe('0')
  })

  it('is nothing for a position without a value at either time', () => {
    const change = valueChange(
      [positionIn('USD', null), positionIn('USD', '5'), positionIn('USD', '7')],
      [positionIn('USD', '110'), positionIn('USD', null), positionIn('USD', '8')],
    )
    expect(change.in('USD')).toBe('1')
  })
})

describe('a balance that moves', () => {
  it('changes the figures that depend on the market, but not its cash and buying power', () => {
    const moved = CurrencyAmounts.sumOf([{ currency: 'USD', amount: money('110') }])
    expect(moveBalance(BALANCE, moved)).toMatchObject({
      netLiquidation: '13260',
      totalMarketValue: '3260',
      unrealizedPnl: '179',
      dayPnl: '127.4',
      totalCash: '10000',
      currencies: [
        { currency: 'USD', marketValue: '3260', unrealizedPnl: '179', buyingPower: '5000' },
        { currency: 'EUR', marketValue: '3150', unrealizedPnl: '69', buyingPower: '5000' },
      ],
    })
  })

  it('changes each currency by its own move, and no total by a move of two currencies', () => {
    const moved = CurrencyAmounts.sumOf([
      { currency: 'USD', amount: money('110') },
      { currency: 'EUR', amount: money('-50') },
    ])
    expect(moveBalance(BALANCE, moved)).toMatchObject({
      netLiquidation: '13150',
      totalMarketValue: '3150',
      unrealizedPnl: '69',
      dayPnl: '17.40',
      currencies: [
        { currency: 'USD', marketValue: '3260', unrealizedPnl: '179', dayPnl: null },
        { currency: 'EUR', marketValue: '3100', unrealizedPnl: '19', dayPnl: null },
      ],
    })
  })

  it('is the same without a move, also in figures that the broker does not report', () => {
    expect(moveBalance(BALANCE, CurrencyAmounts.sumOf([]))).toEqual(BALANCE)
    const unreported = { ...BALANCE, netLiquidation: null, dayPnl: null }
    const moved = CurrencyAmounts.sumOf([{ currency: 'USD', amount: money('1') }])
    expect(moveBalance(unreported, moved)).toMatchObject({ netLiquidation: null, dayPnl: null })
  })
})
