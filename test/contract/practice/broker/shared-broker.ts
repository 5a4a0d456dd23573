import { beforeAll } from 'vitest'
import { sharedExchange } from '../support/shared-exchange.js'
import type { TestExchangeOptions } from '../support/test-exchange.js'
import { brokerFixtureOf, withoutToken, type BrokerFixture } from './broker-fixture.js'

/**
 * Shares the Broker API of one exchange among all tests of a file. Call it at the top level, before
 * the file's own hooks.
 */
export function sharedBroker(options: TestExchangeOptions = {}): BrokerFixture {
  const exchange = sharedExchange(options)
  beforeAll(() => void withoutToken(exchange))
  return brokerFixtureOf(exchange)
}
