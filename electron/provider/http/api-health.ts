import type { Disposer } from '../../../shared/domain/brand.js'
import { STANDARD_VERSION, type ApiVersion } from '../../../shared/domain/app/profile.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { VersionsInUse } from '../../../shared/domain/session/session-inspection.js'
import type { UnreadableList } from '../../../shared/domain/session/unreadable-list.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Operation } from '../../../shared/wire/operation.js'
import type { ChannelReport } from '../../core/channel-report.js'
import type { ApiHealthPort } from '../../core/api-health-port.js'
import { createSkewMeter, describeSkew, type SkewMeter } from './clock-skew.js'
import type { CallFailure } from './call-failure.js'
import type { RateLimiter } from './rate-limiter.js'
import type { UnreadableRow } from '../payload/readable-rows.js'
import { UnreadableLists } from '../payload/unreadable-lists.js'
import type { BudgetView } from './budget.js'
import { failureMessage } from './provider-failure.js'
import type { ClockPort, TimerPort } from '../../core/ports.js'
import type { NetworkPort } from '../../core/net-ports.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import type { Caller } from './caller.js'

/** Number of consecutive failures after which the API counts as down. */
const DOWN_AFTER = 2

interface Attempt {
  readonly latencyMs: number
  readonly failure: CallFailure | null
  /** The version that was requested, which requests without a reason of their own use. */
  readonly version: ApiVersion
  readonly usual: ApiVersion
}

/** True for failures after which no displayed data is updated any more. */
export const isOutage = (failure: CallFailure): boolean =>
  failure.code === 'unavailable' || failure.code === 'timeout' || failure.code === 'unauthorized'

export class ApiHealth implements ApiHealthPort {
  readonly #clock: ClockPort
  readonly #limiter: Pick<RateLimiter, 'tightest' | 'budgets'>
  readonly #changes = createEmitter<void>()
  readonly #back = createEmitter<void>()
  readonly #meter = createSkewMeter()
  readonly #unreadable = new UnreadableLists(() => this.#changes.emit())
  readonly #chosen: ApiVersion
  #used: ApiVersion
  #longLists: ApiVersion | null = null
  #lastMessageAt: EpochMs | null = null
  #latencyMs: number | null = null
  #failures = 0
  #isSilent = false
  #state: ChannelReport['state'] = 'connecting'
  #detail: Message | null = null

  constructor(
    clock: ClockPort,
    limiter: Pick<RateLimiter, 'tightest' | 'budgets'>,
    chosen: ApiVersion = STANDARD_VERSION,
  ) {
    this.#clock = clock
    this.#limiter = limiter
    this.#chosen = chosen
    this.#used = chosen
  }

  /**
   * Returns the difference between this computer's clock and the provider's; null before the first
   * response.
   */
  readonly skew: SkewMeter['skew'] = () => this.#meter.skew()

  /** Records the time of the provider's clock. */
  readonly serverDate: SkewMeter['observe'] = (date, sentAt, receivedAt) =>
    this.#meter.observe(date, sentAt, receivedAt)

  /** Notifies listeners when the API answers after it was down, or refuses after it was silent. */
  readonly onBack: NetworkPort['onBack'] = (listener) => this.#back.add(listener)

  /** True while the API is down and does not even refuse: the network may be away. */
  isUnreachable(): boolean {
    return this.#state === 'down' && this.#isSilent
  }

  versions(): VersionsInUse {
    return { chosen: this.#chosen, used: this.#used, longLists: this.#longLists ?? this.#used }
  }

  /** Records the end of one attempt. */
  attempted({ latencyMs, failure, version, usual }: Attempt): void {
    this.#used = usual
    if (version !== usual && failure === null) this.#longLists = version
    // Any response, also a refusal, shows that the API works, except a 5xx. A refused signature (a
    // wrong clock, a withdrawn key) affects every other call as well.
    const wasDown = this.#state === 'down'
    const wasUnreachable = this.isUnreachable()
    if (failure !== null && isOutage(failure)) this.#failed(failure)
    else this.#answered(latencyMs, failure)
    this.#changes.emit()
    const hasAnswered = wasUnreachable && failure !== null && failure.status !== null
    if ((wasDown && this.#state === 'live') || hasAnswered) this.#back.emit()
  }

  /** Records the rows of an answer that could not be read. */
  read(operation: Operation, params: unknown, unreadable: readonly UnreadableRow[]): void {
    this.#unreadable.answered(operation, params, unreadable)
  }

  /** Records rows of that answer that could be read and are not understood. */
  readonly notUnderstood: UnreadableLists['add'] = (operation, params, rows) =>
    this.#unreadable.add(operation, params, rows)

  unreadable(): readonly UnreadableList[] {
    return this.#unreadable.all()
  }

  skewMs(): number | null {
    return this.#meter.skew()?.aheadMs ?? null
  }

  report(): ChannelReport {
    return {
      state: this.#state,
      lastMessageAt: this.#lastMessageAt,
      latencyMs: this.#latencyMs,
      detail: this.#detail,
    }
  }

  budget(): BudgetView | null {
    return this.#limiter.tightest()
  }

  budgets(): BudgetView[] {
    return [...this.#limiter.budgets()]
  }

  subscribe(changed: () => void): Disposer {
    return this.#changes.add(changed)
  }

  #failed(failure: CallFailure): void {
    this.#failures += 1
    this.#isSilent = failure.status === null
    if (this.#failures >= DOWN_AFTER) this.#state = 'down'
    else if (this.#state === 'live') this.#state = 'stale'
    if (failure.code === 'unauthorized') {
      const reason = failureMessage(failure)
      const clock = describeSkew(this.#meter.skew())
      this.#detail =
        clock === null ? reason : message('channel.refusedWithClock', { reason, clock })
    } else this.#detail = foreign(failure.message === '' ? failure.code : failure.message)
  }

  #answered(latencyMs: number, failure: CallFailure | null): void {
    this.#failures = 0
    this.#state = 'live'
    this.#lastMessageAt = this.#clock.now()
    this.#latencyMs = Math.round(latencyMs * 10) / 10
    this.#detail =
      failure?.code === 'wrong-environment'
        ? message('channel.otherEnvironment')
        : describeSkew(this.#meter.skew())
  }
}

/** Time between two requests, whether or not the earlier ones have an answer. */
const PROBE_EVERY_MS = 2_000

/**
 * Sends a small read at intervals while the API is unreachable. Requests into a hole hang for many
 * seconds, and those that follow them would notice late that the network is back. It needs no
 * token, because one that expired meanwhile is renewed only once the network is back.
 */
export function probeWhileUnreachable({
  health,
  caller,
  timers,
}: {
  readonly health: Pick<ApiHealth, 'isUnreachable' | 'subscribe'>
  readonly caller: Pick<Caller, 'call'>
  readonly timers: Pick<TimerPort, 'after'>
}): Disposer {
  let stopTimer: Disposer | null = null
  const schedule = (): void => {
    if (stopTimer !== null || !health.isUnreachable()) return
    stopTimer = timers.after(PROBE_EVERY_MS, () => {
      stopTimer = null
      if (!health.isUnreachable()) return
      void caller.call(
        ACCOUNT_OPERATIONS.listAccounts,
        {},
        { priority: 'normal', maxWaitMs: 0, mayLackToken: true },
      )
      schedule()
    })
  }
  const unsubscribe = health.subscribe(schedule)
  return () => {
    unsubscribe()
    stopTimer?.()
  }
}
