import { describe, expect, it } from 'vitest'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { isBlocked, summaryOf } from '../../../../../renderer/ui/ticket/model/summary-model.js'
import type { Balance } from '../../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { context, formAfter, instrument, typeOf, typed } from './fixtures.js'

const STOCK = instrument({ intradayMarginLong: dec('0.75'), intradayMarginShort: dec('0.9') })

/** Buys ten at 10 dollars with this buying power. */
function bought(power: string, accountType?: 'margin' | 'cash', held: string | null = '0') {
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
    held: held === null ? null : asQuantity(dec(held)),
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
