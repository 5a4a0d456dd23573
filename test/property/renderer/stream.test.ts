import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOpenStream } from '../../../renderer/bridge/stream.js'
import { createSequence } from '../../../renderer/bridge/sequence.js'
import { INITIAL_CREDIT } from '../../../shared/ipc/stream-credit.js'
import type { Topic } from '../../../shared/ipc/streams.js'
import { FakeHost } from '../../unit/renderer/fake-host.js'

const TOPICS: readonly Topic[] = [{ kind: 'health' }, { kind: 'orders' }, { kind: 'fills' }]
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), index: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'paint' as const }) },
)

describe('credits and order of a stream', () => {
  it('never grant main more than the initial credit, and return all of it after processing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const host = new FakeHost()
        const seen: number[][] = [[], [], []]
        createOpenStream(host)(TOPICS, (frame) => void seen[frame.index]?.push(frame.seq))
        const stream = host.last()
        const sent = [0, 0, 0]
        let total = 0
        for (const step of steps) {
          if (step.do === 'paint') host.paint()
          else if (stream.granted > total) {
            stream.send(sent[step.index] === 0 ? 'snapshot' : 'delta', [], step.index)
            sent[step.index] = (sent[step.index] ?? 0) + 1
            total += 1
          }
          expect(stream.granted - total).toBeLessThanOrEqual(INITIAL_CREDIT)
          expect(stream.granted - total).toBeGreaterThanOrEqual(0)
        }
        host.paint()
        expect(stream.granted - total).toBe(INITIAL_CREDIT)
        expect(seen).toEqual(
          sent.map((count) => Array.from({ length: count }, (_, index) => index + 1)),
        )
      }),
    )
  })

  it('detect every lost, repeated or swapped frame', () => {
    const frames = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        index: 0,
        seq: index + 5,
        kind: index === 0 ? 'snapshot' : 'delta',
        asOf: 1,
        body: [],
      }))
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 40 }),
        fc.nat(),
        fc.constantFrom('drop', 'repeat', 'swap'),
        (count, position, fault) => {
          const list = frames(count)
          // The loss of the last frame is detectable only with the next one.
          const index = 1 + (position % (count - 2))
          const frame = list[index]
          if (frame === undefined) return
          if (fault === 'drop') list.splice(index, 1)
          else if (fault === 'repeat') list.splice(index, 0, frame)
          else list.splice(index, 2, ...list.slice(index, index + 2).toReversed())
          const sequence = createSequence(1)
          expect(list.map((frame) => sequence.accept(frame).kind)).toContain('reopen')
        },
      ),
    )
  })

  it('accept any message without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        expect(['deliver', 'reopen']).toContain(createSequence(3).accept(message).kind)
      }),
    )
  })
})
