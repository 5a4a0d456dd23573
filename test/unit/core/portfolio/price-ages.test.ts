import { describe, expect, it } from 'vitest'
import { StoppedPositions } from '../../../../electron/core/portfolio/stopped-positions.js'
import { LiveBalance } from '../../../../electron/core/portfolio/live-balance.js'
import { SeenPrices, type PriceSource } from '../../../../electron/core/portfolio/seen-prices.js'
import type { Balance } from '../../../../shared/domain/account/account.js'
import { dayPnlOf } from '../../../../shared/domain/account/day-pnl.js'
import { asMoney, asPrice, dec } from '../../../../shared/domain/decimal.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { Simulation } from '../../../simulation/core/simulation.js'
import { shares } from './client-fixture.js'

const AT = epochMs(50_000)
const [first, second] = [
  shares({ pricedAt: epochMs(40_000) }),
  shares({ positionId: 'P2', pricedAt: epochMs(45_000) }),
]

describe('REL-41: figures that follow a price which is not streamed', () => {
  it('figures of the account say how old their oldest price is', () => {
    const simulation = new Simulation(1)
    const price = asPrice(dec('10'))
    const quotes: PriceSource = {
      prices: () => ({ last: price, bid: price, ask: price, receivedAt: AT }),
      symbols: () => [],
      onQuote: () => () => undefined,
    }
    const live = new LiveBalance({
      quotes,
      clock: simulation.clock,
      timers: simulation.timers(),
    })
    const balance = { currency: 'USD', currencies: [] } as unknown as Balance
    live.update(
      { number: 1, value: [first, second] },
      { number: 2, value: balance, seen: new SeenPrices(quotes) },
      2,
    )
    expect(live.get()?.pricedAt).toBe(AT)
    live.onPositionsChanged(2)
    expect(live.get()?.pricedAt).toBe(AT)
  })

  it('figures of the day say how old their oldest price is', () => {
    const figures = {
      accountId: accountId('ACC'),
      currency: 'USD',
      held: new Set<never>(),
      reported: asMoney(dec('1')),
      reportedAt: null,
      reportedPriceAt: AT,
      day: { accountId: accountId('ACC'), isComplete: true, open: [], rows: [] } as never,
    }
    const rows = [first, second].map((row) => ({ ...row, dayPnl: asMoney(dec('2')) }))
    expect(dayPnlOf({ ...figures, positions: rows })).toEqual({
      value: '4',
      isCurrent: true,
      valuedAt: null,
      pricedAt: 40_000,
    })
    expect(dayPnlOf({ ...figures, positions: null }).pricedAt).toBe(AT)
  })

  it('figures of a position that stands still belong to the moment of its price', () => {
    const stopped = new StoppedPositions()
    const streamed = shares({ positionId: 'P3', pricedAt: null })
    stopped.onChange(null, 1, [first, streamed], AT)
    expect(stopped.shown(first).valuedAt).toBe(40_000)
    expect(stopped.shown(streamed).valuedAt).toBe(AT)
  })
})
