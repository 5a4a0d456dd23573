import { describe, expect, it } from 'vitest'
import { dec } from '../../../../shared/domain/decimal.js'
import { numberFormat } from '../../../../shared/messages/number-format.js'

const numbers = numberFormat('en-US')

describe('a number that rounds to zero', () => {
  it.each(['-0.001', '-0.0049', '-0'])('has no sign: %s', (value) => {
    const small = dec(value)
    expect(numbers.decimal(small, 2, 2)).toBe('0.00')
    expect(numbers.decimal(small, 2, 2, true)).toBe('0.00')
    expect(numbers.money(small, 'USD')).toBe('$0.00')
    expect(numbers.percent(dec('-0.00001'))).toBe('0%')
    expect(numbers.compact(small)).toBe('0')
  })

  it('keeps the sign where a digit is left', () => {
    expect(numbers.decimal(dec('-0.005'), 2, 2)).toBe('−0.01')
    expect(numbers.money(dec('-1.5'), 'USD')).toBe('−$1.50')
    expect(numbers.compact(dec('-12300'))).toBe('−12.30K')
  })
})
