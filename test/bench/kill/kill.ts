import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { openKillSwitch } from '../../../electron/core/instructions/kill-switch/kill-switch.js'
import { ok } from '../../../shared/domain/result.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { startNodeSession } from '../node-session.js'
import { startPracticeProcess } from '../practice-process.js'
import { atMost } from '../report/bounds.js'
import { metricRow, ms, type MetricRow } from '../report/table.js'

const KILLED = 115

/**
 * Measures the kill switch over real orders at a real exchange: from the press until the last
 * cancel is passed to its connection, and until no order is left.
 */
export async function kill(): Promise<MetricRow[]> {
  const practice = await startPracticeProcess()
  const desk = await startNodeSession(practice)
  try {
    for (let count = 0; count < KILLED; count += 1) {
      const placed = await desk.session.orders.submit(randomUUID(), desk.draft())
      if (!placed.ok || placed.value.outcome !== 'acknowledged') {
        throw new Error(`not acknowledged: ${JSON.stringify(placed).slice(0, 200)}`)
      }
    }
    const kill = await openKillSwitch({
      session: desk.session,
      clock: systemClock,
      timers: systemTimers,
      log: { event: () => undefined },
      instructions: () => [],
      file: {
        read: () => Promise.resolve(ok(null)),
        write: () => Promise.resolve(ok(undefined)),
        setAside: () => Promise.resolve(ok('')),
        remove: () => Promise.resolve(ok(undefined)),
      },
      instructionService: { withdraw: () => Promise.resolve(0) },
      connections: { all: () => [], pause: () => Promise.resolve(ok(undefined)) },
      audit: { append: () => Promise.resolve(ok({ seq: 1, hash: '' })) },
    })
    const began = performance.now()
    const halt = await kill.kill(foreign('The benchmark says so'), 'all')
    const doneMs = performance.now() - began
    kill.dispose()
    // Every order is canceled once before any is canceled again; orders still being submitted are
    // refused the first time.
    const last = (desk.cancelledAt[KILLED - 1] ?? Number.NaN) - began
    if (desk.cancelledAt.length < KILLED) {
      throw new Error(`only ${desk.cancelledAt.length} cancels were sent`)
    }
    return [
      metricRow({
        id: 'P12',
        metric: `kill switch → last cancel on the wire, ${KILLED} orders`,
        ours: last,
        format: ms,
        bounds: [atMost(500)],
        note: `"${halt.working} working, ${halt.unknown} unknown" after ${ms(doneMs)}; ${desk.cancelledAt.length} cancels, since one that meets an order still being submitted is refused and leaves again`,
      }),
    ]
  } finally {
    await desk.stop()
    await practice.stop()
  }
}
