import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  PAUSE_MS,
  SHOWN_MS,
  createSubmitGuard,
} from '../../../../renderer/stores/submit/submit-guard.js'

const gesture = fc.record({
  kind: fc.constant('press' as const),
  repeat: fc.boolean(),
  clicks: fc.integer({ min: 0, max: 3 }),
  shownMs: fc.integer({ min: 0, max: 2_000 }),
})
const event = fc.oneof(
  gesture,
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 2 * PAUSE_MS }) }),
  fc.record({ kind: fc.constant('answer' as const) }),
)

describe('the submit guard, for any presses', () => {
  it('has one open intention at a time, a pause between them, and a unique id for each', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let time = 0
        let named = 0
        const guard = createSubmitGuard({ newTicket: () => `t${(named += 1)}`, now: () => time })
        const names = new Set<string>()
        let open: string | null = null
        let settledAt = Number.NEGATIVE_INFINITY
        for (const event of events) {
          if (event.kind === 'wait') time += event.ms
          else if (event.kind === 'answer') {
            if (open !== null) {
              guard.settle(open)
              settledAt = time
            }
            open = null
          } else {
            const ticket = guard.begin(event)
            const may =
              open === null &&
              !event.repeat &&
              event.clicks <= 1 &&
              event.shownMs >= SHOWN_MS &&
              time - settledAt >= PAUSE_MS
            expect(ticket !== null).toBe(may)
            if (ticket === null) continue
            expect(names.has(ticket)).toBe(false)
            names.add(ticket)
            open = ticket
          }
          expect(guard.busy()).toBe(open !== null)
        }
      }),
    )
  })

  it('ignores an answer to an older intention', () => {
    let named = 0
    let time = 0
    const guard = createSubmitGuard({ newTicket: () => `t${(named += 1)}`, now: () => time })
    const press = { repeat: false, clicks: 1, shownMs: SHOWN_MS }
    const first = guard.begin(press)
    guard.settle(first ?? '')
    time += PAUSE_MS
    expect(guard.begin(press)).toBe('t2')
    guard.settle('t1')
    time += PAUSE_MS
    expect(guard.begin(press)).toBeNull()
  })
})
