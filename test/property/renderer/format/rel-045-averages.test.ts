import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Disposer } from '../../../../shared/domain/brand.js'
import {
  abs,
  add,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  fromInteger,
  lt,
  mul,
  parseDecimal,
  sub,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import type { PriceStep } from '../../../../shared/domain/instruments/listing.js'
import type { JournalRecords } from '../../../../electron/core/records/journal/journal-records.js'
import { accountJournal, openLotsOf } from '../../../../electron/core/records/journal/report.js'
import { scaleFormatter } from '../../../../renderer/chart/price-scale-text.js'
import { learnSteps, onMissingSteps, stepsOf } from '../../../../renderer/format/listed-steps.js'
import { formatAverage } from '../../../../renderer/format/product-price.js'
import { summarizeFills } from '../../../../renderer/stores/fill-notices.js'
import { finished, holding, recordsOf } from '../../../unit/core/records/journal/record-builder.js'
import { fill } from '../../../unit/renderer/samples.js'

interface Listed {
  readonly symbol: string
  readonly assetClass: AssetClass
  readonly steps: readonly PriceStep[]
  readonly near: string
}

const listed = (name: string, assetClass: AssetClass, step: string, near: string): Listed => ({
  symbol: name,
  assetClass,
  steps: [{ from: asPrice(ZERO), step: asPrice(dec(step)) }],
  near,
})

const LISTINGS = [
  listed('AAPL', 'stock', '0.01', '185'),
  listed('6JZ6', 'futures', '0.0000005', '0.0065325'),
  listed('DOTUSD', 'crypto', '0.0001', '2.67'),
  listed('SHIBUSD', 'crypto', '0.00000001', '0.00001214'),
]

interface Part {
  readonly price: Decimal
  readonly quantity: Decimal
}

/** Executions of one order at prices of a listing. */
const partsOf = ({ near, steps }: Listed): fc.Arbitrary<readonly Part[]> =>
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 60_000_000 }))
      .map(([ticks, quantity]) => ({
        price: add<Decimal>(dec(near), mul(steps[0]!.step, fromInteger(ticks))),
        quantity: fromInteger(quantity),
      })),
    { minLength: 1, maxLength: 5 },
  )

const total = (parts: readonly Part[]): Decimal =>
  parts.reduce((sum, { quantity }) => add(sum, quantity), ZERO)

/** Returns the records of an order that filled in these parts, and of one that closed it. */
function recordsWith(
  { symbol: name, assetClass }: Listed,
  parts: readonly Part[],
  isClosed: boolean,
): JournalRecords {
  const quantity = decimalText(total(parts))
  const order = { key: `${assetClass} ${name}`, day: '2026-11-20', price: '1' }
  const closed = { ...order, id: 'closing', day: '2026-11-23', quantity: `-${quantity}` }
  const records = recordsOf(
    [{ ...order, id: 'opening', quantity }, ...(isClosed ? [closed] : [])],
    [],
    isClosed ? [] : [holding(order.key, quantity)],
  )
  const [opening, ...closing] = records.fills
  return {
    ...records,
    fills: [
      ...parts.map((part, index) => ({
        ...opening!,
        id: `part ${index}`,
        quantity: asQuantity(part.quantity),
        price: asPrice(part.price),
      })),
      ...closing,
    ],
  }
}

/** Writes the averages of an order's fills, each with the units that it averages. */
type Write = (
  parts: readonly Part[],
  listing: Listed,
) => readonly { readonly shown: string; readonly units: Decimal }[]

const WRITERS: readonly (readonly [string, Write])[] = [
  [
    'the notice of fills',
    (parts, listing) => {
      const [summary] = summarizeFills(
        parts.map(({ price, quantity }) => ({
          ...fill('one'),
          symbol: symbol(listing.symbol),
          assetClass: listing.assetClass,
          price: asPrice(price),
          quantity: asQuantity(quantity),
        })),
      )
      return [{ shown: formatAverage(summary!.price, listing), units: total(parts) }]
    },
  ],
  [
    'open lots',
    (parts, listing) =>
      openLotsOf(finished(accountJournal(recordsWith(listing, parts, false)))).map(
        ({ price, quantity }) => ({ shown: formatAverage(price, listing), units: quantity }),
      ),
  ],
  [
    'a round trip',
    (parts, listing) => {
      const { trips } = finished(accountJournal(recordsWith(listing, parts, true)))
      return [{ shown: formatAverage(trips[0]!.entryPrice, listing), units: total(parts) }]
    },
  ],
]

/** A round trip is booked in cents, one amount for each execution. */
const CENT = dec('0.01')

describe('REL-45: an average', () => {
  let forget: Disposer = () => undefined
  beforeAll(() => {
    forget = onMissingSteps(() => undefined)
    learnSteps(LISTINGS)
  })
  afterAll(() => forget())

  it('an average on the axis of a chart is not rounded to a price that can be traded', () => {
    const labelOf = (average: number, name: string): string => {
      const steps = stepsOf(name)
      return scaleFormatter({ places: 2, steps }, new Set([average]))(average)
    }
    expect(labelOf(185.5607, 'AAPL')).toBe('185.5607')
    expect(labelOf(185.5, 'AAPL')).toBe('185.50')
    expect(labelOf(0.0000118161, 'SHIBUSD')).toBe('0.0000118161')
    expect(labelOf(0.006534125, '6JZ6')).toBe('0.006534125')
    const shown = { places: 2, steps: stepsOf('AAPL') }
    expect(scaleFormatter(shown)(185.5607)).toBe('185.56')
  })

  it.each(WRITERS)('an average of %s is right to a hundredth of a step', (_name, write) => {
    for (const listing of LISTINGS) {
      fc.assert(
        fc.property(partsOf(listing), (parts) => {
          const averages = write(parts, listing)
          const written = averages.reduce<Decimal>(
            (sum, { shown, units }) =>
              add(sum, mul(parseDecimal(shown.replaceAll(',', ''))!, units)),
            ZERO,
          )
          const value = parts.reduce<Decimal>(
            (sum, { price, quantity }) => add(sum, mul(price, quantity)),
            ZERO,
          )
          const bound = add<Decimal>(
            mul(mul(listing.steps[0]!.step, dec('0.01')), total(parts)),
            mul(CENT, fromInteger(parts.length)),
          )
          const error = abs<Decimal>(sub(written, value))
          expect(lt(error, bound)).toBe(true)
        }),
        { numRuns: 30 },
      )
    }
  })
})
