import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newsNotifications } from '../../../../electron/app/notifications/news-text.js'
import { orderInstrument } from '../../../../renderer/format/instrument-name.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import {
  add,
  asPrice,
  dec,
  snap,
  sub,
  ZERO,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { symbol, type ClientOrderId } from '../../../../shared/domain/ids.js'
import type { OptionContract } from '../../../../shared/domain/instruments/option.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { SessionFixture } from '../session-fixture.js'

let desk: SessionFixture
let near: OptionContract
let far: OptionContract
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
  const [first] = await desk.contracts('call')
  if (first === undefined) throw new Error('no call is listed')
  near = first
  const later = (await desk.contracts('call', 60)).find(({ strike }) => strike === near.strike)
  if (later === undefined) throw new Error('the strike is not listed later')
  far = later
})
afterAll(() => desk.close())

/** Returns a price that the market pays: a little above what both sides ask. */
async function paid(bought: OptionContract, sold: OptionContract | null): Promise<Price> {
  const { ask } = await desk.quote(bought.symbol)
  const bid = sold === null ? ZERO : (await desk.quote(sold.symbol)).bid
  if (ask == null || bid == null) throw new Error(`no market of ${bought.symbol}`)
  return asPrice(snap(add<Decimal>(sub<Decimal>(ask, bid), dec('0.20')), dec('0.05'), 'up'))
}

const row = (id: ClientOrderId): Order => {
  const found = desk.row(id)
  if (found === undefined) throw new Error(`order ${id} is gone`)
  return found
}

/** Returns the order that sells the near option and buys the far one. */
const calendar = (limitPrice: Price) =>
  desk.draft({
    accountId: desk.selected,
    assetClass: 'option',
    symbol: symbol('AAPL'),
    limitPrice,
    terms: { strategy: 'calendar', legs: [desk.leg(near, 'sell'), desk.leg(far, 'buy')] },
  })

describe('an order that rolls an option', () => {
  let opened: ClientOrderId
  let rolled: ClientOrderId

  it('is a calendar while nothing is held', async () => {
    opened = await desk.placeWorking(calendar(asPrice(dec('0.05'))))
    expect(row(opened).terms?.rolls).toBeUndefined()
    await desk.session.orders.cancel(desk.selected, opened)
    await desk.until('canceled', () => row(opened).status === 'cancelled')
  })

  it('is a roll once the near option is held, and stays one when it has filled', async () => {
    await desk.placeFilled(
      desk.draft({
        accountId: desk.selected,
        assetClass: 'option',
        symbol: symbol('AAPL'),
        limitPrice: await paid(near, null),
        terms: { strategy: 'single', intent: 'buy-to-open', legs: [desk.leg(near, 'buy')] },
      }),
    )
    await desk.until('held', () =>
      (desk.session.streams.positions.get() ?? []).some(({ assetClass, legs }) =>
        assetClass === 'option' ? legs?.[0]?.option?.expiration === near.expiration : false,
      ),
    )
    rolled = await desk.placeFilled(calendar(await paid(far, near)))
    expect(row(rolled).terms).toMatchObject({ strategy: 'calendar', rolls: true })
  })

  it('keeps its name and words across a restart', async () => {
    await desk.restart()
    await desk.until('listed', () => desk.row(rolled)?.status === 'filled')
    const order = row(rolled)
    expect(orderInstrument(order).strategy).toBe('roll')
    const [notification] = newsNotifications(
      [{ kind: 'filled', order, quantity: order.filledQuantity }],
      'practice',
      false,
      inEnglish,
    )
    expect(notification?.content.title).toMatch(/^Rolled 1 AAPL .+ call, .+ → .+ at /)
    expect(orderInstrument(row(opened)).strategy).toBe('calendar')
  })
})
