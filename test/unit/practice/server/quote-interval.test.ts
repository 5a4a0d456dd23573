import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { practiceArgs } from '../../../../electron/app/practice/practice-args.js'
import { parseOptions } from '../../../../electron/practice/control/parse-options.js'
import { Faults } from '../../../../electron/practice/faults/faults.js'
import {
  Publisher,
  type PublishedStream,
  type PublisherDeps,
} from '../../../../electron/practice/mqtt/publisher.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns how many times a publisher with this interval looked for streams within a second. */
function flushesInOneSecond(quotesMs: number | undefined): number {
  const streams = vi.fn(() => [])
  const deps: PublisherDeps = {
    feeds: { want: () => undefined } as unknown as PublisherDeps['feeds'],
    session: () => 'regular',
    faults: new Faults(),
    subscriptions: {
      onGrab: () => undefined,
      onChange: () => undefined,
      wanted: () => [],
    } as unknown as PublisherDeps['subscriptions'],
    streams,
    now: () => 0,
    quotesMs,
  }
  const stop = new Publisher(deps).start()
  vi.advanceTimersByTime(1_000)
  stop()
  return streams.mock.calls.length
}

describe('REL-41: after hours that took no time', () => {
  it('quote and figures of every subscribed symbol are sent, because no step told its price', () => {
    const sent: string[] = []
    const names = new Set(['AAPL', 'SPY'])
    const symbols = { QUOTE: names, SNAPSHOT: names, TICK: new Set<string>() }
    const stream = { wanted: { symbols, depth: 10 } } as unknown as PublishedStream
    const feeds = {
      want: () => undefined,
      feedOf: (symbol: string) => void sent.push(symbol),
    } as unknown as PublisherDeps['feeds']
    const publisher = new Publisher({
      feeds,
      session: () => 'pre',
      faults: new Faults(),
      subscriptions: {
        onGrab: () => undefined,
        onChange: () => undefined,
        wanted: () => names,
      } as unknown as PublisherDeps['subscriptions'],
      streams: () => [stream],
      now: () => 0,
    })
    publisher.flush()
    expect(sent).toEqual([])
    publisher.touchAll()
    publisher.flush()
    expect(sent).toEqual(['AAPL', 'AAPL', 'SPY', 'SPY'])
  })
})

describe('the time between two quotes of one symbol', () => {
  it('is 100 ms, and the one of the command line where it is given', () => {
    expect(flushesInOneSecond(undefined)).toBe(10)
    expect(flushesInOneSecond(500)).toBe(2)
  })

  it('is an argument of the exchange, and of the program that starts it', () => {
    const args = practiceArgs(['--practice-quotes-ms=500'])
    expect(args).toEqual(['--quotes-ms', '500'])
    expect(parseOptions(args)).toMatchObject({ ok: true, value: { quotesMs: 500 } })
    expect(parseOptions([])).toMatchObject({ ok: true, value: { quotesMs: 100 } })
    for (const wrong of ['0', '4', '5001', '1.5', 'often']) {
      expect(parseOptions(['--quotes-ms', wrong])).toMatchObject({
        ok: false,
        error: { kind: 'wrong' },
      })
    }
  })
})
