import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { TopicKind } from '../../../shared/ipc/streams.js'
import { WindowFixture, type ShownWindow } from './window-fixture.js'

/** Topics that one price changes, in streams as windows open them. */
const STREAMS: readonly (readonly TopicKind[])[] = [
  ['orders', 'fills', 'positions', 'balance', 'realized', 'session', 'health'],
  ['accounts'],
  ['watchlists'],
  ['journal'],
  ['alerts', 'windows'],
]

const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('move' as const), ms: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flood' as const), ms: fc.nat(900) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('show' as const),
      window: fc.nat(2),
      stream: fc.nat(STREAMS.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const), shown: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'open' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), window: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'switch' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('block' as const),
      window: fc.nat(2),
      ms: fc.nat(3_000),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

class Run {
  readonly fixture: WindowFixture
  windows: ShownWindow[] = []
  readonly all: ShownWindow[] = []
  readonly #shown: Disposer[] = []

  constructor(delays: readonly number[]) {
    let next = 0
    this.fixture = new WindowFixture(() => delays[(next += 1) % delays.length] ?? 0)
    this.#openWindow()
  }

  async take(action: Step): Promise<void> {
    const { fixture } = this
    switch (action.do) {
      case 'move':
        fixture.move()
        return this.pass(action.ms)
      case 'flood':
        for (let ms = 0; ms < action.ms; ms += 3) {
          fixture.move()
          await this.pass(3)
        }
        return
      case 'show': {
        const kinds = STREAMS[action.stream] ?? []
        const end = this.windows[action.window]?.show(kinds)
        if (end !== undefined) this.#shown.push(end)
        return
      }
      case 'hide':
        for (const end of this.#shown.splice(action.shown, 1)) end()
        return
      case 'open':
        if (this.windows.length < 3) this.#openWindow()
        return
      case 'close':
        for (const window of this.windows.splice(action.window, 1)) window.end()
        return
      case 'switch':
        fixture.switchSession()
        return
      case 'block':
        this.windows[action.window]?.block(action.ms)
    }
  }

  async pass(ms: number): Promise<void> {
    await this.fixture.time.passTo(this.fixture.time.now + ms)
  }

  #openWindow(): void {
    const window = this.fixture.openWindow()
    window.show(STREAMS[0] ?? [])
    window.show(STREAMS[1] ?? [])
    this.windows.push(window)
    this.all.push(window)
  }
}

/** How late each message is, in turns; a port keeps the order of its messages. */
const delays = fc.array(fc.oneof(fc.constant(0), fc.nat(25)), { minLength: 1, maxLength: 9 })

describe('REL-41: what one price changes', () => {
  it('is of one frame in each window, whatever opens, closes, waits and switches meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(delays, fc.array(step, { maxLength: 40 }), async (late, steps) => {
        const run = new Run(late)
        for (const action of steps) await run.take(action)
        await run.pass(5_000)
        for (const { frames } of run.all) {
          expect(frames.filter((prices) => prices.size > 1)).toEqual([])
        }
        // And nothing is held back.
        for (const { prices } of run.windows) {
          expect(new Set(prices)).toEqual(new Set([run.fixture.price]))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('is shown soon after a message was lost', async () => {
    await fc.assert(
      fc.asyncProperty(delays, fc.integer({ min: 1, max: 12 }), async (late, lost) => {
        const run = new Run(late)
        const [window] = run.windows
        run.fixture.lose = lost
        for (let count = 0; count < 20; count += 1) await run.take({ do: 'move', ms: 50 })
        await run.pass(2_000)
        expect(window?.prices.length).toBe(8)
        expect(new Set(window?.prices)).toEqual(new Set([run.fixture.price]))
        // One frame again carries all that a later price changes.
        const before = window?.frames.length ?? 0
        for (let count = 0; count < 20; count += 1) await run.take({ do: 'move', ms: 30 })
        expect(window?.frames.slice(before).filter(({ size }) => size > 1)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('goes on in a window whose page began to load another page and was prevented', async () => {
    const run = new Run([3])
    const [window] = run.windows
    await run.take({ do: 'move', ms: 500 })
    window?.beginLoading()
    await run.take({ do: 'move', ms: 2_000 })
    await run.take({ do: 'move', ms: 500 })
    expect(window?.prices.length).toBe(8)
    expect(new Set(window?.prices)).toEqual(new Set([run.fixture.price]))
  })
})
