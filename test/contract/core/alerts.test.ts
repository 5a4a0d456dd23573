import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AlertInstrument,
  AlertTerms,
  AlertView,
  FiredAlert,
} from '../../../shared/domain/alerts/alert.schema.js'
import {
  asPrice,
  dec,
  isPositive,
  mul,
  toScale,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { SessionFixture } from './session-fixture.js'

let desk: SessionFixture
beforeAll(async () => {
  desk = await SessionFixture.open(undefined, 'off')
})
afterAll(() => desk.close())

const terms = (assetClass: AssetClass, name: string, price: Price): AlertTerms => ({
  condition: {
    kind: 'price',
    instrument: { assetClass, symbol: symbol(name) },
    when: 'through',
    price,
  },
  repeatMs: null,
  expiresAt: null,
  sound: false,
  notification: false,
  note: '',
  ticket: null,
})

async function create(assetClass: AssetClass, name: string, price: Price): Promise<AlertView> {
  const view = expectOk(
    await desk.session.alerts.edit({ kind: 'create', terms: terms(assetClass, name, price) }),
  )
  const alert = view.alerts.at(-1)
  if (alert === undefined) throw new Error('nothing was created')
  return alert
}

/** Returns the instrument of an alert on a price. */
function instrumentOf({ condition }: Pick<AlertView, 'condition'>): AlertInstrument {
  if (!('instrument' in condition)) throw new Error('no alert on an instrument')
  return condition.instrument
}

const alertOf = (id: AlertView['id']): AlertView | undefined =>
  desk.session.streams.alerts.get().alerts.find((alert) => alert.id === id)

/** A price that is a little higher or lower. */
const nearby = (price: Decimal, factor: string): Price =>
  asPrice(toScale(mul(price, dec(factor)), 2, 'half-even'))

test('alerts receive prices without a window, and fire when the market passes their level', async () => {
  const fired: FiredAlert[] = []
  desk.session.alerts.onFired((alert) => fired.push(alert))
  const far = asPrice(dec('0.01'))
  const waiting = [await create('stock', 'AAPL', far), await create('crypto', 'BTCUSD', far)]
  for (const { id } of waiting) {
    await desk.until('its first price arrived', () => alertOf(id)?.armedValue != null)
  }
  expect(fired).toEqual([])
  for (const alert of waiting) {
    const { id } = alert
    const { assetClass, symbol: name } = instrumentOf(alert)
    const last = (await desk.session.queries.quote(name, 0))?.quote.last ?? dec('0')
    expect(isPositive(last)).toBe(true)
    // One on each side: whichever way the market goes, it passes one of them.
    const near = [
      await create(assetClass, name, nearby(last, '1.0002')),
      await create(assetClass, name, nearby(last, '0.9998')),
    ]
    await desk.practice.practice.command({ command: 'clock', speed: 20 })
    await desk.until('one of them fired', () =>
      near.some((other) => alertOf(other.id)?.state === 'fired'),
    )
    await desk.practice.practice.command({ command: 'clock', speed: 1 })
    expect(alertOf(id)?.state).toBe('active')
  }
  const symbols = new Set(fired.map(({ event }) => instrumentOf(event).symbol))
  expect([...symbols]).toEqual(['AAPL', 'BTCUSD'])
})
