import { describe, expect, it } from 'vitest'
import { ListedMultipliers } from '../../../../electron/core/portfolio/listed-multipliers.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { shares } from './client-fixture.js'

const future = (overrides: Partial<Position> = {}): Position =>
  shares({
    assetClass: 'futures',
    symbol: symbol('ESZ6'),
    multiplier: null,
    lastPrice: asPrice(dec('6000')),
    marketValue: null,
    ...overrides,
  })

/** Multipliers of a listing; remembers which symbols were looked up. */
function openFixture(answer: string | null | 'fails' = '50') {
  const source = { answer }
  const requested: string[] = []
  const multipliers = new ListedMultipliers({
    multiplierOf: ({ assetClass, symbol: name }) => {
      requested.push(`${assetClass} ${name}`)
      return Promise.resolve(
        source.answer === 'fails'
          ? err(providerFailure('timeout', foreign('no')))
          : ok(source.answer === null ? null : dec(source.answer)),
      )
    },
  })
  return { multipliers, requested, given: source }
}

describe('the multipliers that positions do not state', () => {
  it('are those of the listing, with the value that follows', async () => {
    const { multipliers, requested } = openFixture()
    expect(await multipliers.complete([future()])).toMatchObject([
      { multiplier: '50', marketValue: '3000000.00' },
    ])
    expect(requested).toEqual(['futures ESZ6'])
  })

  it('are looked up once for each instrument', async () => {
    const { multipliers, requested } = openFixture()
    await multipliers.complete([future(), future({ positionId: 'P2' })])
    await multipliers.complete([future()])
    expect(requested).toEqual(['futures ESZ6'])
  })

  it('are not looked up where the broker states them, and those stay', async () => {
    const { multipliers, requested } = openFixture()
    const stated = future({ multiplier: dec('20'), marketValue: null })
    expect(await multipliers.complete([stated])).toEqual([stated])
    expect(requested).toEqual([])
    expect(await multipliers.complete([future(), stated])).toMatchObject([
      { multiplier: '50' },
      { multiplier: '20', marketValue: null },
    ])
    expect(requested).toEqual(['futures ESZ6'])
  })

  it('the multiplier of a stock is not used for an option on it, nor for a side that is not known', async () => {
    const { multipliers, requested } = openFixture('1')
    const stock = shares({ multiplier: null })
    const option = shares({
      positionId: 'O',
      assetClass: 'option',
      symbol: symbol('AAPL261218C00190000'),
      multiplier: null,
    })
    const event = shares({ positionId: 'E', assetClass: 'event', multiplier: null })
    const completed = await multipliers.complete([stock, option, { ...event, outcome: 'unknown' }])
    expect(completed.map(({ multiplier }) => multiplier)).toEqual(['1', null, null])
    expect(requested).toEqual(['stock AAPL'])
  })

  it('are asked for again while they are not known', async () => {
    const { multipliers, requested, given } = openFixture('fails')
    expect(await multipliers.complete([future()])).toEqual([future()])
    given.answer = null
    expect(await multipliers.complete([future()])).toEqual([future()])
    given.answer = '50'
    expect(await multipliers.complete([future()])).toMatchObject([{ multiplier: '50' }])
    expect(requested).toHaveLength(3)
  })
})
