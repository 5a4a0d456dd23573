import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ProgramRestart } from '../../../../electron/app/start/program-restart.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { FilesState } from '../../../../electron/app/start/replaced-files.js'

let files: FilesState
let waits: readonly Message[]
let restarts: number
let changes: number
let restart: ProgramRestart

beforeEach(() => {
  vi.useFakeTimers()
  files = 'same'
  waits = []
  restarts = 0
  changes = 0
  restart = new ProgramRestart({
    files: () => files,
    waits: () => waits,
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
const ORDER = message('updates.waitsForOrder')
const INSTRUCTION = message('updates.waitsForInstruction')

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

  it('restart the program at once when nothing is in the way', () => {
    files = 'replaced'
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    expect(restarts).toBe(1)
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restarts).toBe(1)
  })

  it('restart it only after everything that is in the way, however long that takes', () => {
    files = 'replaced'
    waits = [ORDER, INSTRUCTION]
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    expect(restart.get()).toEqual({ files: 'replaced', restart: { waits } })
    vi.advanceTimersByTime(60 * MINUTE_MS)
    expect(restarts).toBe(0)
    waits = [INSTRUCTION]
    vi.advanceTimersByTime(1_000)
    expect(restart.get()?.restart).toEqual({ waits: [INSTRUCTION] })
    waits = []
    vi.advanceTimersByTime(1_000)
    expect(restarts).toBe(1)
    expect(restart.get()?.restart).toBeNull()
  })

  it('let a restart wait on when an order was sent while the person read the question', () => {
    files = 'replaced'
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    waits = [ORDER]
    expect(restart.mayQuit()).toBe(false)
    restart.onQuitDecided()
    expect(restart.get()?.restart).toEqual({ waits: [ORDER] })
    waits = []
    vi.advanceTimersByTime(1_000)
    expect(restarts).toBe(2)
    expect(restart.mayQuit()).toBe(true)
  })

  it('do not keep a person from quitting who requested no restart, or who stayed before', () => {
    waits = [ORDER]
    expect(restart.mayQuit()).toBe(true)
    waits = []
    files = 'replaced'
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    restart.onQuitDecided()
    waits = [ORDER]
    expect(restart.mayQuit()).toBe(true)
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restarts).toBe(1)
  })

  it('do not restart it after the person took the request back', () => {
    files = 'replaced'
    waits = [ORDER]
    vi.advanceTimersByTime(MINUTE_MS)
    restart.request()
    restart.cancel()
    waits = []
    vi.advanceTimersByTime(MINUTE_MS)
    expect(restarts).toBe(0)
    expect(restart.get()?.restart).toBeNull()
  })
})
