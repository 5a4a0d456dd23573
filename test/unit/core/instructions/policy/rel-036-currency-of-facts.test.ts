import { expect, test } from 'vitest'
import { createCardFacts } from '../../../../../electron/core/instructions/policy/card-facts.js'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { SessionFixture, draft as order, instrument } from '../../session/session-fixture.js'

const MIDDAY = epochMs(Date.UTC(2026, 0, 13, 17))
const SAP = symbol('SAP')

test.each(['USD', 'EUR'])(
  'REL-36: the facts contain the currency that the provider lists: %s',
  async (currency) => {
    const desk = new SessionFixture({ environment: 'practice' })
    desk.instruments = [instrument, { ...instrument, symbol: SAP, currency }]
    await desk.start()
    const facts = createCardFacts(desk.session, {
      clock: desk.simulation.clock,
      timers: desk.simulation.timers(),
    })
    const query = facts({ kind: 'place', draft: order({ symbol: SAP }) })
    await desk.simulation.run(desk.simulation.now + 1_000)
    desk.stream?.onQuote({
      symbol: SAP,
      receivedAt: desk.simulation.wall(),
      last: asPrice(dec('100')),
      time: MIDDAY,
    })
    expect(await desk.wait(query)).toMatchObject({ ok: true, value: { currency } })
  },
)
