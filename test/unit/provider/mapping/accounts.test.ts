import { describe, expect, it } from 'vitest'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  zAccountRecord,
  zBalanceRecord,
  zPositionRecord,
} from '../../../../shared/wire/families/trading/accounts.js'
import { toAccount, toBalance, toPosition } from '../../../../electron/provider/mapping/accounts.js'

const ACC = accountId('ACC')
const AT = epochMs(1_797_000_000_000)

describe('accounts (examples of TRADING-2, TRADING-3)', () => {
  const record = {
    user_id: '1000000001',
    account_id: 'ACCT0000000000000000000001',
    account_number: '10010048',
    account_type: 'MARGIN',
    account_class: 'INDIVIDUAL_MARGIN',
    account_label: 'Individual Margin',
  }
  it('map an account; an unknown class enables nothing', () => {
    expect(toAccount(zAccountRecord.parse(record))).toEqual({
      accountId: 'ACCT0000000000000000000001',
      accountNumber: '10010048',
      type: 'margin',
      product: 'securities',
      label: 'Individual Margin',
    })
    expect(
      toAccount(
        zAccountRecord.parse({
          ...record,
          account_class: 'EVENTS_CASH',
          account_type: 'OTHER',
          account_label: undefined,
        }),
      ),
    ).toMatchObject({ product: 'events', type: 'unknown', label: 'Events Cash' })
    expect(
      toAccount(zAccountRecord.parse({ ...record, account_class: 'HEDGE_FUND' })),
    ).toMatchObject({
      accountNumber: '10010048',
      product: 'unsupported',
    })
  })

  it('map the published balance', () => {
    const wire = {
      total_asset_currency: 'USD',
      total_cash_balance: '10000.00',
      total_market_value: '1850.00',
      total_unrealized_profit_loss: '50.00',
      total_net_liquidation_value: '1.1850E4',
      total_day_profit_loss: '12.40',
      day_trades_left: 'UNLIMITED',
      maintenance_margin: '0.00',
      open_margin_calls: "['EM']",
      account_currency_assets: [
        {
          currency: 'USD',
          cash_balance: '10000.00',
          settled_cash: '10000.00',
          unsettled_cash: '0.00',
          market_value: '1850.00',
          frozen_amount: '0.00',
          buying_power: '10000.00',
          option_buying_power: '10000.00',
          unrealized_profit_loss: '50.00',
          day_profit_loss: '12.40',
          available_withdrawal: '10000.00',
        },
      ],
    }
    const balance = toBalance(ACC, zBalanceRecord.parse(wire), AT)
    expect(balance).toMatchObject({
      currency: 'USD',
      netLiquidation: '11850',
      totalCash: '10000.00',
      dayPnl: '12.40',
      openMarginCalls: ['EM'],
      initialMargin: null,
      asOf: AT,
    })
    expect(balance.currencies).toEqual([
      {
        currency: 'USD',
        cash: '10000.00',
        settledCash: '10000.00',
        unsettledCash: '0.00',
        marketValue: '1850.00',
        frozen: '0.00',
        buyingPower: '10000.00',
        dayBuyingPower: null,
        overnightBuyingPower: null,
        optionBuyingPower: '10000.00',
        unrealizedPnl: '50.00',
        dayPnl: '12.40',
        availableToWithdraw: '10000.00',
      },
    ])
  })

  it('compute value and ratio of a short stock position, and guess nothing for contracts', () => {
    const wire = {
      position_id: 'P1',
      instrument_type: 'EQUITY',
      symbol: 'AAPL',
      currency: 'USD',
      quantity: '-10.00000',
      option_strategy: 'SINGLE',
      last_price: '180.00',
      cost_price: '200.00',
      unrealized_profit_loss: '200.00',
    }
    expect(toPosition(ACC, zPositionRecord.parse(wire), epochMs(5))).toMatchObject({
      quantity: '-10.00000',
      marketValue: '-1800',
      unrealizedPnlRatio: '0.1',
      averageCost: '200.00',
      dayPnl: null,
    })
    expect(
      toPosition(ACC, zPositionRecord.parse({ ...wire, instrument_type: 'FUTURES' }), epochMs(5)),
    ).toMatchObject({ assetClass: 'futures', marketValue: null, unrealizedPnlRatio: null })
    expect(
      toPosition(ACC, zPositionRecord.parse({ ...wire, instrument_type: 'MOON_DUST' }), epochMs(5)),
    ).toBeNull()
  })
})
