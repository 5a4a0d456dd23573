import { systemClock } from '../../adapters/clock.js'
import { nodeCrypto } from '../../adapters/crypto.js'
import { direct, type Dial } from '../../adapters/dial.js'
import type { ProxyFor } from '../../adapters/connections/proxy.js'
import { HttpsPort } from '../../adapters/https-port.js'
import { systemRandom } from '../../adapters/random.js'
import { systemTimers } from '../../adapters/timers.js'
import type { NetworkPort } from '../../core/net-ports.js'
import type { LogPort } from '../../core/ports.js'
import type { Endpoints } from '../../provider/http/hosts.js'
import type { ProviderDependencies } from '../../provider/http/ports.js'

export interface ProviderNetwork {
  readonly pinnedCa: Endpoints['pinnedCa']
  readonly dial?: Dial | undefined
  readonly proxyFor?: ProxyFor | undefined
  readonly log: LogPort
  readonly network: NetworkPort
}

/** Returns what a client of the provider needs, with network connections of Node. */
export const providerNetwork = ({
  pinnedCa,
  dial = direct,
  proxyFor,
  log,
  network,
}: ProviderNetwork): ProviderDependencies => ({
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  crypto: nodeCrypto,
  log,
  network,
  http: new HttpsPort({ pinnedCa, dial, proxyFor }),
  // Loaded with the first connection, because the start does not depend on them.
  grpc: async () =>
    (await import('../../adapters/grpc-port.js')).createGrpcPort({ pinnedCa, dial, proxyFor }),
  mqtt: async () =>
    (await import('../../adapters/mqtt-port.js')).createMqttPort({ pinnedCa, dial, proxyFor }),
})
