import { expect, test } from 'vitest'
import { decimalText } from '../../../shared/domain/decimal.js'
import { typedNumber } from '../../../shared/domain/typed-number.js'

const numberText = (typed: string): string | null => {
  const value = typedNumber(typed)
  return value === null ? null : decimalText(value)
}

test.each([
  ['10', '10'],
  ['1.5', '1.5'],
  ['1,000', '1000'],
  ['1,234,567.50', '1234567.50'],
  [' 1 000.0 ', '1000.0'],
  ["12'345", '12345'],
  ['1\u202f000', '1000'],
  ['$10,000.00', '10000.00'],
  ['$ 5', '5'],
])('CONFIRM-16: %s is read as a typed number', (typed, value) => {
  expect(numberText(typed)).toBe(value)
})

test.each([
  '1,5',
  '15,00',
  '1,00',
  '10,0000',
  '1,2345',
  '1,234 567',
  '1 5',
  '1,,000',
  ',100',
  '1,000,',
  '1.5.0',
  '1e3',
  '0x10',
  '-5',
  '+5',
  '.5',
  '5.',
  '',
  '$',
  '$$5',
  '5$',
  '1.000,50',
  'ten',
])(
  'CONFIRM-16: "%s" is refused, since no character may be dropped to make it a number',
  (typed) => {
    expect(numberText(typed)).toBeNull()
  },
)
