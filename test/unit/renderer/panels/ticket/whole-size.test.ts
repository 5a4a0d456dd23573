import { expect, it } from 'vitest'
import { offersWholeSize } from '../../../../../renderer/ui/ticket/model/build-draft.js'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'

it.each([
  ['buy', '-50', true],
  ['buy', '50', false],
  ['sell', '50', true],
  ['sell', '-50', false],
  // "All 50" in a short sale of who is short already would make it 100.
  ['short', '-50', false],
  ['short', '50', false],
  ['buy', '0', false],
  ['sell', '0', false],
  ['short', '0', false],
] as const)('a %s with %s held offers the whole position: %s', (side, held, expected) => {
  expect(offersWholeSize(side, asQuantity(dec(held)))).toBe(expected)
})
