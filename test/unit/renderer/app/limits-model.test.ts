import { describe, expect, test } from 'vitest'
import {
  enteredOf,
  limitProblem,
  limitsOf,
  raises,
} from '../../../../renderer/app/limits/limits-model.js'
import {
  DEFAULT_PERSONAL_LIMITS,
  type PersonalLimitsView,
} from '../../../../shared/domain/orders/limits/personal-limits.js'

const DEFAULTS = DEFAULT_PERSONAL_LIMITS.practice
const VIEW: PersonalLimitsView = {
  limits: DEFAULTS,
  defaults: DEFAULTS,
  raised: null,
  lockOuts: [],
  openOrders: 0,
  ordersToday: 0,
  accounts: [],
}

describe('the entered limits', () => {
  test('are the limits again when nothing is changed', () => {
    expect(limitsOf(enteredOf(DEFAULTS))).toEqual(DEFAULTS)
  })

  test.each([
    ['maxQuantity', '', 'required'],
    ['maxQuantity', 'ten', 'required'],
    ['maxOpenOrders', '1.5', 'whole'],
    ['maxOpenOrders', '10,001', 'range'],
    ['priceBand', '100.1', 'range'],
    ['priceBand', '0.1', null],
    ['maxDailyLoss', '0.99', 'range'],
    ['maxDailyLoss', '', null],
    ['maxShare', '10000', null],
  ] as const)('%s of "%s": %s', (name, text, problem) => {
    expect(limitProblem(name, text)).toBe(problem)
  })

  test('raise limits at once or with the next session', () => {
    const entered = { ...enteredOf(DEFAULTS), priceBand: '30', maxDailyLoss: '', maxShare: '50' }
    expect(raises(VIEW, limitsOf(entered))).toEqual({
      now: ['priceBand'],
      later: ['maxDailyLoss'],
    })
  })

  test('a raise that was saved before is no raise any more', () => {
    const entered = limitsOf({ ...enteredOf(DEFAULTS), maxDailyLoss: '' })
    const saved: PersonalLimitsView = { ...VIEW, raised: { from: null, maxDailyLoss: null } }
    expect(raises(saved, entered).later).toEqual([])
  })
})
