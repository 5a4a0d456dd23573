import { describe, expect, it } from 'vitest'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { isBlocked, summaryOf } from '../../../../../renderer/ui/ticket/model/summary-model.js'
import {
  NO_FIGURES,
  type Balance,
  type Position,
} from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { ACCOUNT, context, formAfter, instrument, typeOf, typed } from './fixtures.js'
import { side as sideOf } from './product-fixtures.js'

const STOCK = instrument({ intradayMarginLong: dec('0.75'), intradayMarginShort: dec('0.9') })

/** Buys ten at 10 dollars with this buying power. */
function bought(power: string, accountType?: 'margin' | 'cash', holding: string | null = '0') {
  const built = buildDraft(
    formAfter(typeOf('limit'), typed('quantity', '10'), typed('limitPrice', '10')),
    context({ instrument: STOCK }),
  )
  if (!built.ok) throw new Error('the fixture is no draft')
  return summaryOf({
    draft: built.value,
    instrument: STOCK,
    quote: undefined,
    preview: { phase: 'idle' },
    balance: {
      currency: 'USD',
      netLiquidation: asMoney(dec('100000')),
      currencies: [{ currency: 'USD', buyingPower: asMoney(dec(power)), optionBuyingPower: null }],
    } as unknown as Balance,
    spot: asPrice(dec('10')),
    held: holding === null ? null : asQuantity(dec(holding)),
    currency: 'USD',
    accountType,
  })
}

describe('the buying power after an order in a stock that needs more margin', () => {
  it('is less by that margin in a margin account, and by the cost in a cash account', () => {
    expect(Number(bought('1000', 'margin').powerAfter)).toBe(700)
    expect(Number(bought('1000', 'cash').powerAfter)).toBe(900)
    expect(Number(bought('1000').powerAfter)).toBe(900)
  })

  it('blocks an order by its cost alone, because the margin is an estimate', () => {
    expect(isBlocked(bought('200', 'margin'))).toBe(false)
    expect(isBlocked(bought('99', 'margin'))).toBe(true)
  })
})

describe('the position in the summary', () => {
  it('is written before and after the order', () => {
    expect(bought('1000', 'cash', '5')).toMatchObject({ held: '5', positionAfter: '15' })
  })

  it('is not zero while the positions are not known', () => {
    expect(bought('1000', 'cash', null)).toMatchObject({ held: null, positionAfter: null })
  })
})

describe('a sale of shares that cover a written call', () => {
  const CONTRACT = {
    type: 'call',
    strike: asPrice(dec('12')),
    expiration: '2027-01-15',
  } as const
  const positionOf = (
    assetClass: 'stock' | 'option',
    quantity: string,
    lastPrice: string,
  ): Position => ({
    accountId: ACCOUNT,
    positionId: assetClass,
    symbol: STOCK.symbol,
    assetClass,
    currency: 'USD',
    quantity: asQuantity(dec(quantity)),
    multiplier: dec(assetClass === 'stock' ? '1' : '100'),
    ...NO_FIGURES,
    lastPrice: asPrice(dec(lastPrice)),
    ...(assetClass === 'stock'
      ? {}
      : {
          legs: [
            {
              legId: '',
              symbol: STOCK.symbol,
              quantity: asQuantity(dec(quantity)),
              option: { ...CONTRACT, style: null, multiplier: null, deliverable: null },
              settles: null,
            },
          ],
        }),
  })
  const sold = (count: string) => {
    const built = buildDraft(
      formAfter(
        sideOf('sell'),
        typeOf('limit'),
        typed('quantity', count),
        typed('limitPrice', '10'),
      ),
      context({ instrument: STOCK, held: asQuantity(dec('133')) }),
    )
    if (!built.ok) throw new Error('the fixture is no draft')
    return summaryOf({
      draft: built.value,
      instrument: STOCK,
      quote: undefined,
      preview: { phase: 'idle' },
      balance: {
        currency: 'USD',
        netLiquidation: asMoney(dec('100000')),
        currencies: [
          { currency: 'USD', buyingPower: asMoney(dec('10000')), optionBuyingPower: null },
        ],
      } as unknown as Balance,
      spot: null,
      held: asQuantity(dec('133')),
      currency: 'USD',
      accountType: 'margin',
      positions: [positionOf('stock', '133', '10'), positionOf('option', '-1', '0.5')],
    })
  }

  it('is warned of where the call loses its cover, and needs the margin of a bare call', () => {
    const summary = sold('50')
    expect(summary.warnings).toEqual([{ kind: 'uncovers', contracts: '1', blocks: false }])
    // 375 of margin is released, and a call 2 out of the money needs 50 and 10% of 1,000: 4 × 225.
    expect(Number(summary.powerAfter)).toBe(10_900)
  })

  it('is not warned of where enough shares stay', () => {
    const summary = sold('33')
    expect(summary.warnings).toEqual([])
    expect(Number(summary.powerAfter)).toBe(10_990)
  })
})
