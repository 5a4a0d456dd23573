import { createProvider, type Provider } from '../../../../electron/provider/gateway.js'
import { practiceEndpoints } from '../../../../electron/provider/http/hosts.js'
import { nodePorts } from '../../../harness/exchange/node-ports.js'
import type { TestExchange } from '../support/test-exchange.js'

/** Creates the provider client as the application does. */
export function desktopProvider(exchange: TestExchange): Provider {
  const { ready } = exchange.practice
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  return createProvider({
    endpoints: endpoints.value,
    mode: 'key',
    credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
    client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
    tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    ports: nodePorts(ready.ca),
  })
}
