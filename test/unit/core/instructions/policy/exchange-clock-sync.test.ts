import { describe, expect, test } from 'vitest'
import { createExchangeClockSync } from '../../../../../electron/core/instructions/policy/exchange-clock-sync.js'
import { createCardFacts } from '../../../../../electron/core/instructions/policy/card-facts.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { SessionFixture, draft as order, instrument } from '../../session/session-fixture.js'

/** Noon on a Tuesday in New York. */
const MIDDAY = epochMs(Date.UTC(2026, 0, 13, 17))
/** A symbol without a position, so that nothing else watches it. */
const MSFT = symbol('MSFT')
const draft = () => order({ symbol: MSFT })
const isWatched = ({ interests }: SessionFixture): boolean =>
  interests.at(-1)?.quotes.includes(MSFT) ?? false

async function openFixture(environment: SessionFixture['environment'] = 'practice') {
  const desk = new SessionFixture({ environment })
  desk.instruments = [instrument, { ...instrument, symbol: MSFT }]
  await desk.start()
  const ports = { clock: desk.simulation.clock, timers: desk.simulation.timers() }
  const publishQuote = (): void =>
    desk.stream?.onQuote({
      symbol: MSFT,
      receivedAt: desk.simulation.wall(),
      last: asPrice(dec('100')),
      time: MIDDAY,
    })
  return {
    desk,
    facts: createCardFacts(desk.session, ports),
    waitForClock: createExchangeClockSync(desk.session, ports.timers),
    publishQuote,
  }
}

describe('before the exchange clock is known', () => {
  test("watches the order's symbol until a quote comes, then uses the exchange's session", async () => {
    const { desk, facts, publishQuote } = await openFixture()
    let fetched: Awaited<ReturnType<typeof facts>> | null = null
    void facts({ kind: 'place', draft: draft() }).then((answer) => {
      fetched = answer
    })
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect([fetched, isWatched(desk)]).toEqual([null, true])
    publishQuote()
    await desk.simulation.run(desk.simulation.now + 1_000)
    expect(fetched).toMatchObject({ ok: true, value: { session: 'regular' } })
    await desk.simulation.run(desk.simulation.now + 120_000)
    expect(isWatched(desk)).toBe(false)
  })

  test('answers not-ready within seconds when no quote comes, and stops watching', async () => {
    const { desk, facts } = await openFixture()
    const before = desk.simulation.now
    expect(await desk.wait(facts({ kind: 'place', draft: draft() }))).toMatchObject({
      ok: false,
      error: { code: 'session/not-ready', order: 'not-placed' },
    })
    expect(desk.simulation.now - before).toBeLessThanOrEqual(3_500)
    await desk.simulation.run(desk.simulation.now + 120_000)
    expect(isWatched(desk)).toBe(false)
  })

  test('needs no quote in environments that keep real time', async () => {
    const { waitForClock, desk } = await openFixture('sandbox')
    expect(await waitForClock(MSFT)).toBe(true)
    expect(isWatched(desk)).toBe(false)
  })

  test('does not wait once the clock is known', async () => {
    const { desk, waitForClock, publishQuote } = await openFixture()
    const first = waitForClock(MSFT)
    publishQuote()
    expect(await desk.wait(first)).toBe(true)
    expect(await waitForClock(MSFT)).toBe(true)
  })
})
