import { describe, expect, it } from 'vitest'
import { feesOf } from '../../../../electron/practice/ledger/fees.js'
import { sizeUnits } from '../../../../electron/practice/model/units.js'
import { practiceFeeTexts } from '../../../../renderer/panels/practice/fee-texts.js'
import { practiceText } from '../../../../shared/messages/en/window/panels/practice.js'

describe('the fees that the window states', () => {
  it('are the rates of the fee schedule, to the last digit', () => {
    expect(practiceFeeTexts()).toEqual({
      stockBoth: '0.000003 USD',
      stockSale: '0.000195 USD',
      stockCap: '$9.79',
      secPerMillion: '$20.60',
      optionBoth: '0.04835 USD',
      optionIndex: '0.5 USD',
      optionSale: '0.00279 USD',
      futures: '$1.25',
      eventPercent: '7%',
    })
    for (const line of practiceText.fees(practiceFeeTexts())) expect(line).toMatch(/\.$/)
  })

  it('are what the practice exchange charges a sale of a million dollars', () => {
    const [million, shares] = [100_000_000, sizeUnits('100000') ?? 0]
    const { sec = 0, taf = 0, cat = 0 } = feesOf('SELL', million, shares)
    const { secPerMillion, stockCap, stockBoth } = practiceFeeTexts()
    expect(secPerMillion).toBe(`$${(sec / 100).toFixed(2)}`)
    expect(stockCap).toBe(`$${(taf / 100).toFixed(2)}`)
    expect(Number.parseFloat(stockBoth) * 100_000).toBeCloseTo(cat / 100, 10)
  })
})
