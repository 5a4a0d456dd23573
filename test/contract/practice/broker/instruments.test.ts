import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBrokerStocks } from '../../../../shared/wire/families/broker-instruments.js'
import { startBroker, type BrokerBench } from './support.js'

let broker: BrokerBench
beforeAll(async () => {
  broker = await startBroker()
})
afterAll(async () => {
  expect(broker.bench.errors).toEqual([])
  await broker.close()
})

it('tells stocks with their margin ratios', async () => {
  const { data } = await broker.call(listBrokerStocks, { category: 'US_STOCK', symbols: 'AAPL' })
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    symbol: 'AAPL', intraday_margin_long: expect.stringMatching(/^0\.\d+$/) as string, maintenance_margin_short: expect.stringMatching(/^[01]\.\d+$/) as string,
  })
  expect((await broker.call(listBrokerStocks, { category: 'US_STOCK' })).data.length).toBeGreaterThan(40)
})

it('refuses other categories and broken cursors', async () => {
  expect(await broker.refusal(listBrokerStocks, { category: 'MOON' })).toEqual([417, 'UNSUPPORTED_CATEGORY'])
  expect(await broker.refusal(listBrokerStocks, { category: 'US_STOCK', pagination_key: 'x' })).toEqual([417, 'INVALID_PARAMETER'])
})
