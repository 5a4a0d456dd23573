import { expect, test } from 'vitest'
import { createFacts } from '../../../../electron/core/instructions/facts.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { DeskRig, draft as order, instrument } from '../desk-rig.js'

const MIDDAY = epochMs(Date.UTC(2026, 0, 13, 17))
const SAP = symbol('SAP')

test.each(['USD', 'EUR'])(
  'rel-036: what an order is priced in is told as the provider lists it: %s',
  async (currency) => {
    const desk = new DeskRig({ environment: 'practice' })
    desk.listed = [instrument, { ...instrument, symbol: SAP, currency }]
    await desk.up()
    const facts = createFacts(desk.session, {
      clock: desk.world.clock,
      timers: desk.world.timers(),
    })
    const looking = facts({ kind: 'place', draft: order({ symbol: SAP }) })
    await desk.world.run(desk.world.now + 1_000)
    desk.stream?.onQuote({
      symbol: SAP,
      receivedAt: desk.world.wall(),
      last: asPrice(dec('100')),
      time: MIDDAY,
    })
    expect(await desk.wait(looking)).toMatchObject({ ok: true, value: { currency } })
  },
)
