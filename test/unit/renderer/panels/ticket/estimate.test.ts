import { englishText } from '../../../../../renderer/language/window-text.js'
import { describe, expect, it } from 'vitest'
import {
  ZERO_MONEY,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  trim,
} from '../../../../../shared/domain/decimal.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import {
  positionEffect,
  powerAfter,
  powerShare,
} from '../../../../../renderer/ui/ticket/model/estimate.js'
import { stepPrice, stepSize } from '../../../../../shared/domain/instruments/price-steps.js'
import { formatPriceTerms, formatDraft } from '../../../../../renderer/format/order-draft.js'
import type { TicketAction } from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { context, formAfter, instrument, typeOf, typed } from './fixtures.js'

const draft = (
  side: 'buy' | 'sell' | 'short',
  quantity: string,
  ...more: readonly TicketAction[]
) => {
  const built = buildDraft(
    formAfter(
      { kind: 'side', side },
      typed('quantity', quantity),
      typed('limitPrice', '10'),
      ...more,
    ),
    context(),
  )
  if (!built.ok) throw new Error('the fixture is no draft')
  return built.value
}
const power = (side: 'buy' | 'sell' | 'short', quantity: string, held: string) =>
  decimalText(
    powerAfter(
      asMoney(dec('1000')),
      draft(side, quantity),
      asMoney(dec('100')),
      asMoney(dec('1')),
      asQuantity(dec(held)),
      asQuantity(dec(quantity)),
    ),
  )

describe('the estimated effect of an order', () => {
  it('debits buying power to open, credits it to close, and both when crossing zero', () => {
    expect(power('buy', '10', '0')).toBe('899')
    expect(power('short', '10', '0')).toBe('899')
    expect(power('sell', '10', '10')).toBe('1099')
    expect(power('buy', '10', '-10')).toBe('1099')
    expect(power('sell', '10', '5')).toBe('999')
  })
  it('takes the intraday margin of a margin account, four times over: more for a short sale', () => {
    const stock = instrument({
      intradayMarginLong: dec('0.25'),
      intradayMarginShort: dec('0.3'),
    })
    const share = (side: 'buy' | 'sell' | 'short', held: string, account?: 'margin' | 'cash') =>
      decimalText(trim(powerShare({ side }, stock, asQuantity(dec(held)), account)))
    expect(share('buy', '0', 'margin')).toBe('1')
    expect(share('short', '0', 'margin')).toBe('1.2')
    expect(share('buy', '-10', 'margin')).toBe('1.2')
    expect(share('sell', '10', 'margin')).toBe('1')
    expect(share('short', '0', 'cash')).toBe('1')
    expect(share('short', '0')).toBe('1')
    const unknown = { ...stock, intradayMarginShort: null }
    expect(
      decimalText(powerShare({ side: 'short' }, unknown, asQuantity(dec('0')), 'margin')),
    ).toBe('1')
  })
  it('shows the resulting position and whether it flips', () => {
    const effect = positionEffect(draft('sell', '15'), asQuantity(dec('10')), asPrice(dec('10')))
    expect(effect).toEqual({ before: '10', after: '-5', flips: true })
    expect(positionEffect(draft('sell', '10'), asQuantity(dec('10')), null)).toEqual({
      before: '10',
      after: '0',
      flips: false,
    })
  })
  it('leaves buying power unchanged when cost and fees are zero', () => {
    expect(
      decimalText(
        powerAfter(
          asMoney(dec('10')),
          draft('buy', '1'),
          ZERO_MONEY,
          ZERO_MONEY,
          asQuantity(dec('0')),
          null,
        ),
      ),
    ).toBe('10')
  })
})

describe('stepping', () => {
  it.each([
    ['185.20', 1, '185.21'],
    ['185.20', -1, '185.19'],
    ['185.205', 1, '185.21'],
    ['185.205', -1, '185.20'],
    ['1.00', -1, '0.9999'],
    ['0.9999', 1, '1.00'],
    ['1.00', 1, '1.01'],
    ['0.0001', -1, '0.0001'],
    ['0', 1, '0.0001'],
  ] as const)('moves a price of %s by %s to %s', (from, direction, to) => {
    expect(decimalText(stepPrice(dec(from), direction))).toBe(to)
  })
  it.each([
    ['10', 1, '11'],
    ['10', -1, '9'],
    ['1', -1, '1'],
    ['1.5', 1, '2'],
    ['1.5', -1, '1'],
  ] as const)('moves a quantity of %s by %s to %s', (from, direction, to) => {
    expect(decimalText(stepSize(dec(from), direction, dec('1')))).toBe(to)
  })
})

describe('the price terms of an order', () => {
  it('include every price that it trades at', () => {
    expect(formatPriceTerms(draft('buy', '10'))).toBe('Limit 10.00')
    expect(formatPriceTerms(draft('buy', '10', typeOf('market')))).toBe('Market')
    expect(
      formatPriceTerms(draft('sell', '10', typeOf('stop-limit'), typed('stopPrice', '11'))),
    ).toBe('Stop 11.00, limit 10.00')
    expect(
      formatPriceTerms(draft('sell', '10', typeOf('trailing-stop'), typed('trailPercent', '1.5'))),
    ).toBe('Trailing stop of 1.5%')
    expect(
      formatPriceTerms(draft('sell', '10', typeOf('trailing-stop'), typed('trailPercent', '100'))),
    ).toBe('Trailing stop of 100%')
    expect(formatDraft(draft('buy', '1,000'), englishText)).toBe('Buy 1,000 AAPL')
  })
})
