import { EventEmitter } from 'node:events'
import { ok } from '../../../shared/domain/result.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { PracticeHost } from '../../../electron/app/practice/practice-host.js'
import {
  PracticeProcess,
  type LaunchPractice,
} from '../../../electron/app/practice/practice-process.js'

class Child extends EventEmitter {
  readonly pid = 1
  readonly stdout = null
  readonly stderr = null
  postMessage(): void {}
  kill(): void {}
}
const spawned: Child[] = []
const launch: LaunchPractice = (args) => {
  const child = new Child()
  spawned.push(child)
  return ok(new PracticeProcess(args, child))
}

const READY = {
  type: 'ready',
  hosts: {
    api: 'https://a',
    oauth: 'https://o',
    passport: 'https://p',
    broker: 'https://b',
    events: { host: 'h', port: 1 },
    data: { host: 'h', port: 2 },
    dataWeb: { host: 'h', port: 4 },
    brokerEvents: { host: 'h', port: 3 },
  },
  ca: 'c',
  caFile: 'f',
  appKey: 'k',
  appSecret: 's',
  clientId: 'i',
  clientSecret: 's',
  scope: 'x',
  user: { id: 'u', name: 'n', password: 'p' },
  seed: 's',
  exchangeTime: 1,
  notes: [],
  hosted: null,
}
/**
 * Lets the exchange exit `times` times, each time after `ranMs`, and returns the delays before the
 * restarts.
 */
function pauses(times: number, ranMs: number): number[] {
  const timers = {
    after: (ms: number, call: () => void) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
    every: () => () => undefined,
  }
  new PracticeHost({
    launch,
    args: ['--data-dir', 'd'],
    timers,
    log: { event: () => undefined },
    onReady: () => undefined,
    onGone: () => undefined,
    onFailed: () => undefined,
    onBlocked: () => undefined,
  }).start()
  return Array.from({ length: times }, () => {
    const child = spawned.at(-1)
    child?.emit('message', READY)
    vi.advanceTimersByTime(ranMs)
    const before = spawned.length
    child?.emit('exit', 9)
    let waited = 0
    while (spawned.length === before && waited < 60_000) {
      vi.advanceTimersByTime(100)
      waited += 100
    }
    return waited
  })
}

beforeEach(() => {
  spawned.length = 0
  vi.useFakeTimers()
})

test('REL-34: an exchange that keeps exiting is restarted with growing delays', () => {
  expect(pauses(6, 1_000)).toEqual([100, 500, 2_000, 5_000, 15_000, 15_000])
})

test('REL-34: an exchange that ran well for a minute is restarted without a longer delay', () => {
  expect(pauses(6, 61_000)).toEqual([100, 100, 100, 100, 100, 100])
})
