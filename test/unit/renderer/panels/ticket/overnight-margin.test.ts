import { describe, expect, it } from 'vitest'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { stockMarginRows } from '../../../../../renderer/ui/ticket/model/stock-margin-rows.js'
import { isBlocked, summaryOf } from '../../../../../renderer/ui/ticket/model/summary-model.js'
import type { Balance } from '../../../../../shared/domain/account/account.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
} from '../../../../../shared/domain/decimal.js'
import { differentMargins } from '../../../../../shared/domain/orders/effect/stock-margin.js'
import { ticketText } from '../../../../../shared/messages/en/window/orders/ticket.js'
import { context, formAfter, instrument, typeOf, typed } from './fixtures.js'

const STOCK = instrument({
  intradayMarginLong: dec('0.25'),
  maintenanceMarginLong: dec('0.75'),
})

/** Buys a hundred at 10 dollars beside what is held, with this equity over what others need. */
function bought(equity: string, accountType: 'margin' | 'cash' = 'margin', stock = STOCK) {
  const built = buildDraft(
    formAfter(typeOf('limit'), typed('quantity', '100'), typed('limitPrice', '10')),
    context({ instrument: stock, held: asQuantity(dec('20')) }),
  )
  if (!built.ok) throw new Error('the fixture is no draft')
  return summaryOf({
    draft: built.value,
    instrument: stock,
    quote: undefined,
    preview: { phase: 'idle' },
    balance: {
      currency: 'USD',
      netLiquidation: asMoney(dec(equity)),
      maintenanceMargin: asMoney(dec('150')),
      currencies: [
        { currency: 'USD', buyingPower: asMoney(dec('100000')), optionBuyingPower: null },
      ],
    } as unknown as Balance,
    spot: asPrice(dec('10')),
    held: asQuantity(dec('20')),
    currency: 'USD',
    accountType,
  })
}

const rowsOf = (summary: ReturnType<typeof bought>) =>
  stockMarginRows(summary, (value) => `$${decimalText(value)}`, ticketText)

describe('REL-47: the margin of shares by day and overnight', () => {
  it('is that of the position after the order', () => {
    expect(rowsOf(bought('5000'))).toEqual([['Margin of position', '$300 day · $900 overnight']])
  })

  it('is one amount where day and overnight need the same', () => {
    const equal = instrument({ intradayMarginLong: dec('0.25') })
    const summary = bought('5000', 'margin', equal)
    expect(rowsOf(summary)).toEqual([['Margin of position', '$300']])
    expect(differentMargins(summary)).toBeNull()
    expect(differentMargins(bought('5000'))).toEqual({ day: '300', overnight: '900' })
  })

  it('is none in an account that does not lend, and where the broker reports no ratio', () => {
    expect(rowsOf(bought('5000', 'cash'))).toEqual([])
    const silent = instrument({ maintenanceMarginLong: null })
    expect(rowsOf(bought('5000', 'margin', silent))).toEqual([])
  })

  it('is warned of where the equity does not carry the position beyond the day, without blocking', () => {
    // 150 are needed before, 20 × 7.50 of them by this stock; a hundred more need 750.
    const short = bought('899.99')
    expect(short.warnings).toContainEqual({
      kind: 'overnight-margin',
      missing: '0.01',
      blocks: false,
    })
    expect(isBlocked(short)).toBe(false)
    expect(bought('900').warnings.map(({ kind }) => kind)).not.toContain('overnight-margin')
  })
})
