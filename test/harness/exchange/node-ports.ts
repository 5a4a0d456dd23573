import { systemClock } from '../../../electron/adapters/clock.js'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { createGrpcPort } from '../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../electron/adapters/mqtt-port.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import type { LogPort } from '../../../electron/core/ports.js'
import type { ProviderDependencies } from '../../../electron/provider/http/ports.js'

/** Creates the product's adapters, pinned to one certificate authority. */
export const nodePorts = (
  pinnedCa: string | null,
  log: LogPort = { event: () => {} },
): ProviderDependencies => ({
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  crypto: nodeCrypto,
  log,
  network: LOOPBACK_NETWORK,
  http: new HttpsPort({ pinnedCa }),
  grpc: () => Promise.resolve(createGrpcPort({ pinnedCa })),
  mqtt: () => Promise.resolve(createMqttPort({ pinnedCa })),
})
