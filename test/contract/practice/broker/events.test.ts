import { expect, it } from 'vitest'
import { BROKER_EVENT_OPERATIONS } from '../../../../shared/wire/families/broker/broker-events.js'
import { sharedBroker } from './shared-broker.js'

const broker = sharedBroker({ speed: 0 })

it('the Broker API lists event contracts as the Trading API does', async () => {
  const categories = await broker.call(BROKER_EVENT_OPERATIONS.listBrokerEventCategories, {})
  expect(categories.map(({ category_id: id }) => id)).toEqual(expect.arrayContaining([1, 2, 3]))
  expect(
    (await broker.call(BROKER_EVENT_OPERATIONS.listBrokerEventSeries, { category: 'SPORTS' })).data
      .length,
  ).toBeGreaterThan(3)
  const events = await broker.call(BROKER_EVENT_OPERATIONS.listBrokerEvents, {
    series_symbol: 'KXFED',
    status: 'ACTIVE',
  })
  const { data } = await broker.call(BROKER_EVENT_OPERATIONS.listBrokerEventMarkets, {
    event_symbol: events[0]?.symbol,
  })
  expect(data.length).toBeGreaterThan(3)
})

it('the Broker API refuses unknown event contracts', async () => {
  expect(
    await broker.refusal(BROKER_EVENT_OPERATIONS.listBrokerEventSeries, { category: 'MOON' }),
  ).toEqual([417, 'UNSUPPORTED_CATEGORY'])
  expect(await broker.refusal(BROKER_EVENT_OPERATIONS.listBrokerEvents, {})).toEqual([
    417,
    'INVALID_PARAMETER',
  ])
  expect(
    await broker.refusal(BROKER_EVENT_OPERATIONS.listBrokerEventMarkets, {
      series_symbol: 'KXNOPE',
    }),
  ).toEqual([417, 'INVALID_PARAMETER'])
  expect(
    (
      await broker.exchange.client.signed({
        base: broker.exchange.practice.ready.hosts.broker,
        path: BROKER_EVENT_OPERATIONS.listBrokerEventCategories.path,
        appSecret: 'wrong',
      })
    ).status,
  ).toBe(401)
})
