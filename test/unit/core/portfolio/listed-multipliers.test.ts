import { expect, test } from 'vitest'
import { ListedMultipliers } from '../../../../electron/core/portfolio/listed-multipliers.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { ok } from '../../../../shared/domain/result.js'
import { position } from '../instructions/policy/policy-fixture.js'

test('the listed multiplier of a stock is not that of an option on it', async () => {
  const unknown = (overrides: Partial<Position>): Position =>
    position('1', {
      multiplier: null,
      marketValue: null,
      lastPrice: null,
      ...overrides,
    })
  const multipliers = new ListedMultipliers({ multiplierOf: () => Promise.resolve(ok(dec('1'))) })
  const completed = await multipliers.complete([
    unknown({}),
    unknown({ positionId: 'O', assetClass: 'option', legs: [] }),
  ])
  expect(completed.map(({ multiplier }) => multiplier)).toEqual(['1', null])
})
