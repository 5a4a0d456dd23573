import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ProgramRestart } from '../../../../electron/app/start/program-restart.js'
import type { FilesState } from '../../../../electron/app/start/replaced-files.js'

let files: FilesState
let orders: number
let restarts: number
let changes: number
let restart: ProgramRestart

beforeEach(() => {
  vi.useFakeTimers()
  files = 'same'
  orders = 0
  restarts = 0
  changes = 0
  restart = new ProgramRestart({
    files: () => files,
    ordersInFlight: () => orders,
    restart: () => (restarts += 1),
    timers: {
      every: (ms, run) => {
        const timer = setInterval(run, ms)
        return () => clearInterval(timer)
      },
    },
    log: { event: () => undefined },
  })
  restart.subscribe(() => (changes += 1))
  return () => {
    restart.dispose()
    vi.useRealTimers()
  }
})

const MINUTE_MS = 60_000

describe('REL-48: files that are replaced while the program runs', () => {
  it('are noticed within a minute, and never by a restart that nobody requested', () => {
    expect(restart.get()).toBeNull()
    files = 'replaced'
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restart.get()).toEqual({ files: 'replaced', restart: null })
    expect(changes).toBe(1)
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(restarts).toBe(0)
  })

  it('stay noticed when they look the same again', () => {
    files = 'removed'
    vi.advanceTimersByTime(MINUTE_MS)
    files = 'same'
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restart.get()).toEqual({ files: 'removed', restart: null })
  })

  it('restart the program at once when no order is on its way', () => {
    files = 'replaced'
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    expect(restarts).toBe(1)
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restarts).toBe(1)
  })

  it('restart it only after the orders on their way, however long that takes', () => {
    files = 'replaced'
    orders = 2
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    expect(restart.get()).toEqual({ files: 'replaced', restart: { orders: 2 } })
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(restarts).toBe(0)
    orders = 1
    vi.advanceTimersByTime(1_000)
    expect(restart.get()?.restart).toEqual({ orders: 1 })
    orders = 0
    vi.advanceTimersByTime(1_000)
    expect(restarts).toBe(1)
    expect(restart.get()?.restart).toBeNull()
  })

  it('do not restart it after the person took the request back', () => {
    files = 'replaced'
    orders = 1
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    restart.cancel()
    orders = 0
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restarts).toBe(0)
    expect(restart.get()?.restart).toBeNull()
  })
})
