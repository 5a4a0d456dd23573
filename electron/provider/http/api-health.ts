import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../../core/channel-report.js'
import type { ApiHealthPort } from '../../core/session/api-health-port.js'
import { createSkewMeter, formatSkew, type SkewMeter } from './clock-skew.js'
import type { CallFailure } from './call-failure.js'
import type { RateLimiter } from './rate-limiter.js'
import { failureMessage } from './provider-failure.js'
import type { ClockPort } from './ports.js'

/** Number of consecutive failures after which the API counts as down. */
const DOWN_AFTER = 2

export interface ApiHealth extends ApiHealthPort {
  /**
   * Returns the difference between this computer's clock and the provider's; null before the first
   * response.
   */
  readonly skew: SkewMeter['skew']
  /** Records the time of the provider's clock. */
  readonly serverDate: SkewMeter['observe']
  /** Records the end of one attempt. */
  attempted(attempt: { readonly latencyMs: number; readonly failure: CallFailure | null }): void
}

/** Derives the state of the HTTP API from the calls themselves; sends nothing. */
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
      // Any response, also a refusal, shows that the API works, except a 5xx. A refused signature
      // (a wrong clock, a withdrawn key) affects every other call as well, so no displayed data is
      // updated any more.
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
