import type { Disposer } from '../../shared/domain/brand.js'
import type { Channel, ChannelHealth, HealthView } from '../../shared/domain/session/health.js'
import type { ChannelReport } from './channel-report.js'
import type { LiveValue } from './live-values.js'
import { createEmitter } from '../../shared/domain/emitter.js'
import type { ClockPort, TimerPort } from './ports.js'
import type { ApiHealthPort } from './api-health-port.js'

/** The maximum number of request budgets in the view. */
const MAX_BUDGETS = 64
/**
 * Every request and message changes a time or a budget. They are announced together after this
 * time, in ms; a changed state is announced at once.
 */
const FIGURES_MS = 1_000

/** The condition of the three channels in one view. */
export interface Health extends LiveValue<HealthView> {
  report(channel: Channel, report: ChannelReport): void
  state(channel: Channel): ChannelHealth['state']
  dispose: Disposer
}

/** Creates the health view with every channel connecting. */
export function createHealth(deps: {
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly api: ApiHealthPort
}): Health {
  const changed = createEmitter<void>()
  const channels = new Map<Channel, ChannelHealth>()
  let cancelFigures: Disposer | null = null
  const announce = (): void => {
    cancelFigures?.()
    cancelFigures = null
    changed.emit()
  }
  const setReport = (channel: Channel, report: ChannelReport): void => {
    const before = channels.get(channel)
    const hasState = before?.state === report.state
    channels.set(channel, {
      channel,
      since: before !== undefined && hasState ? before.since : deps.clock.now(),
      // A report that says since when has the better time.
      ...report,
    })
    if (hasState && before?.detail === report.detail) {
      cancelFigures ??= deps.timers.after(FIGURES_MS, announce)
    } else announce()
  }
  const start: ChannelReport = {
    state: 'connecting',
    lastMessageAt: null,
    latencyMs: null,
    detail: null,
  }
  setReport('api', deps.api.report())
  setReport('events', start)
  setReport('market', start)
  const remove = deps.api.subscribe(() => setReport('api', deps.api.report()))
  return {
    get: () => ({
      channels: Array.from(channels.values()),
      budget: deps.api.budget(),
      budgets: deps.api.budgets().slice(0, MAX_BUDGETS),
    }),
    subscribe: (listener) => changed.add(listener),
    report: setReport,
    state: (channel) => channels.get(channel)?.state ?? 'connecting',
    dispose() {
      remove()
      cancelFigures?.()
      changed.clear()
    },
  }
}

/** Calls the listener when other rows than before could not be read. */
export function onUnreadable(api: ApiHealthPort, listener: () => void): Disposer {
  const current = (): string => JSON.stringify(api.unreadable())
  let last = current()
  return api.subscribe(() => {
    const next = current()
    if (next === last) return
    last = next
    listener()
  })
}
