import { englishText } from '../../../../../renderer/language/window-text.js'
import { describe, expect, it } from 'vitest'
import { dec, decimalText } from '../../../../../shared/domain/decimal.js'
import { buildDraft } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { stepPrice, stepSize } from '../../../../../shared/domain/instruments/price-steps.js'
import { formatPriceTerms, formatDraft } from '../../../../../renderer/format/order-draft.js'
import type { TicketAction } from '../../../../../renderer/ui/ticket/model/ticket-form.js'
import { context, formAfter, typeOf, typed } from './fixtures.js'

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
