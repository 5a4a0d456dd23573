import { expect, test } from 'vitest'
import { clockOffset, onClockChange } from '../../../electron/provider/events/event-stream.js'
import { epochMs } from '../../../shared/domain/time.js'

const HOUR_MS = 3_600_000

/** A computer whose clock can be set, and whose timer runs when it is told to. */
function createComputer() {
  let wall = 1_000_000_000
  let monotonic = 0
  let check: () => void = () => undefined
  let isStopped = false
  return {
    ports: {
      clock: { now: () => epochMs(wall), monotonic: () => monotonic },
      timers: {
        every: (_ms: number, call: () => void) => {
          check = call
          return () => {
            isStopped = true
          }
        },
      },
    },
    set: (ms: number) => {
      wall += ms
    },
    pass: (ms: number) => {
      wall += ms
      monotonic += ms
      if (!isStopped) check()
    },
  }
}

test('REL-34: a clock that was set before the watch began, but after the reference, is a change', () => {
  const { ports, set, pass } = createComputer()
  const signedAt = clockOffset(ports.clock)
  set(-HOUR_MS)
  let changes = 0
  onClockChange(ports, signedAt, () => (changes += 1))
  pass(5_000)
  pass(5_000)
  expect(changes).toBe(1)
})

test('time that passes and small corrections are no change', () => {
  const { ports, set, pass } = createComputer()
  let changes = 0
  onClockChange(ports, clockOffset(ports.clock), () => (changes += 1))
  pass(HOUR_MS)
  set(10_000)
  pass(5_000)
  expect(changes).toBe(0)
})
