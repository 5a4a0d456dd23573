import { describe, expect, it } from 'vitest'
import { formatBrokerTerm } from '../../../../renderer/format/broker-term.js'
import { panelText as text } from '../../../../shared/messages/en/window/panels/index.js'
import { panelText as textEs } from '../../../../shared/messages/translations/es/window/panels/index.js'

describe("the words of the broker's records", () => {
  it('are written in the language of the window where they are known', () => {
    expect(formatBrokerTerm('BUY', text)).toBe('Buy')
    expect(formatBrokerTerm('BUY', textEs)).toBe('Compra')
    expect(formatBrokerTerm('OPTION_ASSIGNMENT', textEs)).toBe('Asignación')
  })

  it('become a phrase where they are unknown, so that no wire spelling is shown', () => {
    expect(formatBrokerTerm('MERGER_FEE', textEs)).toBe('Merger fee')
  })

  it('stay as received where they are no wire spelling', () => {
    expect(formatBrokerTerm('Roth IRA', text)).toBe('Roth IRA')
    expect(formatBrokerTerm('ADR', text)).toBe('ADR')
    expect(formatBrokerTerm('toString', text)).toBe('toString')
  })
})
