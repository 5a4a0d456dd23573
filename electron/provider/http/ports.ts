import type { Emitter } from '../../../shared/domain/emitter.js'
import type {
  CryptoPort,
  GrpcPort,
  HttpPort,
  MqttPort,
  NetworkPort,
  Probing,
} from '../../core/net-ports.js'
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

/**
 * Says that the path to the broker is in doubt: `late` when an answer or an event has not arrived
 * in time, `lost` when a request or a connection ended without an answer or the network was away.
 * Every open connection then has to show that its server still answers: one that died silently is
 * found at once. A loss also ends idle connections, which cannot show it.
 */
export type PathDoubt = Emitter<'late' | 'lost'>

/** A connection that has no answer to a probe within this time is replaced, in ms. */
const ANSWER_WITHIN_MS = 2_500

/** Returns when a connection is probed: in doubt, and after a silence unless that is null. */
export const probingOf = (doubt: PathDoubt, afterSilenceMs: number | null): Probing => ({
  afterSilenceMs,
  withinMs: ANSWER_WITHIN_MS,
  onDoubt: (listener) => doubt.add(() => listener()),
  onLate: () => doubt.emit('late'),
})

/** A request that has no answer for so long puts the path in doubt, in ms. */
const LATE_REQUEST_MS = 1_500

/** Returns the port, of which requests whose answer is late put the path in doubt. */
export const doubtingLateRequests = (
  http: HttpPort,
  timers: Pick<TimerPort, 'after'>,
  doubt: PathDoubt,
): HttpPort => ({
  close: () => http.close(),
  async send(request) {
    const stop = timers.after(LATE_REQUEST_MS, () => doubt.emit('late'))
    try {
      return await http.send(request)
    } finally {
      stop()
    }
  },
})

/** Waits without a way to cancel, so use short times only. */
export const pause = (timers: TimerPort, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve)
  })
