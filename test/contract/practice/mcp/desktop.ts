import { createProvider, type Provider } from '../../../../electron/provider/gateway.js'
import { practiceEndpoints } from '../../../../electron/provider/hosts.js'
import { nodeWorld } from '../../../harness/node-world.js'
import type { Bench } from '../harness.js'

/** The client of the desktop, as the program makes it. */
export function desktop(of: Bench): Provider {
  const { ready } = of.practice
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  return createProvider({
    endpoints: endpoints.value,
    mode: 'key',
    credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
    client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
    tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    world: nodeWorld(ready.ca),
  })
}
