import { describe, expect, it } from 'vitest'
import { asQuantity, dec, decimalText } from '../../../../../shared/domain/decimal.js'
import {
  afterTrade,
  queuePlace,
} from '../../../../../renderer/panels/price-ladder/model/queue-estimate.js'
import {
  QueueTracker,
  shownSize,
} from '../../../../../renderer/panels/price-ladder/hooks/use-ladder-orders.js'
import { order, price } from '../../samples.js'

const units = (text: string) => asQuantity(dec(text))
const WAITING = { price: price('10.00'), quantity: units('100'), filled: units('0') }

const ahead = (place: { readonly ahead: ReturnType<typeof units> | null }): string | null =>
  place.ahead === null ? null : decimalText(place.ahead)

describe('the estimated place in the queue', () => {
  it('begins behind all that the book shows, and is unknown beyond its levels', () => {
    expect(ahead(queuePlace(null, WAITING, units('700')))).toBe('700')
    expect(ahead(queuePlace(null, WAITING, null))).toBeNull()
  })

  it('advances by trades at its price only', () => {
    const place = queuePlace(null, WAITING, units('700'))
    expect(ahead(afterTrade(place, price('10'), units('200')))).toBe('500')
    expect(ahead(afterTrade(place, price('9.99'), units('200')))).toBe('700')
    expect(ahead(afterTrade(place, price('10.00'), units('900')))).toBe('0')
  })

  it('starts over at another price and with a larger size, and keeps its place with a smaller', () => {
    const place = afterTrade(queuePlace(null, WAITING, units('700')), WAITING.price, units('600'))
    expect(ahead(queuePlace(place, { ...WAITING, quantity: units('50') }, units('800')))).toBe(
      '100',
    )
    expect(ahead(queuePlace(place, { ...WAITING, quantity: units('101') }, units('800')))).toBe(
      '800',
    )
    expect(ahead(queuePlace(place, { ...WAITING, price: price('10.01') }, units('30')))).toBe('30')
  })

  it('is nothing once the order has filled in part', () => {
    const place = queuePlace(null, WAITING, units('700'))
    expect(ahead(queuePlace(place, { ...WAITING, filled: units('1') }, units('700')))).toBe('0')
  })
})

describe('the tracker of the places', () => {
  const ownOrder = order('1', { limitPrice: price('10.00'), type: 'limit' })
  const line = {
    kind: 'order' as const,
    id: '1:limit',
    price: price('10.00'),
    field: 'limitPrice' as const,
    order: ownOrder,
    side: 'buy' as const,
    quantity: ownOrder.quantity,
  }
  const depth = {
    bids: [
      { price: price('10.01'), size: units('5') },
      { price: price('10.00'), size: units('700') },
    ],
    asks: [],
  } as never
  const trade = { price: price('10.00'), size: units('100') } as never

  it('counts each frame of trades once', () => {
    const tracker = new QueueTracker()
    const place = (trades: readonly never[]) => tracker.follow([line], { depth, trades })[0]
    const none: readonly never[] = []
    const frame = [trade]
    expect(decimalText(place(none)?.ahead ?? units('-1'))).toBe('700')
    expect(decimalText(place(frame)?.ahead ?? units('-1'))).toBe('600')
    expect(decimalText(place(frame)?.ahead ?? units('-1'))).toBe('600')
  })

  it('estimates nothing without depth, and nothing for a stop', () => {
    const tracker = new QueueTracker()
    expect(tracker.follow([line], { depth: null, trades: [] })[0]?.ahead).toBeNull()
    const stop = {
      ...line,
      field: 'stopPrice' as const,
      order: { ...ownOrder, type: 'stop' as const },
    }
    expect(tracker.follow([stop], { depth, trades: [] })[0]?.ahead).toBeNull()
  })

  it('reads no size beyond the levels of the book, and zero between them', () => {
    const { bids } = depth as { bids: never }
    expect(shownSize(bids, { side: 'buy', price: price('9.99') })).toBeNull()
    expect(decimalText(shownSize(bids, { side: 'buy', price: price('10.02') }) ?? units('9'))).toBe(
      '0',
    )
  })
})
