import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { protectiveOrder } from '../../../../renderer/panels/positions/protect.js'

const position = (change: Partial<Position>): Position => ({
  accountId: accountId('A'),
  positionId: 'p',
  symbol: symbol('NVDA'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('33')),
  averageCost: null,
  multiplier: null,
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
  ...change,
})
const leg = (contract: string) => ({
  legId: contract,
  symbol: symbol(contract),
  quantity: asQuantity(dec('-2')),
  option: {
    type: 'call' as const,
    style: null,
    strike: asPrice(dec('190')),
    expiration: '2026-12-18',
    multiplier: null,
    deliverable: null,
  },
  settles: null,
})
const OPTION = position({
  assetClass: 'option',
  strategy: 'single',
  quantity: asQuantity(dec('-2')),
  legs: [leg('NVDA261218C00190000')],
})

describe('the order that protects a position', () => {
  it('sells a long position at a stop or a target, whole, until canceled', () => {
    const complete = {
      symbol: 'NVDA',
      side: 'sell',
      quantity: '33',
      timeInForce: 'gtc',
      closing: true,
    }
    expect(protectiveOrder(position({}), 'stop')).toEqual({ ...complete, type: 'stop' })
    expect(protectiveOrder(position({}), 'target')).toEqual({ ...complete, type: 'limit' })
  })
  it('buys back a short option by its own contract', () => {
    expect(protectiveOrder(OPTION, 'stop')).toMatchObject({
      symbol: 'NVDA261218C00190000',
      side: 'buy',
      quantity: '2',
      type: 'stop',
    })
  })
  it('is of a type that the product has', () => {
    const coin = position({ assetClass: 'crypto', symbol: symbol('BTCUSD') })
    expect(protectiveOrder(coin, 'stop')?.type).toBe('stop-limit')
    const event = position({ assetClass: 'event', symbol: symbol('KX-26DEC-T3'), outcome: 'no' })
    expect(protectiveOrder(event, 'stop')).toBeNull()
    expect(protectiveOrder(event, 'target')).toMatchObject({ type: 'limit', outcome: 'no' })
  })
  it('is none for a combination, and for a position that is closed', () => {
    const legs = [leg('NVDA261218C00190000'), leg('NVDA261218C00200000')]
    expect(protectiveOrder({ ...OPTION, strategy: 'vertical', legs }, 'stop')).toBeNull()
    expect(protectiveOrder(position({ quantity: asQuantity(dec('0')) }), 'stop')).toBeNull()
  })
})
