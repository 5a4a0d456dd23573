import { describe, expect, it } from 'vitest'
import {
  summaryReader,
  type SummaryFacts,
} from '../../../../../renderer/panels/ticket/use-ticket-summary.js'
import { createRowStore } from '../../../../../renderer/stores/row-store.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { tradedMarket } from '../../../../../renderer/ui/ticket/traded-market.js'
import type { Balance } from '../../../../../shared/domain/account/account.js'
import { asMoney, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../../shared/domain/ids.js'
import type { Quote } from '../../../../../shared/domain/market/quote.js'
import { price, quote } from '../../samples.js'
import { AAPL, context, formAfter, instrument, typeOf, typed } from './fixtures.js'

const balance = (power: string, equity: string): Balance =>
  ({
    currency: 'USD',
    netLiquidation: asMoney(dec(equity)),
    currencies: [{ currency: 'USD', buyingPower: asMoney(dec(power)), optionBuyingPower: null }],
  }) as unknown as Balance

const market = (last: string, ask: string): Quote => ({ ...quote('AAPL', last), ask: price(ask) })

/** Reads the summary of an order, while prices and the balance move. */
function readerOf(draft: SummaryFacts['draft']) {
  let figures = {
    quote: market('10.00', '10.01') as Quote | undefined,
    spot: null,
    balance: balance('5000', '100000') as Balance | null,
    positions: null,
  }
  const facts: SummaryFacts = {
    draft,
    assetClass: 'stock',
    instrument: instrument(),
    preview: { phase: 'idle' },
    held: asQuantity(dec('0')),
    currency: 'USD',
  }
  const read = summaryReader({ read: () => figures }, facts)
  return {
    read,
    move(change: Partial<typeof figures>) {
      figures = { ...figures, ...change }
      return read()
    },
  }
}

function limitOrder() {
  const built = buildDraft(
    formAfter(typeOf('limit'), typed('quantity', '10'), typed('limitPrice', '10.00')),
    context(),
  )
  if (!built.ok) throw new Error('the fixture is no draft')
  return built.value
}

describe('the summary of the ticket', () => {
  it('stays the same while prices and the balance change none of its figures', () => {
    const order = readerOf(limitOrder())
    const first = order.read()
    expect(first).toMatchObject({ cost: '100', powerBefore: '5000' })

    expect(order.move({ quote: market('10.02', '10.03') })).toBe(first)
    expect(order.move({ balance: balance('5000', '100001') })).toBe(first)
    expect(order.move({ quote: market('10.00', '10.01') })).toBe(first)
  })

  it('is another one as soon as a warning or a figure of it changes', () => {
    const order = readerOf(limitOrder())
    const first = order.read()

    const through = order.move({ quote: market('9.00', '9.00') })
    expect(through.warnings.map(({ kind }) => kind)).toEqual(['through-market'])
    const poorer = order.move({ quote: market('10.00', '10.01'), balance: balance('50', '100') })
    expect(poorer).toMatchObject({ powerBefore: '50' })
    expect(poorer).not.toBe(first)
  })

  it('follows only the buying power before there is an order', () => {
    const empty = readerOf(null)
    const first = empty.read()

    expect(empty.move({ quote: market('12.00', '12.01') })).toBe(first)
    expect(empty.move({ balance: balance('5000', '90000') })).toBe(first)
    expect(empty.move({ balance: balance('4000', '90000') })).toMatchObject({ powerBefore: '4000' })
  })
})

describe('the market of what a ticket trades', () => {
  it('has the prices of the other side for "no", as one quote until the next', () => {
    const rows = createRowStore<Symbol, Quote>((row) => row.symbol)
    const no = tradedMarket(rows, { symbol: AAPL, assetClass: 'event', outcome: 'no' }, 0)
    expect(no.quote()).toBeUndefined()

    rows.upsert([{ ...quote('AAPL', '0.40'), bid: price('0.36') }])
    expect(no.quote()).toMatchObject({ last: '0.6', ask: '0.64' })
    expect(no.quote()).toBe(no.quote())

    rows.upsert([{ ...quote('AAPL', '0.45'), bid: price('0.36') }])
    expect(no.quote()).toMatchObject({ last: '0.55' })
  })
})
