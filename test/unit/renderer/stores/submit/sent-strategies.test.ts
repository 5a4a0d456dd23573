import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { BasketState } from '../../../../../renderer/stores/submit/basket-state.js'
import { clearSentStrategies } from '../../../../../renderer/stores/submit/sent-strategies.js'
import {
  createStrategyBuilder,
  type BuilderLeg,
} from '../../../../../renderer/stores/submit/strategy.js'
import { strategyDraft } from '../../../../../renderer/panels/strategy/strategy-draft.js'
import type { SubmitOutcome } from '../../../../../renderer/stores/submit/submit-order.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { position } from '../../samples.js'

const NVDA = symbol('NVDA')
const HELD = symbol('NVDA270115C00197500')
const NEXT = symbol('NVDA270122C00197500')
const LEGS: readonly BuilderLeg[] = [
  { symbol: HELD, underlying: NVDA, side: 'buy', ratio: 1 },
  { symbol: NEXT, underlying: NVDA, side: 'sell', ratio: 1 },
]
const SHORT_CALL: Position = {
  ...position('-1', '5', '5'),
  symbol: HELD,
  assetClass: 'option',
  legs: [
    {
      legId: '1',
      symbol: HELD,
      quantity: asQuantity(dec('-1')),
      option: null,
      settles: null,
    },
  ],
}

/** A builder whose strategy is in the basket, and what becomes of it there. */
function setUp(positions: readonly Position[] = []) {
  const builder = createStrategyBuilder()
  builder.set(LEGS, '1')
  builder.setLimit('1.00')
  const draft = strategyDraft(LEGS, {
    accountId: accountId('A'),
    underlying: NVDA,
    limit: asPrice(dec('1')),
    units: dec('1'),
    timeInForce: 'day',
  })
  if (draft === null) throw new Error('no draft')
  const basket = createStore<BasketState>(() => ({
    entries: [{ id: 1, draft, outcome: null, ticket: null }],
    mode: 'separate',
  }))
  clearSentStrategies(builder, basket, () => positions)
  const become = (kind: SubmitOutcome['kind']): void =>
    basket.setState({
      entries: [{ id: 1, draft, outcome: { kind } as SubmitOutcome, ticket: 't' }],
    })
  return { builder, become, legs: () => builder.state.getState().legs }
}

describe('a strategy that was sent from the basket', () => {
  it.each(['acknowledged', 'unknown'] as const)(
    'leaves the builder once it is %s, and Repeat puts it back',
    (kind) => {
      const { builder, become, legs } = setUp()
      become('sending')
      expect(legs()).toEqual(LEGS)
      become(kind)
      expect(legs()).toEqual([])
      builder.repeat()
      expect(builder.state.getState()).toMatchObject({
        legs: LEGS,
        units: '1',
        limit: { text: '1.00' },
      })
    },
  )

  it.each(['rejected', 'denied', 'failed'] as const)('stays while it was %s', (kind) => {
    const { become, legs } = setUp()
    become('sending')
    become(kind)
    expect(legs()).toEqual(LEGS)
  })

  it('is not repeated where it closed a position: it would open one', () => {
    const { builder, become, legs } = setUp([SHORT_CALL])
    become('sending')
    become('acknowledged')
    expect(legs()).toEqual([])
    builder.repeat()
    expect(legs()).toEqual([])
  })

  it('leaves what the person changed since', () => {
    const { builder, become, legs } = setUp()
    builder.setLimit('1.05')
    become('sending')
    become('acknowledged')
    expect(legs()).toEqual(LEGS)
  })
})
