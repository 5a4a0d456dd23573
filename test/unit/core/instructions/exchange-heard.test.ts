import { describe, expect, test } from 'vitest'
import { createExchangeHeard } from '../../../../electron/core/instructions/exchange-heard.js'
import { createFacts } from '../../../../electron/core/instructions/facts.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { DeskRig, draft as order, instrument } from '../desk-rig.js'

/** Midday on a Tuesday in New York. */
const MIDDAY = epochMs(Date.UTC(2026, 0, 13, 17))
/** Nothing of it is held, so nobody else watches it. */
const MSFT = symbol('MSFT')
const draft = () => order({ symbol: MSFT })
const watched = ({ interests }: DeskRig): boolean =>
  interests.at(-1)?.quotes.includes(MSFT) ?? false

async function rig(environment: DeskRig['environment'] = 'practice') {
  const desk = new DeskRig({ environment })
  desk.listed = [instrument, { ...instrument, symbol: MSFT }]
  await desk.up()
  const parts = { clock: desk.world.clock, timers: desk.world.timers() }
  const speak = (): void =>
    desk.stream?.onQuote({
      symbol: MSFT,
      receivedAt: desk.world.wall(),
      last: asPrice(dec('100')),
      time: MIDDAY,
    })
  return {
    desk,
    facts: createFacts(desk.session, parts),
    heard: createExchangeHeard(desk.session, parts.timers),
    speak,
  }
}

describe('before the clock of the exchange was heard', () => {
  test('the order’s own symbol is watched until it speaks; then the session is the exchange’s, not this computer’s', async () => {
    const { desk, facts, speak } = await rig()
    let looked: Awaited<ReturnType<typeof facts>> | null = null
    void facts({ kind: 'place', draft: draft() }).then((answer) => {
      looked = answer
    })
    await desk.world.run(desk.world.now + 1_000)
    expect([looked, watched(desk)]).toEqual([null, true])
    speak()
    await desk.world.run(desk.world.now + 1_000)
    expect(looked).toMatchObject({ ok: true, value: { session: 'regular' } })
    await desk.world.run(desk.world.now + 120_000)
    expect(watched(desk)).toBe(false)
  })

  test('an exchange that says nothing is not "closed": it is not ready, within seconds, and nobody goes on watching', async () => {
    const { desk, facts } = await rig()
    const before = desk.world.now
    expect(await desk.wait(facts({ kind: 'place', draft: draft() }))).toMatchObject({
      ok: false,
      error: { code: 'session/not-ready', order: 'not-placed' },
    })
    expect(desk.world.now - before).toBeLessThanOrEqual(3_500)
    await desk.world.run(desk.world.now + 120_000)
    expect(watched(desk)).toBe(false)
  })

  test('exchanges that keep the time of day need not be heard', async () => {
    const { heard, desk } = await rig('sandbox')
    expect(await heard(MSFT)).toBe(true)
    expect(watched(desk)).toBe(false)
  })

  test('once it was heard nobody waits', async () => {
    const { desk, heard, speak } = await rig()
    const first = heard(MSFT)
    speak()
    expect(await desk.wait(first)).toBe(true)
    expect(await heard(MSFT)).toBe(true)
  })
})
