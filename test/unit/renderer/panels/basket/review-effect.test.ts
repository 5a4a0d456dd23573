import { describe, expect, it } from 'vitest'
import {
  effectRows,
  entryEffect,
  entryTitle,
  type ReviewAccount,
  type ReviewMarket,
} from '../../../../../renderer/panels/basket/review-effect.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import type { Quote } from '../../../../../shared/domain/market/quote.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../../shared/domain/orders/order-terms.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { panelText as englishWindow } from '../../../../../shared/messages/en/window/panels/index.js'

const ACC = accountId('ACC')
const price = (text: string) => asPrice(dec(text))
const draft = (over: Partial<OrderDraft>): OrderDraft => ({
  accountId: ACC,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
  limitPrice: price('2'),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...over,
})
const leg = (side: 'buy' | 'sell', option: DraftLeg['option'], quantity = '1'): DraftLeg => ({
  symbol: symbol('AAPL'),
  side,
  quantity: asQuantity(dec(quantity)),
  option,
})
const call = (strike: string, expiration = '2027-01-15') =>
  ({ type: 'call', strike: price(strike), expiration }) as const

const account = (positions: readonly Partial<Position>[] = []): ReviewAccount => ({
  positions: positions as readonly Position[],
  balance: {
    currency: 'USD',
    buyingPower: asMoney(dec('50000')),
    optionBuyingPower: asMoney(dec('20000')),
  } as never,
  type: 'margin',
})
const market = (
  instrument: Partial<AnyInstrument> | null = null,
  last: string | null = '100',
): ReviewMarket => ({
  instrument: instrument as AnyInstrument | null,
  quoteOf: () =>
    last === null
      ? undefined
      : ({ last: price(last), bid: price(last), ask: price(last) } as Quote),
})
const rowsOf = (order: OrderDraft, effect: ReturnType<typeof entryEffect>) =>
  Object.fromEntries(
    effectRows(
      order,
      {
        cost: asMoney(dec('9800')),
        fees: asMoney(dec('0.05')),
        currency: 'USD',
        asOf: epochMs(0),
        source: 'provider',
      },
      effect,
      englishWindow,
    ),
  )

describe('REL-47: the review of a basket', () => {
  it('shows option buying power after shares with a call sold on them', () => {
    const order = draft({
      assetClass: 'option',
      limitPrice: price('98'),
      terms: {
        strategy: 'covered-stock',
        legs: [leg('buy', null, '100'), leg('sell', call('110'))],
      },
    })
    const effect = entryEffect(order, null, account(), market())
    // The debit, less the loan on half of the shares.
    expect(effect.power).toMatchObject({ kind: 'option', before: '20000', after: '15200' })
    expect(effect.maxLoss).toBe('9800')
  })

  it('takes the day’s margin of a short sale by the stock’s own ratio', () => {
    const order = draft({ side: 'short', limitPrice: price('100') })
    const stock = { assetClass: 'stock', intradayMarginShort: dec('0.3') } as const
    const effect = entryEffect(order, null, account(), market(stock as never))
    expect(effect.power.after).toBe('49880')
  })

  it('prices a market order by the market', () => {
    const order = draft({ type: 'market', limitPrice: null })
    expect(entryEffect(order, null, account(), market()).value).toBe('100')
    expect(entryEffect(order, null, account(), market(null, null)).value).toBeNull()
  })

  it('writes the result of closing with its sign', () => {
    const existing = {
      accountId: ACC,
      assetClass: 'stock' as const,
      symbol: symbol('AAPL'),
      quantity: asQuantity(dec('1')),
      averageCost: price('90'),
      multiplier: dec('1'),
      lastPrice: price('100'),
    }
    const order = draft({ side: 'sell', limitPrice: price('100') })
    const effect = entryEffect(order, null, account([existing]), market())
    expect(rowsOf(order, effect)[englishWindow.ticket.realized]).toBe('+$10.00')
  })

  it('calls a roll a roll, in the list too', () => {
    const order = draft({
      assetClass: 'option',
      terms: {
        strategy: 'calendar',
        legs: [leg('buy', call('110')), leg('sell', call('110', '2027-02-19'))],
      },
    })
    expect(entryTitle(order, { kind: 'roll' }, englishWindow)).toBe(
      'Roll AAPL to another expiration',
    )
    expect(entryTitle(order, { kind: 'open' }, englishWindow)).toMatch(/calendar/i)
  })
})
