import { beforeAll } from 'vitest'
import { sharedExchange } from '../support/shared-exchange.js'
import type { TestExchangeOptions } from '../support/test-exchange.js'
import { brokerFixtureOf, withoutToken, type BrokerFixture } from './broker-fixture.js'

/**
 * The Broker API of one exchange for all tests of a file; call it outside of them, before the
 * file's own hooks.
 */
export function sharedBroker(options: TestExchangeOptions = {}): BrokerFixture {
  const exchange = sharedExchange(options)
  beforeAll(() => void withoutToken(exchange))
  return brokerFixtureOf(exchange)
}
