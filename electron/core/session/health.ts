import type { Disposer } from '../../../shared/domain/brand.js'
import type { Channel, ChannelHealth, HealthView } from '../../../shared/domain/session/health.js'
import type { ChannelReport } from '../channel-report.js'
import type { LiveValue } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort } from '../ports.js'
import type { ApiHealthPort } from './api-health-port.js'

/** The maximum number of request budgets in the view. */
const MAX_BUDGETS = 64

/** The condition of the three channels in one view. */
export interface Health extends LiveValue<HealthView> {
  report(channel: Channel, report: ChannelReport): void
  state(channel: Channel): ChannelHealth['state']
  dispose: Disposer
}

/** Creates the health view with every channel connecting. */
export function createHealth(deps: {
  readonly clock: ClockPort
  readonly api: ApiHealthPort
}): Health {
  const changed = createEmitter<void>()
  const channels = new Map<Channel, ChannelHealth>()
  const setReport = (channel: Channel, report: ChannelReport): void => {
    const before = channels.get(channel)
    const since =
      before !== undefined && before.state === report.state ? before.since : deps.clock.now()
    channels.set(channel, { channel, since, ...report })
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
  const remove = deps.api.subscribe(() => {
    setReport('api', deps.api.report())
    changed.emit()
  })
  return {
    get: () => ({
      channels: Array.from(channels.values()),
      budget: deps.api.budget(),
      budgets: deps.api.budgets().slice(0, MAX_BUDGETS),
    }),
    subscribe: (listener) => changed.add(listener),
    report(channel, report) {
      setReport(channel, report)
      changed.emit()
    },
    state: (channel) => channels.get(channel)?.state ?? 'connecting',
    dispose() {
      remove()
      changed.clear()
    },
  }
}
