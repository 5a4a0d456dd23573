import { expect, it } from 'vitest'
import {
  listBrokerEventCategories,
  listBrokerEventMarkets,
  listBrokerEvents,
  listBrokerEventSeries,
} from '../../../../shared/wire/families/broker/broker-events.js'
import { sharedBroker } from './shared-broker.js'

const broker = sharedBroker({ speed: 0 })

it('the Broker API lists event contracts as the Trading API does', async () => {
  const categories = await broker.call(listBrokerEventCategories, {})
  expect(categories.map(({ category_id: id }) => id)).toEqual(expect.arrayContaining([1, 2, 3]))
  expect(
    (await broker.call(listBrokerEventSeries, { category: 'SPORTS' })).data.length,
  ).toBeGreaterThan(3)
  const events = await broker.call(listBrokerEvents, { series_symbol: 'KXFED', status: 'ACTIVE' })
  const { data } = await broker.call(listBrokerEventMarkets, { event_symbol: events[0]?.symbol })
  expect(data.length).toBeGreaterThan(3)
})

it('the Broker API refuses unknown event contracts', async () => {
  expect(await broker.refusal(listBrokerEventSeries, { category: 'MOON' })).toEqual([
    417,
    'UNSUPPORTED_CATEGORY',
  ])
  expect(await broker.refusal(listBrokerEvents, {})).toEqual([417, 'INVALID_PARAMETER'])
  expect(await broker.refusal(listBrokerEventMarkets, { series_symbol: 'KXNOPE' })).toEqual([
    417,
    'INVALID_PARAMETER',
  ])
  expect(
    (
      await broker.exchange.client.signed({
        base: broker.exchange.practice.ready.hosts.broker,
        path: listBrokerEventCategories.path,
        appSecret: 'wrong',
      })
    ).status,
  ).toBe(401)
})
