import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { eventsFeed, rowsFeed, valueFeed, type Feed } from '../../../electron/handlers/feeds.js'
import { Batches } from '../../../electron/app/streams/batches.js'
import type { TimerPort } from '../../../electron/core/ports.js'
import { serveStream, type StreamPort } from '../../../electron/app/streams/stream-host.js'
import { createSenderRegistry } from '../../../electron/app/ipc/sender-registry.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { Frame, Topic } from '../../../shared/ipc/streams.js'
import { INITIAL_CREDIT } from '../../../shared/ipc/stream-credit.js'

function harness(feed: Feed) {
  const sent: Frame[] = []
  let message: (event: { data: unknown }) => void = () => undefined
  let closed = false
  let replaced: () => void = () => undefined
  const port: StreamPort = {
    postMessage: (batch) =>
      void sent.push(...(batch as Frame[]).filter((frame) => frame.kind !== 'heartbeat')),
    on: ((event: string, listener: never) => {
      if (event === 'message') message = listener
    }) as StreamPort['on'],
    start: () => undefined,
    close: () => {
      closed = true
    },
  }
  let due: (() => void)[] = []
  const timers: TimerPort = {
    after: (_ms, call) => {
      due.push(call)
      return () => {
        due = due.filter((other) => other !== call)
      }
    },
    every: () => () => undefined,
  }
  const stop = serveStream(port, [{ kind: 'orders' } satisfies Topic], {
    senders: createSenderRegistry(),
    log: { event: vi.fn() },
    clock: { now: () => epochMs(1), monotonic: () => 1 },
    timers,
    batches: new Batches(timers),
    feedOf: () => Promise.resolve(feed),
    onFeedsReplaced: (listener) => {
      replaced = listener
      return () => undefined
    },
  })
  message({ data: { kind: 'credit', frames: INITIAL_CREDIT } })
  const settle = async (): Promise<void> => {
    await Promise.resolve()
    await Promise.resolve()
    // A batch, and the pause after it.
    for (let round = 0; round < 3; round += 1) {
      const now = due
      due = []
      for (const call of now) call()
    }
  }
  return {
    sent,
    stop,
    settle,
    sendMessage: (data: unknown) => message({ data }),
    isClosed: () => closed,
    replace: () => replaced(),
  }
}

function rows() {
  let all: { id: string; n: number }[] = []
  let listener: (changed: readonly { id: string; n: number }[]) => void = () => undefined
  const feed = rowsFeed(
    () => all,
    (row) => row.id,
    (changed) => {
      listener = changed
      return () => undefined
    },
  )
  return {
    feed,
    put(id: string, n: number) {
      all = [...all.filter((row) => row.id !== id), { id, n }]
      listener([{ id, n }])
    },
    all: () => all,
  }
}

describe('REL-33: streams to a page', () => {
  it('start with a snapshot and continue with deltas in an unbroken sequence', async () => {
    const source = rows()
    const { sent, settle } = harness(source.feed)
    source.put('a', 1)
    await settle()
    source.put('a', 2)
    source.put('b', 1)
    await settle()
    expect(sent.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['snapshot', 1],
      ['delta', 2],
    ])
    expect(sent[1]?.body).toEqual([
      { id: 'a', n: 2 },
      { id: 'b', n: 1 },
    ])
  })

  it('equal the source by snapshot and deltas, with any credit and changes', async () => {
    const command = fc.oneof(
      fc.record({
        do: fc.constant('put' as const),
        id: fc.constantFrom('a', 'b', 'c'),
        n: fc.nat(100),
      }),
      fc.constant({ do: 'settle' as const }),
      fc.constant({ do: 'credit' as const }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
        const source = rows()
        const { sent, settle, sendMessage } = harness(source.feed)
        for (const next of commands) {
          if (next.do === 'put') source.put(next.id, next.n)
          else if (next.do === 'settle') await settle()
          else sendMessage({ kind: 'credit', frames: 1 })
        }
        sendMessage({ kind: 'credit', frames: 1_000 })
        await settle()
        await settle()
        let seen = new Map<string, number>()
        for (const frame of sent) {
          const body = frame.body as unknown as { id: string; n: number }[]
          if (frame.kind === 'snapshot') seen = new Map(body.map(({ id, n }) => [id, n]))
          else for (const { id, n } of body) seen.set(id, n)
        }
        expect(seen).toEqual(new Map(source.all().map(({ id, n }) => [id, n])))
        expect(sent.map(({ seq }) => seq)).toEqual(sent.map((_frame, index) => index + 1))
      }),
      { numRuns: 200 },
    )
  })

  it('send nothing without credit, and catch up when it comes', async () => {
    const source = rows()
    const { sent, settle, sendMessage } = harness(source.feed)
    for (let n = 0; n < INITIAL_CREDIT + 20; n += 1) {
      source.put('a', n)
      await settle()
    }
    expect(sent).toHaveLength(INITIAL_CREDIT)
    sendMessage({ kind: 'credit', frames: 8 })
    await settle()
    expect(sent.at(-1)?.body).toEqual([{ id: 'a', n: INITIAL_CREDIT + 19 }])
  })

  it('replace events that a slow page could not receive by a gap and a snapshot', async () => {
    let push: (items: readonly number[]) => void = () => undefined
    const feed = eventsFeed<number>(
      () => [1, 2, 3],
      (listener) => {
        push = listener
        return () => undefined
      },
    )
    const { sent, settle } = harness(feed)
    await settle()
    push(Array.from({ length: 5_000 }, (_, n) => n))
    await settle()
    expect(sent.map(({ kind }) => kind)).toEqual(['snapshot', 'gap', 'snapshot'])
  })

  it('send a new snapshot on the same stream after the session was replaced', async () => {
    const source = rows()
    const { sent, settle, replace } = harness(source.feed)
    source.put('a', 1)
    await settle()
    source.put('b', 2)
    replace()
    await settle()
    await settle()
    expect(sent.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['snapshot', 1],
      ['snapshot', 2],
    ])
    expect(sent[1]?.body).toEqual([
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ])
  })

  it('end on a malformed message and release their feeds', async () => {
    const dispose = vi.fn()
    const { settle, sendMessage, isClosed } = harness(
      valueFeed(
        () => 1,
        () => dispose,
      ),
    )
    await settle()
    sendMessage({ kind: 'credit', frames: -1 })
    expect(isClosed()).toBe(true)
    expect(dispose).toHaveBeenCalledOnce()
  })
})
