import { describe, expect, it } from 'vitest'
import { asMoney, dec, decimalText, trim } from '../../../../../shared/domain/decimal.js'
import {
  planFigures,
  planOrder,
  positionPlan,
  type PositionPlan,
} from '../../../../../shared/domain/drawings/position-plan.js'
import type { DrawingKind } from '../../../../../shared/domain/drawings/drawing-kinds.js'
import { anchor } from '../../../core/drawings/drawing-fixture.js'

function plan(kind: DrawingKind, entry: string, target: string, stop: string): PositionPlan {
  const anchors = [anchor(0, entry), anchor(10, target), anchor(10, stop)]
  const found = positionPlan({ kind, anchors })
  if (found === null) throw new Error('not a plan')
  return found
}
const risk = asMoney(dec('500'))
const text = (value: ReturnType<typeof dec> | null): string | null =>
  value === null ? null : decimalText(trim(value))

describe('REL-35 a planned position', () => {
  it('never risks more than the amount that was set', () => {
    const figures = planFigures(plan('long-position', '185.20', '190.20', '183.70'), {
      risk,
      multiplier: dec('1'),
      assetClass: 'stock',
    })
    expect(text(figures.quantity)).toBe('333')
    expect(text(figures.loss)).toBe('499.5')
    expect(text(figures.gain)).toBe('1665')
    expect(text(figures.ratio)).toBe('3.33')
  })

  it('counts the multiplier of a contract', () => {
    const figures = planFigures(plan('short-position', '5.00', '3.00', '6.25'), {
      risk,
      multiplier: dec('100'),
      assetClass: 'option',
    })
    expect(text(figures.quantity)).toBe('4')
    expect(text(figures.loss)).toBe('500')
  })

  it('plans coins in eight places', () => {
    const figures = planFigures(plan('long-position', '90000', '99000', '87000'), {
      risk,
      multiplier: dec('1'),
      assetClass: 'crypto',
    })
    expect(text(figures.quantity)).toBe('0.16666666')
  })

  it('has no quantity without a risk, with one too small, and with the stop beyond the entry', () => {
    const options = { multiplier: dec('1'), assetClass: 'stock' as const }
    const long = plan('long-position', '185.20', '190.20', '183.70')
    const wrong = plan('long-position', '185.20', '190.20', '186.00')
    expect(planFigures(long, { ...options, risk: null }).quantity).toBeNull()
    expect(planFigures(long, { ...options, risk: asMoney(dec('1')) }).quantity).toBeNull()
    expect(planFigures(wrong, { ...options, risk })).toMatchObject({ ratio: null, quantity: null })
  })

  it('becomes an entry with exits for stocks and options, and an entry alone elsewhere', () => {
    const long = plan('long-position', '185.20', '190.20', '183.70')
    expect(planOrder(long, 'stock')).toMatchObject({
      side: 'buy',
      limitPrice: '185.20',
      exits: { takeProfit: '190.20', stopLoss: '183.70' },
    })
    expect(planOrder(long, 'option').exits).not.toBeNull()
    expect(planOrder(long, 'futures').exits).toBeNull()
    expect(planOrder(long, 'crypto').exits).toBeNull()
  })

  it('buys "no" of an event market to be short', () => {
    const short = plan('short-position', '0.62', '0.40', '0.70')
    expect(planOrder(short, 'event')).toEqual({
      side: 'buy',
      outcome: 'no',
      limitPrice: '0.38',
      exits: null,
    })
  })
})
