import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  AlertTerms,
  AlertView,
  FiredAlert,
} from '../../../shared/domain/alerts/alert.schema.js'
import {
  add,
  asPrice,
  dec,
  gte,
  lte,
  mul,
  toScale,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import { type DrawingId } from '../../../shared/domain/drawings/drawing.js'
import { PERSON, USUAL_STYLE } from '../../../shared/domain/drawings/drawings-view.js'
import { type Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { pricedKey } from '../../../shared/domain/instruments/instrument-key.js'
import { epochMs, HOUR_MS, MINUTE_MS } from '../../../shared/domain/time.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { SessionFixture } from './session-fixture.js'

let desk: SessionFixture
const fired: FiredAlert[] = []
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
  desk.session.alerts.onFired((alert) => fired.push(alert))
  // The points of a drawing are times of the exchange.
  await desk.until(
    'the exchange clock is known',
    () => desk.session.connection.view().exchangeOffsetMs !== null,
  )
})
afterAll(() => desk.close())

let count = 0
const exchangeNow = (): number =>
  Date.now() + (desk.session.connection.view().exchangeOffsetMs ?? 0)

/** Draws a ray that rises or falls a little from an hour ago on. */
async function draw(name: string, from: Price, to: Price): Promise<Drawing> {
  const key = pricedKey(symbol(name))
  if (key === null) throw new Error('no chart of this symbol')
  count += 1
  const now = exchangeNow()
  const drawing: Drawing = {
    id: `${count}`.padStart(16, '0') as DrawingId,
    kind: 'ray',
    anchors: [
      { time: epochMs(now - HOUR_MS), price: from },
      { time: epochMs(now - 5 * MINUTE_MS), price: to },
    ],
    style: USUAL_STYLE,
    text: '',
    locked: false,
    hidden: false,
    risk: null,
    createdAt: epochMs(now),
    source: PERSON,
  }
  const edit = { kind: 'add', drawings: [drawing] } as const
  expectOk(await desk.session.drawings.edit(key, edit, PERSON))
  return drawing
}

const terms = (assetClass: AssetClass, name: string, { id, kind }: Drawing): AlertTerms => ({
  condition: {
    kind: 'drawing',
    instrument: { assetClass, symbol: symbol(name) },
    drawing: { id, kind, text: '' },
    part: 'line',
    ratio: null,
    when: 'through',
    extended: false,
    bars: { base: 'M1', count: 1, isRegularOnly: false },
    scale: 'linear',
  },
  repeatMs: null,
  expiresAt: null,
  sound: false,
  notification: false,
  note: '',
  ticket: null,
})

async function create(assetClass: AssetClass, name: string, drawing: Drawing): Promise<AlertView> {
  const made = await desk.session.alerts.edit({
    kind: 'create',
    terms: terms(assetClass, name, drawing),
  })
  const alert = expectOk(made).alerts.at(-1)
  if (alert === undefined) throw new Error('nothing was created')
  return alert
}

const alertOf = (id: AlertView['id']): AlertView | undefined =>
  desk.session.streams.alerts.get().alerts.find((alert) => alert.id === id)
const nearby = (price: Decimal, factor: string): Price =>
  asPrice(toScale(mul(price, dec(factor)), 2, 'half-even'))

/** Returns the symbol of a product whose contracts come and go. */
async function symbolOf(assetClass: AssetClass, subject: string): Promise<string> {
  if (assetClass === 'futures') return (await desk.future(subject)).symbol
  if (assetClass === 'option') {
    const [contract] = await desk.contracts('call')
    if (contract === undefined) throw new Error('no contract')
    return contract.symbol
  }
  if (assetClass !== 'event') return subject
  const series = symbol('KXPRESPARTY')
  const markets = expectOk(await desk.products.eventMarkets({ series }))
  const market = markets.find(({ tradable }) => tradable === 'yes')
  if (market === undefined) throw new Error('no market')
  return market.symbol
}

/** Returns two prices about the last one; prices of cheap contracts have no finer step. */
function linesAround(assetClass: AssetClass, last: Decimal): readonly Price[] {
  if (assetClass !== 'option' && assetClass !== 'event') {
    return ['1.0002', '0.9998'].map((factor) => nearby(last, factor))
  }
  return ['0.004', '-0.004'].map((step) => asPrice(add(last, dec(step))))
}

describe('ALERT: alerts on drawings, with a broker behind sockets', () => {
  it.each([
    ['stock', 'AAPL'],
    ['futures', 'ES'],
    ['crypto', 'BTCUSD'],
    ['option', 'a call on AAPL'],
    ['event', 'a market of two outcomes'],
  ] as const)('fire when the market of a %s crosses a line: %s', async (assetClass, subject) => {
    const name = await symbolOf(assetClass, subject)
    const last = (await desk.session.queries.quote(symbol(name), 0))?.quote.last ?? dec('0')
    const near: AlertView[] = []
    for (const price of linesAround(assetClass, last)) {
      near.push(await create(assetClass, name, await draw(name, price, price)))
    }
    for (const { id } of near) {
      await desk.until('bars and a price arrived', () => alertOf(id)?.armedValue != null)
    }
    await desk.practice.practice.command({
      command: 'clock',
      speed: assetClass === 'event' ? 600 : 20,
    })
    const isFired = ({ id }: AlertView): boolean => alertOf(id)?.state === 'fired'
    await desk.until('one of them fired', () => near.some(isFired))
    await desk.practice.practice.command({ command: 'clock', speed: 1 })
    const event = fired.find(({ event: { alertId } }) =>
      near.some(({ id }) => id === alertId),
    )?.event
    if (event?.value == null || event.line === undefined) throw new Error('no line was crossed')
    const isBeyond = event.crossing === 'up' ? gte : lte
    expect(isBeyond(event.value, event.line.price)).toBe(true)
  })

  it('end with their drawing, and are back when the deletion is undone', async () => {
    const drawing = await draw('AAPL', asPrice(dec('1')), asPrice(dec('2')))
    const { id } = await create('stock', 'AAPL', drawing)
    const key = pricedKey(symbol('AAPL'))
    if (key === null) throw new Error('no chart')
    const by = { kind: 'assistant', name: 'Analyst' } as const
    await desk.session.drawings.edit(key, { kind: 'remove', ids: [drawing.id] }, by)
    expect(alertOf(id)?.state).toBe('ended')
    expect(fired.at(-1)?.event).toMatchObject({ what: 'ended', end: { by: 'Analyst' } })
    await desk.session.drawings.edit(key, { kind: 'add', drawings: [drawing] }, PERSON)
    expect(alertOf(id)?.state).toBe('active')
  })
})
