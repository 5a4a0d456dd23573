import { expect, test } from 'vitest'
import { isAdjusted } from '../../../../shared/domain/instruments/option.js'

test.each([
  ['AAPL', false],
  ['AAPL1', true],
  ['AAPL251219C00270000', false],
  ['AAPL1251219C00270000', true],
  ['AAPL  251219C00270000', false],
  ['AAPL1 251219C00270000', true],
])('the contract %s was adjusted: %s, however the broker writes it', (contract, adjusted) => {
  expect(isAdjusted(contract)).toBe(adjusted)
})
