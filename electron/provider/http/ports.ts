import type { CryptoPort, GrpcPort, HttpPort, MqttPort, NetworkPort } from '../../core/net-ports.js'
import type { ClockPort, LogPort, RandomPort, TimerPort } from '../../core/ports.js'

/**
 * The ports that the provider's client needs. The streams' ports are loaders, because their
 * libraries cost start-up time and are not needed before the first paint.
 */
export interface ProviderDependencies {
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: CryptoPort
  readonly log: LogPort
  readonly http: HttpPort
  readonly grpc: () => Promise<GrpcPort>
  readonly mqtt: () => Promise<MqttPort>
  readonly network: NetworkPort
}

/** Waits without a way to cancel, so use short times only. */
export const pause = (timers: TimerPort, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve)
  })
