import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../../core/channel-report.js'
import type { ApiHealthPort } from '../../core/session/api-health-port.js'
import { createSkewMeter, formatSkew, type SkewMeter } from './clock-skew.js'
import type { CallFailure } from './call-failure.js'
import type { RateLimiter } from './rate-limiter.js'
import { failureMessage } from './provider-failure.js'
import type { ClockPort } from './ports.js'

/** This many failures in a row, and the interface counts as down. */
const DOWN_AFTER = 2

export interface ApiHealth extends ApiHealthPort {
  /** How far this computer's clock is from the provider's; null before the first answer. */
  readonly skew: SkewMeter['skew']
  /** Feeds it: what the provider's clock said. */
  readonly serverDate: SkewMeter['observe']
  /** Feeds it: one attempt on the wire came to its end. */
  attempted(attempt: { readonly latencyMs: number; readonly failure: CallFailure | null }): void
}

/**
 * The condition of the HTTP interface as the calls themselves show it; nothing is sent to find out.
 */
export function createApiHealth(
  clock: ClockPort,
  limiter: Pick<RateLimiter, 'tightest' | 'budgets'>,
): ApiHealth {
  const listeners = new Set<() => void>()
  const meter = createSkewMeter()
  let lastMessageAt: EpochMs | null = null
  let latencyMs: number | null = null
  let failures = 0
  let state: ChannelReport['state'] = 'connecting'
  let detail: string | null = null
  return {
    attempted({ latencyMs: took, failure }) {
      // Any answer, also a refusal, shows that the interface lives; a 5xx shows that it is not
      // well. A refused signature
      // (a wrong clock, a withdrawn key) meets every other call as well, so nothing on the screen
      // is renewed any more.
      const unreachable =
        failure !== null && (failure.code === 'unavailable' || failure.code === 'timeout')
      if (unreachable || failure?.code === 'unauthorized') {
        failures += 1
        state = failures >= DOWN_AFTER ? 'down' : state === 'live' ? 'stale' : state
        detail =
          failure.code === 'unauthorized'
            ? [failureMessage(failure), formatSkew(meter.skew())]
                .filter((text) => text !== null)
                .join(' ')
            : failure.message === ''
              ? failure.code
              : failure.message
      } else {
        failures = 0
        state = 'live'
        lastMessageAt = clock.now()
        latencyMs = Math.round(took * 10) / 10
        detail =
          failure?.code === 'wrong-environment'
            ? 'the key belongs to another environment'
            : formatSkew(meter.skew())
      }
      for (const listener of listeners) listener()
    },
    skew: () => meter.skew(),
    skewMs: () => meter.skew()?.aheadMs ?? null,
    serverDate: (date, sentAt, receivedAt) => meter.observe(date, sentAt, receivedAt),
    report: () => ({ state, lastMessageAt, latencyMs, detail }),
    budget: () => limiter.tightest(),
    budgets: () => [...limiter.budgets()],
    subscribe(changed): Disposer {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
