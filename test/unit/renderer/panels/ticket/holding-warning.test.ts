import { describe, expect, it } from 'vitest'
import { englishText } from '../../../../../renderer/language/window-text.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { writeWarning } from '../../../../../renderer/ui/ticket/model/order-warnings.js'
import {
  blockingWarning,
  summaryOf,
  type TicketSummary,
} from '../../../../../renderer/ui/ticket/model/summary-model.js'
import type { TicketAction } from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import type { OrderLeg, OrderTerms } from '../../../../../shared/domain/orders/order-terms.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { order, quote } from '../../samples.js'
import { AAPL, ACCOUNT, context, instrument, typed } from './fixtures.js'
import { CALL, COIN, formOf, FUTURE, MARKET, side } from './product-fixtures.js'

const SHARE = { ...instrument(), symbol: AAPL }

const NO_TERMS: OrderTerms = {
  combo: null,
  strategy: null,
  legs: [],
  intent: null,
  legging: null,
  algo: null,
  outcome: null,
  tradeMode: null,
  expireDate: null,
}
const LEG: Omit<OrderLeg, 'symbol' | 'side' | 'quantity'> = { legId: '1', option: null }

/** Returns a working order that sells units of the instrument. */
const sale = (traded: AnyInstrument, units: string, more: Partial<Order> = {}): Order =>
  order(`sale-${units}`, {
    accountId: ACCOUNT,
    assetClass: traded.assetClass as Order['assetClass'],
    symbol: traded.symbol,
    side: 'sell',
    quantity: asQuantity(dec(units)),
    ...more,
  })

function summarize(
  traded: AnyInstrument,
  actions: readonly TicketAction[],
  size: string,
  orders: readonly Order[] = [],
): TicketSummary {
  const units = asQuantity(dec(size))
  const built = buildDraft(
    formOf(traded, typed('limitPrice', traded === MARKET ? '0.50' : '1.00'), ...actions),
    context({ instrument: traded, held: units }),
  )
  if (!built.ok) throw new Error(JSON.stringify(built.error))
  return summaryOf({
    draft: built.value,
    instrument: traded,
    quote: {
      ...quote(traded.symbol, '1.00'),
      bid: asPrice(dec('1.00')),
      ask: asPrice(dec('1.00')),
    },
    preview: { phase: 'idle' },
    balance: null,
    spot: null,
    held: units,
    currency: 'USD',
    accountType: 'margin',
    orders,
  })
}

const said = (summary: TicketSummary, sideOf: 'buy' | 'sell' | 'short' = 'sell'): string | null => {
  const warning = summary.warnings.find(({ kind }) =>
    ['oversells', 'short-while-long', 'closing-already'].includes(kind),
  )
  return warning === undefined
    ? null
    : writeWarning(warning, {
        side: sideOf,
        currency: 'USD',
        text: englishText.ticket,
        instrument: {
          symbol: AAPL,
          assetClass: 'stock',
        },
      })
}
const selling = (quantity: string): readonly TicketAction[] => [
  side('sell'),
  typed('quantity', quantity),
]

describe('a sale of what a working order sells already', () => {
  it.each([
    ['shares', SHARE],
    ['coins', COIN],
    ['event contracts', MARKET],
  ])('is blocked for %s beyond what is free', (_name, traded) => {
    const blocked = summarize(traded, selling('8'), '10', [
      sale(
        traded,
        '6',
        traded.assetClass === 'event' ? { terms: { ...NO_TERMS, outcome: 'yes' } } : {},
      ),
    ])
    expect(blockingWarning(blocked)).toMatchObject({
      kind: 'closing-already',
      free: '4',
      taken: '6',
    })
    expect(said(blocked)).toBe('A working order already sells 6 of your 10, so only 4 can be sold.')
    expect(blocked).toMatchObject({ positionAfter: null, realized: null, powerAfter: null })
  })

  it('is blocked for options beyond what is free', () => {
    const working = sale(CALL, '2', {
      symbol: symbol('NVDA'),
      terms: {
        ...NO_TERMS,
        legs: [{ ...LEG, symbol: CALL.symbol, side: 'sell', quantity: asQuantity(dec('2')) }],
      },
    })
    const blocked = summarize(CALL, selling('2'), '2', [working])
    expect(said(blocked)).toBe(
      'A working order already sells 2 of your 2, so there is nothing left to sell.',
    )
    expect(blockingWarning(blocked)?.kind).toBe('closing-already')
  })

  it('is free up to what no order sells, and where the order is another account’s', () => {
    expect(said(summarize(SHARE, selling('4'), '10', [sale(SHARE, '6')]))).toBeNull()
    const elsewhere = sale(SHARE, '6', { accountId: 'B' as Order['accountId'] })
    expect(said(summarize(SHARE, selling('10'), '10', [elsewhere]))).toBeNull()
    const ended = sale(SHARE, '6', { status: 'cancelled' })
    expect(said(summarize(SHARE, selling('10'), '10', [ended]))).toBeNull()
  })

  it('counts an order without a known outcome, and what two orders sell', () => {
    const two = [sale(SHARE, '6', { status: 'unknown' }), sale(SHARE, '3')]
    expect(said(summarize(SHARE, selling('2'), '10', two))).toBe(
      '2 working orders already sell 9 of your 10, so only 1 can be sold.',
    )
  })

  it('a sale only warns in futures, where the excess opens the opposite position', () => {
    const warned = summarize(FUTURE, selling('5'), '5', [sale(FUTURE, '3')])
    expect(blockingWarning(warned)).toBeNull()
    expect(said(warned)).toBe(
      'A working order already sells 3 of your 5. If this one fills too, the excess opens a short position.',
    )
  })
})

describe('a sale beyond what is held', () => {
  it('is told to sell first and then to go short, as the broker accepts it', () => {
    expect(said(summarize(SHARE, selling('150'), '103'))).toBe(
      'You hold 103, and one order sells no more than that. To go short, sell these first; once they are sold, sell the rest short.',
    )
  })
  it('a sale beyond the position by a short sale while shares are held is blocked and reduces nothing', () => {
    const blocked = summarize(SHARE, [side('short'), typed('quantity', '50')], '103')
    expect(blockingWarning(blocked)).toMatchObject({ kind: 'short-while-long', held: '103' })
    expect(blocked).toMatchObject({ positionAfter: null, realized: null, powerAfter: null })
    expect(said(blocked, 'short')).toBe(
      'You hold 103, and the broker accepts a short sale only once you hold none. Sell these first; once they are sold, sell short.',
    )
  })
  it('is a short sale without a warning once none is held', () => {
    const free = summarize(SHARE, [side('short'), typed('quantity', '50')], '0')
    expect(said(free, 'short')).toBeNull()
    expect(free.positionAfter).toBe('-50')
  })
})
