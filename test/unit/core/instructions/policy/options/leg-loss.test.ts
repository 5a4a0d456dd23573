import { describe, expect, it } from 'vitest'
import {
  legLoss,
  type RiskLeg,
} from '../../../../../../electron/core/instructions/policy/options/option-max-loss.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../../../../shared/domain/decimal.js'

const [DEC, JAN] = ['2026-12-18', '2027-01-15'] as const

/** "sell 1 put 50", "buy 100 shares"; an option expires in December unless a day follows. */
function leg(text: string): RiskLeg {
  const [side, quantity, type, strike, expiration = DEC] = text.split(' ')
  if (side !== 'buy' && side !== 'sell') throw new Error(text)
  const size = { side, quantity: asQuantity(dec(quantity ?? '')) } as const
  if (type !== 'put' && type !== 'call') return { ...size, option: null }
  return { ...size, option: { type, strike: asPrice(dec(strike ?? '')), expiration } }
}

/** Returns the maximum loss in dollars, and what else is said of it. */
function lossOf(...legs: readonly string[]): string {
  const { maxLoss, unlimited, uncovered } = legLoss(legs.map(leg), dec('100'), dec('2'))
  const notes = [unlimited && 'unlimited', uncovered && 'uncovered'].filter(Boolean)
  return [Number(decimalText(maxLoss)), ...notes].join(' ')
}

describe('CONFIRM-48: the maximum loss of option legs', () => {
  it.each([
    ['a put alone has no cover', ['sell 1 put 50'], '5000 uncovered'],
    ['a lower put covers it', ['sell 1 put 50', 'buy 1 put 45'], '500'],
    ['one put covers one of two', ['sell 2 put 50', 'buy 1 put 50'], '5000 uncovered'],
    ['a call covers no put', ['sell 1 put 50', 'buy 1 call 45'], '5000 uncovered'],
    ['a call alone loses without a limit', ['sell 1 call 50'], '10400 unlimited uncovered'],
    ['a call covers a call', ['sell 1 call 50', 'buy 1 call 55'], '500'],
    ['shares cover a call', ['sell 1 call 50', 'buy 100 shares'], '0'],
    ['a call covers shares sold short', ['sell 100 shares', 'buy 1 call 50'], '5000'],
    ['bought options lose their premium only', ['buy 1 put 50', 'buy 1 call 50'], '0'],
  ])('%s', (_title, legs, loss) => {
    expect(lossOf(...legs)).toBe(loss)
  })

  it.each([
    [
      'does not count one that expires before',
      `sell 1 put 50 ${JAN}`,
      'buy 1 put 50',
      '5000 uncovered',
    ],
    ['counts one that expires later', 'sell 1 put 50', `buy 1 put 45 ${JAN}`, '500'],
  ])('as cover %s', (_title, short, long, loss) => {
    expect(lossOf(short, long)).toBe(loss)
    expect(lossOf(long, short)).toBe(loss)
  })

  it('counts cover by the last of the short legs, whatever their order', () => {
    const legs = [`sell 1 put 50 ${JAN}`, 'sell 1 put 50', 'buy 1 put 50']
    expect(lossOf(...legs)).toBe('10000 uncovered')
    expect(lossOf(...legs.toReversed())).toBe('10000 uncovered')
  })

  it('keeps cover that expires before another bought option', () => {
    expect(lossOf('sell 1 put 50', 'buy 1 put 45', `buy 1 put 40 ${JAN}`)).toBe('500')
  })
})
