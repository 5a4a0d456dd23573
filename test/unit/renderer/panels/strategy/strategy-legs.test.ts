import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import type { AccountId, Symbol } from '../../../../../shared/domain/ids.js'
import type {
  ChainRow,
  OptionChain,
} from '../../../../../shared/domain/instruments/option-chain.js'
import { rollLegs } from '../../../../../renderer/panels/positions/roll.js'
import { strategyDraft } from '../../../../../renderer/panels/strategy/strategy-draft.js'
import { templateLegs } from '../../../../../renderer/panels/strategy/templates.js'
import {
  createStrategyBuilder,
  strategyOf,
  type BuilderLeg,
} from '../../../../../renderer/stores/submit/strategy.js'

const SNOW = 'SNOW' as Symbol
const NEAR = '2026-12-18'
const FAR = '2027-01-15'

const occ = (day: string, type: 'C' | 'P', strike: number): Symbol =>
  `SNOW${day.slice(2).replaceAll('-', '')}${type}${String(strike * 1000).padStart(8, '0')}` as Symbol

const rowsOf = (day: string): readonly ChainRow[] =>
  [180, 185, 190, 195, 200, 205, 210].map((strike) => ({
    strike: asPrice(dec(String(strike))),
    call: occ(day, 'C', strike),
    put: occ(day, 'P', strike),
  }))

const chain: OptionChain = {
  underlying: SNOW,
  expiries: [NEAR, FAR].map((expiration) => ({
    expiration,
    root: 'SNOW',
    cycle: null,
    style: 'american',
    settlement: 'physical',
    multiplier: dec('100'),
    rows: rowsOf(expiration),
  })),
}

describe('Legs of the strategy builder', () => {
  it('A chain whose ticker ends with W keeps its ticker', () => {
    const legs = templateLegs(chain, 'vertical', dec('195')) ?? []
    expect(legs.map(({ underlying }) => underlying)).toEqual([SNOW, SNOW])
    const rolled = rollLegs(chain, occ(NEAR, 'C', 200), false) ?? []
    expect(rolled).toEqual([
      { symbol: occ(NEAR, 'C', 200), underlying: SNOW, side: 'sell', ratio: 1 },
      { symbol: occ(FAR, 'C', 200), underlying: SNOW, side: 'buy', ratio: 1 },
    ])
  })

  it.each([
    ['covered-stock', 2],
    ['collar-with-stock', 3],
  ] as const)('TRADING-4.2: the template %s has shares and is an order', (template, count) => {
    const legs = templateLegs(chain, template, dec('195')) ?? []
    expect(legs).toHaveLength(count)
    expect(strategyOf(legs)).toEqual({ strategy: template, side: 'buy' })
    const draft = strategyDraft(legs, {
      accountId: 'A' as AccountId,
      underlying: SNOW,
      limit: asPrice(dec('190')),
      units: dec('3'),
      timeInForce: 'day',
    })
    const shares = draft?.terms?.legs?.find(({ option }) => option === null)
    expect(shares).toEqual({ symbol: SNOW, side: 'buy', quantity: dec('300'), option: null })
  })

  it('Shares belong to the strategy of their underlying, and another one starts a new strategy', () => {
    const builder = createStrategyBuilder()
    builder.add({ symbol: occ(NEAR, 'C', 200), underlying: SNOW, side: 'sell' })
    builder.add({ symbol: SNOW, underlying: SNOW, side: 'buy' })
    expect(strategyOf(builder.state.getState().legs)?.strategy).toBe('covered-stock')
    builder.add({ symbol: 'AAPL' as Symbol, underlying: 'AAPL' as Symbol, side: 'buy' })
    expect(builder.state.getState().legs).toHaveLength(1)
  })
})

describe('A leg that is held already', () => {
  const [low, high] = [occ(NEAR, 'C', 195), occ(NEAR, 'C', 200)]
  const heldLeg: BuilderLeg = {
    symbol: low,
    underlying: SNOW,
    side: 'buy',
    ratio: 1,
    positionId: 'P1',
  }
  const draftOf = (legs: readonly BuilderLeg[]) =>
    strategyDraft(legs, {
      accountId: 'A' as AccountId,
      underlying: SNOW,
      limit: asPrice(dec('2')),
      units: dec('2'),
      timeInForce: 'day',
    })
  const sold: BuilderLeg = { symbol: high, underlying: SNOW, side: 'sell', ratio: 1 }

  it('TRADING-4.2: is not ordered; the other leg names the position and what it becomes', () => {
    expect(draftOf([heldLeg, sold])).toMatchObject({
      side: 'sell',
      symbol: SNOW,
      terms: {
        strategy: 'single',
        intent: 'sell-to-open',
        legs: [{ side: 'sell', quantity: dec('2'), option: { strike: dec('200.000') } }],
        legging: { direction: 'in', positionId: 'P1', strategy: 'vertical' },
      },
    })
    const shares: BuilderLeg = { ...heldLeg, symbol: SNOW }
    expect(draftOf([shares, sold])?.terms?.legging).toEqual({
      direction: 'in',
      positionId: 'P1',
      strategy: 'covered-stock',
    })
  })

  it.each([
    ['beside two others', [heldLeg, sold, { ...sold, symbol: occ(NEAR, 'P', 190) }]],
    ['beside another ratio', [heldLeg, { ...sold, ratio: 2 }]],
    [
      'beside shares',
      [
        { ...heldLeg, side: 'sell' },
        { ...sold, symbol: SNOW, side: 'buy' },
      ],
    ],
    ['alone', [heldLeg]],
  ] as readonly (readonly [string, readonly BuilderLeg[]])[])(
    'makes no order %s',
    (_what, legs) => {
      expect(draftOf(legs)).toBeNull()
    },
  )

  it('a held leg of shares is protected by a put, which is an order of its own', () => {
    const shares: BuilderLeg = { ...heldLeg, symbol: SNOW }
    const put: BuilderLeg = {
      symbol: occ(NEAR, 'P', 190),
      underlying: SNOW,
      side: 'buy',
      ratio: 1,
    }
    const draft = draftOf([shares, put])
    expect([draft?.side, draft?.size, draft?.terms]).toEqual([
      'buy',
      { kind: 'quantity', quantity: dec('2') },
      {
        strategy: 'single',
        intent: 'buy-to-open',
        legs: [
          {
            symbol: SNOW,
            side: 'buy',
            quantity: dec('2'),
            option: { type: 'put', strike: dec('190.000'), expiration: NEAR },
          },
        ],
      },
    ])
    expect(draftOf([{ ...shares, side: 'sell' }, put])).toBeNull()
    expect(draftOf([shares, { ...put, ratio: 2 }])).toBeNull()
    expect(draftOf([shares, { ...put, side: 'sell' }])).toBeNull()
  })

  it('stays as it is held until the person orders it', () => {
    const builder = createStrategyBuilder()
    builder.set([heldLeg])
    builder.flip(low)
    builder.setRatio(low, 3)
    expect(builder.add({ symbol: low, underlying: SNOW, side: 'buy' })).toBe(false)
    expect(builder.state.getState().legs).toEqual([heldLeg])
    builder.setHeld(low, null)
    builder.flip(low)
    expect(builder.state.getState().legs).toEqual([
      { symbol: low, underlying: SNOW, side: 'sell', ratio: 1 },
    ])
    builder.setHeld(low, 'P2')
    expect(builder.state.getState().legs[0]?.positionId).toBe('P2')
  })
})
