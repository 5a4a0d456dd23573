import { expect, it } from 'vitest'
import { BROKER_INSTRUMENT_OPERATIONS } from '../../../../shared/wire/families/broker/broker-instruments.js'
import { sharedBroker } from './shared-broker.js'

const broker = sharedBroker()

it('the Broker API lists stocks with their margin ratios', async () => {
  const { data } = await broker.call(BROKER_INSTRUMENT_OPERATIONS.listBrokerStocks, {
    category: 'US_STOCK',
    symbols: 'AAPL',
  })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    symbol: 'AAPL',
    intraday_margin_long: expect.stringMatching(/^0\.\d+$/) as string,
    maintenance_margin_short: expect.stringMatching(/^[01]\.\d+$/) as string,
  })
  expect(
    (await broker.call(BROKER_INSTRUMENT_OPERATIONS.listBrokerStocks, { category: 'US_STOCK' }))
      .data.length,
  ).toBeGreaterThan(40)
})

it('the Broker API refuses other categories and malformed cursors', async () => {
  expect(
    await broker.refusal(BROKER_INSTRUMENT_OPERATIONS.listBrokerStocks, { category: 'MOON' }),
  ).toEqual([417, 'UNSUPPORTED_CATEGORY'])
  expect(
    await broker.refusal(BROKER_INSTRUMENT_OPERATIONS.listBrokerStocks, {
      category: 'US_STOCK',
      pagination_key: 'x',
    }),
  ).toEqual([417, 'INVALID_PARAMETER'])
})

it('the Broker API lists corporate actions of a stock, dividends with amount and dates', async () => {
  const dividends = await broker.call(BROKER_INSTRUMENT_OPERATIONS.getBrokerCorporateActions, {
    symbol: 'KO',
    event_types: 'CASH_DIVIDEND',
  })
  expect(dividends.length).toBeGreaterThanOrEqual(18)
  for (const {
    event_date: ex,
    declare_date: declared,
    record_date: record,
    pay_date: paid,
    cash_amount: amount,
  } of dividends) {
    expect(Number(amount)).toBeGreaterThan(0)
    expect([declared, ex, record, paid]).toEqual([...[declared, ex, record, paid]].sort())
  }
  const splits = await broker.call(BROKER_INSTRUMENT_OPERATIONS.getBrokerCorporateActions, {
    symbol: 'NVDA',
    category: 'US_STOCK',
    event_types: 'FORWARD_SPLIT',
    start_date: '2024-01-01',
    end_date: '2024-12-31',
  })
  expect(splits).toEqual([
    expect.objectContaining({
      symbol: 'NVDA',
      event_date: '2024-06-10',
      ratio_old: '1',
      ratio_new: '10',
    }),
  ])
  expect(splits[0]?.cash_amount).toBeNull()
})

it.each([
  ['no symbol', {}, 'INVALID_PARAMETER'],
  ['an unknown symbol', { symbol: 'NOPE' }, 'UNSUPPORTED_SYMBOL'],
  ['another category', { symbol: 'KO', category: 'US_OPTION' }, 'UNSUPPORTED_CATEGORY'],
  ['a kind that is none', { symbol: 'KO', event_types: 'PARTY' }, 'INVALID_PARAMETER'],
  ['a day that is none', { symbol: 'KO', start_date: 'today' }, 'INVALID_PARAMETER'],
  [
    'an end before the start',
    { symbol: 'KO', start_date: '2026-02-01', end_date: '2026-01-01' },
    'ILLEGAL_PARAMETER',
  ],
])('the Broker API refuses corporate actions for %s', async (_name, query, code) => {
  expect(
    await broker.refusal(BROKER_INSTRUMENT_OPERATIONS.getBrokerCorporateActions, query),
  ).toEqual([417, code])
})
