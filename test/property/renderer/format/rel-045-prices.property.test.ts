import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  add,
  asPrice,
  dec,
  decimalText,
  fromInteger,
  mul,
  significantScale,
  snap,
  toScale,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { pricePlaces } from '../../../../shared/domain/instruments/price-places.js'
import { stepAbove } from '../../../../shared/domain/instruments/price-steps.js'
import type { PriceStep } from '../../../../shared/domain/instruments/listing.js'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { message } from '../../../../shared/messages/make-message.js'
import { storedNumbers } from '../../../../shared/messages/number-format.js'
import { emptyQuote } from '../../../../electron/core/market/merge-quote.js'
import { chartPlaces, fromPage } from '../../../../renderer/chart/bars/bar-model.js'
import { scaleFormatter } from '../../../../renderer/chart/price-scale-text.js'
import { formatExact } from '../../../../renderer/format/decimal.js'
import { learnSteps, onMissingSteps, stepsOf } from '../../../../renderer/format/listed-steps.js'
import {
  formatAverage,
  formatAverageCost,
  formatPriceChange,
  formatProductPrice,
  formatQuoteChange,
  formatQuotePrice,
  formatSymbolPrice,
  placesOf,
} from '../../../../renderer/format/product-price.js'
import { formatPriceTerms } from '../../../../renderer/format/order-draft.js'

const steps = (...rows: readonly (readonly [string, string])[]): readonly PriceStep[] =>
  rows.map(([from, step]) => ({ from: asPrice(dec(from)), step: dec(step) }))

interface Listed {
  readonly symbol: string
  readonly assetClass: AssetClass
  readonly steps: readonly PriceStep[]
  /** About where it trades. */
  readonly near: string
}

/** The listings with the finest, the coarsest and the most uneven steps. */
const LISTINGS: readonly Listed[] = [
  {
    symbol: 'AAPL',
    assetClass: 'stock',
    steps: steps(['0', '0.0001'], ['1', '0.01']),
    near: '185',
  },
  {
    symbol: 'SNDL',
    assetClass: 'stock',
    steps: steps(['0', '0.0001'], ['1', '0.01']),
    near: '0.9',
  },
  { symbol: '6EZ6', assetClass: 'futures', steps: steps(['0', '0.00005']), near: '1.159' },
  { symbol: '6JZ6', assetClass: 'futures', steps: steps(['0', '0.0000005']), near: '0.0065325' },
  { symbol: 'ZNH7', assetClass: 'futures', steps: steps(['0', '0.015625']), near: '112.734375' },
  { symbol: 'MBTZ6', assetClass: 'futures', steps: steps(['0', '5']), near: '96650' },
  { symbol: 'BTCUSD', assetClass: 'crypto', steps: steps(['0', '0.01']), near: '96650' },
  { symbol: 'DOTUSD', assetClass: 'crypto', steps: steps(['0', '0.0001']), near: '2.67' },
  {
    symbol: 'SHIBUSD',
    assetClass: 'crypto',
    steps: steps(['0', '0.00000001']),
    near: '0.00001214',
  },
  {
    symbol: 'NVDA261218C00190000',
    assetClass: 'option',
    steps: steps(['0', '0.01'], ['3', '0.05']),
    near: '2.95',
  },
  {
    symbol: 'KXRATECUTCOUNT-26DEC31-T3',
    assetClass: 'event',
    steps: steps(['0.001', '0.001'], ['0.1', '0.01'], ['0.9', '0.001']),
    near: '0.098',
  },
]

const bar = (close: Price): Bar => ({
  time: epochMs(1),
  open: close,
  high: close,
  low: close,
  close,
  volume: fromInteger(1) as Bar['volume'],
})
const inSpanish = createMessageFormatter('es', spanish)
const roseTo = (price: Price) =>
  message('alerts.roseTo', { symbol: symbol('X'), price, outcome: null } as never)

type Write = (price: Price, listed: Listed) => string
const quoteOf = (price: Price, { symbol: name }: Listed) => ({
  ...emptyQuote(symbol(name), epochMs(1)).quote,
  last: price,
})

/** Every writer of a price, in the window and in messages. */
const WRITERS: readonly (readonly [string, Write])[] = [
  ['a price of a symbol', (price, { symbol: name }) => formatSymbolPrice(price, name)],
  ['a price of an order', (price, listed) => formatProductPrice(price, listed)],
  ['a price of a quote', (price, listed) => formatQuotePrice(price, quoteOf(price, listed))],
  ['an average of fills', (price, listed) => formatAverage(price, listed)],
  ['an average cost', (price, listed) => formatAverageCost(price, listed)],
  ['a change', (price, listed) => formatPriceChange(price, listed.symbol, price)],
  [
    'a change of a quote',
    (price, listed) => formatQuoteChange(price, quoteOf(asPrice(dec(listed.near)), listed)),
  ],
  ['a level of the book', (price, { symbol: name }) => formatExact(price, placesOf(name, [price]))],
  [
    'the axis and the crosshair of a chart',
    (price, { symbol: name }) => {
      const steps = stepsOf(name)
      const places = chartPlaces(fromPage([bar(price)], false), steps)
      return scaleFormatter({ places, steps })(Number(decimalText(price)))
    },
  ],
  [
    'the terms of an order',
    (price) =>
      formatPriceTerms({ type: 'limit', limitPrice: price, stopPrice: null, trail: null } as never),
  ],
  ['a message in English', (price) => inEnglish(roseTo(price))],
  ['a message in Spanish', (price) => inSpanish(roseTo(price))],
  ['a record', (price) => storedNumbers.exactPrice(price)],
]

/** A price of the listing around where it trades, and the next one up. */
const neighbours = (listed: Listed) =>
  fc.integer({ min: -40, max: 400 }).map((ticks): readonly [Price, Price] => {
    const near = dec(listed.near)
    const moved = add(near, mul(stepAbove(near, listed.steps), fromInteger(ticks)))
    const positive = decimalText(moved).startsWith('-') ? near : moved
    const step = stepAbove(positive, listed.steps)
    const start = snap(positive, step, 'up')
    return [asPrice(start), asPrice(add<typeof start>(start, step))]
  })

let forget: Disposer = () => undefined
beforeAll(() => {
  forget = onMissingSteps(() => undefined)
})
afterAll(() => forget())

describe.each(['before its steps are known', 'with its steps'])('REL-45: a listing %s', (when) => {
  beforeAll(() => {
    if (when === 'with its steps') learnSteps(LISTINGS)
  })

  it.each(WRITERS)('%s: two prices one tick apart are never written alike', (_name, write) => {
    for (const listed of LISTINGS) {
      fc.assert(
        fc.property(neighbours(listed), ([price, next]) => {
          expect(write(price, listed)).not.toBe(write(next, listed))
        }),
        { numRuns: 60 },
      )
    }
  })
})

describe('REL-45: prices of one listing', () => {
  beforeAll(() => learnSteps(LISTINGS))

  it.each(LISTINGS)('prices of $symbol have the same places between two of its steps', (listed) => {
    fc.assert(
      fc.property(neighbours(listed), ([price]) => {
        // The broker may send fewer zeros, or more.
        const padded = asPrice(toScale(price, significantScale(price) + 3, 'half-up'))
        const written = formatSymbolPrice(price, listed.symbol)
        expect(formatSymbolPrice(padded, listed.symbol)).toBe(written)
        const known = listed.assetClass === 'option' ? steps(['0', '0.01']) : listed.steps
        expect((written.split('.')[1] ?? '').length).toBe(pricePlaces(price, known))
      }),
    )
  })

  it('are written as the broker has them where they lie between two steps', () => {
    expect(formatSymbolPrice(dec('185.2034'), 'AAPL')).toBe('185.2034')
    expect(formatSymbolPrice(dec('1.15907'), '6EZ6')).toBe('1.15907')
    expect(formatAverage(dec('1.159072345678'), { symbol: '6EZ6', assetClass: 'futures' })).toBe(
      '1.1590723',
    )
  })

  it('are written with every digit while no step is known', () => {
    expect(formatSymbolPrice(dec('0.123456789012'), 'NONEUSD')).toBe('0.123456789012')
    expect(
      formatAverageCost(dec('0.123456789012'), { symbol: 'NONEUSD', assetClass: 'crypto' }),
    ).toBe('0.123456789012')
  })
})
