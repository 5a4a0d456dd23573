import { describe, expect, it, test } from 'vitest'
import { asMoney, asQuantity, dec, eq } from '../../../../shared/domain/decimal.js'
import {
  DEFAULT_PERSONAL_LIMITS,
  isDayLimit,
  maxByShare,
  raisedLimits,
  reachesLoss,
} from '../../../../shared/domain/orders/limits/personal-limits.js'
import {
  limitsOutOfRange,
  PERSONAL_LIMIT_NAMES,
  type PersonalLimitName,
} from '../../../../shared/domain/orders/limits/limit-ranges.js'
import type { PersonalLimits } from '../../../../shared/domain/orders/limits/personal-limits.schema.js'

const money = (text: string) => asMoney(dec(text))
/** Limits that are all set, each in the middle of its range. */
const LIMITS: PersonalLimits = {
  maxQuantity: asQuantity(dec('100')),
  maxNotional: money('1000'),
  priceBand: dec('0.2'),
  maxShare: dec('0.5'),
  maxOpenOrders: 10,
  maxOrdersPerDay: 20,
  maxDailyLoss: money('300'),
}
const COUNTS: readonly PersonalLimitName[] = ['maxOpenOrders', 'maxOrdersPerDay']
const withLimit = (name: PersonalLimitName, text: string): PersonalLimits => ({
  ...LIMITS,
  [name]: COUNTS.includes(name) ? Number(text) : dec(text),
})

describe('REL-36: the range of each limit', () => {
  test.each<[PersonalLimitName, string, string, string, string]>([
    ['maxQuantity', '0.000000009', '0.00000001', '1000000000', '1000000001'],
    ['maxNotional', '0.99', '1', '1000000000000', '1000000000001'],
    ['priceBand', '0.0009', '0.001', '1', '1.01'],
    ['maxShare', '0.0009', '0.001', '100', '100.1'],
    ['maxOpenOrders', '0', '1', '10000', '10001'],
    ['maxOrdersPerDay', '0', '1', '100000', '100001'],
    ['maxDailyLoss', '0.99', '1', '1000000000000', '1000000000001'],
  ])('%s: %s is outside, %s to %s inside, %s outside', (name, below, min, max, above) => {
    const outside = (text: string) => limitsOutOfRange(withLimit(name, text))
    expect([below, min, max, above].map(outside)).toEqual([[name], [], [], [name]])
  })

  test('contains the limits of every environment, and no limit where none is needed', () => {
    for (const limits of Object.values(DEFAULT_PERSONAL_LIMITS)) {
      expect(limitsOutOfRange(limits)).toEqual([])
    }
    const without = { ...LIMITS, maxShare: null, maxOrdersPerDay: null, maxDailyLoss: null }
    expect(limitsOutOfRange(without)).toEqual([])
  })
})

describe('REL-36: the limits of a new profile', () => {
  it('hold for every order of an account of any size', () => {
    const { practice, sandbox, production } = DEFAULT_PERSONAL_LIMITS
    const common = {
      maxQuantity: dec('100000'),
      maxNotional: dec('1000000'),
      priceBand: dec('0.2'),
      maxShare: null,
      maxOpenOrders: 5_000,
      maxOrdersPerDay: 1_000,
    }
    expect(practice).toEqual({ ...common, maxDailyLoss: dec('10000') })
    expect(sandbox).toEqual({ ...common, maxDailyLoss: null })
    expect(production).toEqual({ ...common, maxDailyLoss: null })
  })
})

describe('REL-36: a raised limit', () => {
  test.each(PERSONAL_LIMIT_NAMES)('%s is one that allows more', (name) => {
    const raise = (text: string) => raisedLimits(withLimit(name, '1'), withLimit(name, text))
    expect([raise('0.5'), raise('1'), raise('2')]).toEqual([[], [], [name]])
  })

  it('is one that is switched off, not one that is switched on', () => {
    const off = { ...LIMITS, maxDailyLoss: null, maxShare: null }
    expect(raisedLimits(LIMITS, off)).toEqual(['maxShare', 'maxDailyLoss'])
    expect(raisedLimits(off, LIMITS)).toEqual([])
    expect(raisedLimits(off, off)).toEqual([])
  })

  it('waits for the next session where it holds the person to a decision for the day', () => {
    expect(PERSONAL_LIMIT_NAMES.filter(isDayLimit)).toEqual(['maxOrdersPerDay', 'maxDailyLoss'])
  })
})

describe("REL-36: the day's loss", () => {
  test.each([
    ['-299.99', false],
    ['-300', true],
    ['-300.01', true],
    ['300', false],
  ])('a loss of %s reaches a limit of 300: %s', (dayPnl, reaches) => {
    expect(reachesLoss(money(dayPnl), money('300'))).toBe(reaches)
  })

  it('reaches nothing without a limit, or while it is not known', () => {
    expect([reachesLoss(null, money('300')), reachesLoss(money('-900'), null)]).toEqual([
      false,
      false,
    ])
  })
})

describe('REL-36: the share of the equity', () => {
  test.each([
    ['1000', '50'],
    ['0', '0'],
    ['-1000', '0'],
  ])('a share of %s allows orders up to %s', (equity, max) => {
    const allowed = maxByShare(money(equity), dec('0.05'))
    expect(eq(allowed, dec(max))).toBe(true)
  })
})
