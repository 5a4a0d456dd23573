import { expect } from 'vitest'
import { ACTIVITY_OPERATIONS } from '../../../shared/wire/families/trading/activities.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { STOCK_OPERATIONS } from '../../../shared/wire/families/products/stocks.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']

/** Examples of TRADING-2, TRADING-3, TRADING-4.8 and TRADING-5. */
export const ACCOUNTS: Examples = {
  'trading.accounts.list': {
    request: () => ({}),
    shows: (answer) =>
      expect(new Set(answer.map(({ account_class: accountClass }) => accountClass))).toEqual(
        new Set(answer.map(({ account_class: accountClass }) => accountClass))
          .add('INDIVIDUAL_MARGIN')
          .add('INDIVIDUAL_CASH'),
      ),
  },
  'trading.balances.get': {
    request: async ({ account }) => ({ account_id: await account() }),
    shows: (answer) =>
      expect([answer.total_asset_currency, answer.account_currency_assets.length]).toEqual([
        'USD',
        1,
      ]),
  },
  'trading.positions.list': { request: async ({ account }) => ({ account_id: await account() }) },
  'trading.positions.get': {
    request: async ({ account, call }) => {
      const position = (
        await call(ACCOUNT_OPERATIONS.listPositions, { account_id: await account() })
      )[0]
      const { data } = await call(STOCK_OPERATIONS.listStocks, {
        category: 'US_STOCK',
        symbols: position?.symbol ?? '',
      })
      return { account_id: await account(), instrument_id: data[0]?.instrument_id ?? '' }
    },
    shows: (answer, request) =>
      expect(answer.data.every((lot) => lot.instrument_id === request.instrument_id)).toBe(true),
    refuses: [
      {
        what: 'an unknown instrument',
        with: { instrument_id: '1' },
        answer: [417, 'INSTRUMENT_NOT_FOUND'],
      },
    ],
  },
  'trading.executions.list': {
    request: async ({ account }) => ({ account_id: await account() }),
    refuses: [
      { what: 'a day that does not exist', with: { start_date: '2026-02-30' }, answer: INVALID },
      {
        what: 'an end before its start',
        with: { start_date: '2026-11-03', end_date: '2026-11-02' },
        answer: INVALID,
      },
    ],
  },
  'trading.cash-activities.list': {
    request: async ({ account }) => ({ account_id: await account() }),
    refuses: [
      { what: 'an unknown type', with: { activity_types: 'TRADE,GIFT' }, answer: INVALID },
      {
        what: 'two calendar years',
        with: { start_time: '2025-12-31T00:00:00.000Z', end_time: '2026-01-02T00:00:00.000Z' },
        answer: INVALID,
      },
      { what: 'a start that is no time', with: { start_time: 'yesterday' }, answer: INVALID },
    ],
  },
  'trading.transfers.list': {
    request: async ({ account }) => ({
      account_id: await account(),
      start_time: '2020-01-01T00:00:00.000Z',
    }),
    refuses: [
      { what: 'an unknown method', with: { transfer_method: 'PIGEON' }, answer: INVALID },
      { what: 'an unknown status', with: { status: 'LOST' }, answer: INVALID },
      { what: 'an unknown ACATS type', with: { acats_transfer_types: 'HALF' }, answer: INVALID },
    ],
  },
  'trading.transfers.get': {
    request: async ({ account, call }) => {
      const { data } = await call(ACTIVITY_OPERATIONS.listTransfers, {
        account_id: await account(),
        start_time: '2020-01-01T00:00:00.000Z',
      })
      return {
        account_id: await account(),
        transfer_id:
          data.find(
            (transfer) =>
              transfer.status === 'COMPLETED' &&
              transfer.direction === 'INCOMING' &&
              transfer.acats_transfer_types === 'FULL',
          )?.transfer_id ?? '',
      }
    },
    shows: (answer, request) => expect(answer.transfer_id).toBe(request.transfer_id),
    refuses: [{ what: 'an unknown transfer', with: { transfer_id: 'NOSUCH' }, answer: INVALID }],
  },
  'trading.stocks.list': {
    request: () => ({ category: 'US_STOCK', symbols: 'AAPL,SPY,TQQQ' }),
    shows: (answer) =>
      expect(answer.data.map(({ symbol, sub_category: kind }) => [symbol, kind]).sort()).toEqual([
        ['AAPL', 'COMMON_STOCK'],
        ['SPY', 'ETF'],
        ['TQQQ', 'ETF'],
      ]),
    refuses: [
      {
        what: 'more than a hundred symbols',
        with: { symbols: Array.from({ length: 101 }, (_, index) => `S${index}`).join(',') },
        answer: [417, 'TOO_MANY_SYMBOLS'],
      },
    ],
  },
}
