import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec, fromInteger } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { ChainRow, OptionChain } from '../../../../shared/domain/instruments/option-chain.js'
import {
  contractsOf,
  daysBetween,
  expiryKey,
  isInTheMoney,
  moneyPlace,
  ownContracts,
  ownContractsReader,
  parityPrice,
  pressOf,
  shownExpiry,
  strikesAround,
} from '../../../../renderer/panels/options/chain-model.js'
import { createRowStore } from '../../../../renderer/stores/row-store.js'

const row = (strike: number): ChainRow => ({
  strike: asPrice(fromInteger(strike)),
  call: symbol(`NVDA261218C00${strike}000`),
  put: symbol(`NVDA261218P00${strike}000`),
})
const rows = [180, 185, 190, 195, 200].map(row)
const price = (text: string) => asPrice(dec(text))

const quoted = (bid: string, ask: string, receivedAt = 1_000): Quote =>
  ({ bid: price(bid), ask: price(ask), receivedAt }) as Quote

const chain: OptionChain = {
  underlying: symbol('NVDA'),
  expiries: ['2026-11-23', '2026-11-27', '2026-12-18'].map((expiration) => ({
    expiration,
    root: 'NVDA',
    cycle: 'weekly',
    style: 'american',
    settlement: 'physical',
    multiplier: dec('100'),
    rows,
  })),
}

describe('the expiry of the chain', () => {
  const expiryShown = (chosen: string | null, selected: string): string | undefined =>
    shownExpiry(chain, chosen, symbol(selected), '2026-11-23')?.expiration

  it('is the first after today until the person chooses one', () => {
    expect(expiryShown(null, 'NVDA')).toBe('2026-11-27')
    expect(expiryShown('2026-12-18 NVDA', 'NVDA')).toBe('2026-12-18')
  })

  it('is that of the selected option', () =>
    expect(expiryShown(null, 'NVDA261218C00190000')).toBe('2026-12-18'))

  it('is the first again once the chosen one is no longer listed', () =>
    expect(expiryShown('2026-11-20 NVDA', 'NVDA')).toBe('2026-11-27'))

  it('is named by day and root, and counted in calendar days', () => {
    expect(expiryKey({ expiration: '2026-12-18', root: 'SPXW' })).toBe('2026-12-18 SPXW')
    expect(daysBetween('2026-11-23', '2026-12-18')).toBe(25)
  })
})

describe('the price among the strikes', () => {
  it.each([
    ['187.50', 2, 2],
    ['187.49', 1, 2],
    ['190', 2, 2],
    ['150', 0, 0],
    ['250', 4, 5],
  ])('%s has its nearest strike and the strikes below it', (spot, nearest, below) =>
    expect(moneyPlace(rows, price(spot))).toEqual({ nearest, below }),
  )

  it('is not known without a price', () =>
    expect(moneyPlace(rows, null)).toEqual({ nearest: null, below: 0 }))

  it('decides which side is in the money', () => {
    const spot = { lowestAbove: price('190'), isKnown: true }
    expect(isInTheMoney('call', price('185'), spot)).toBe(true)
    expect(isInTheMoney('put', price('185'), spot)).toBe(false)
    expect(isInTheMoney('call', price('190'), spot)).toBe(false)
    expect(isInTheMoney('put', price('195'), spot)).toBe(true)
    expect(isInTheMoney('put', price('195'), { lowestAbove: null, isKnown: false })).toBe(false)
  })

  it('is the middle of the strikes that are shown', () => {
    const strikes = (nearest: number | null, count: number | null): readonly unknown[] =>
      strikesAround(rows, nearest, count).map(({ strike }) => strike)
    expect(strikes(2, 3)).toEqual(['185', '190', '195'])
    expect(strikes(0, 3)).toEqual(['180', '185', '190'])
    expect(strikes(4, 3)).toEqual(['190', '195', '200'])
    expect(strikes(null, null)).toHaveLength(5)
  })
})

describe('a press in the chain', () => {
  it('buys at the ask, sells at the bid, and shows the contract elsewhere', () => {
    const [first] = rows
    if (first === undefined) throw new Error('no row')
    expect(pressOf(first, 'call-ask')).toEqual({ kind: 'order', symbol: first.call, side: 'buy' })
    expect(pressOf(first, 'put-bid')).toEqual({ kind: 'order', symbol: first.put, side: 'sell' })
    expect(pressOf(first, 'put-delta')).toEqual({ kind: 'show', symbol: first.put })
    expect(pressOf(first, 'strike')).toBeNull()
    expect(pressOf({ ...first, call: null }, 'call-ask')).toBeNull()
  })

  it('watches both contracts of each row', () =>
    expect(contractsOf([{ ...row(190), put: null }, row(195)])).toHaveLength(3))
})

describe('own positions in the chain', () => {
  const ACCOUNT = accountId('ACC')
  const position = (quantity: string, legs: Position['legs']): Position => ({
    accountId: ACCOUNT,
    positionId: quantity,
    symbol: symbol('NVDA'),
    assetClass: 'option',
    currency: 'USD',
    quantity: asQuantity(dec(quantity)),
    averageCost: null,
    multiplier: dec('100'),
    lastPrice: null,
    pricedAt: null,
    marketValue: null,
    unrealizedPnl: null,
    unrealizedPnlRatio: null,
    dayPnl: null,
    legs,
  })
  const leg = (name: string, quantity: string | null) => ({
    legId: name,
    symbol: symbol(name),
    quantity: quantity === null ? null : asQuantity(dec(quantity)),
    option: null,
    settles: null,
  })

  it('are those of the selected account, by contract', () => {
    const sizes = ownContracts(
      [
        position('2', [leg('NVDA261218C00190000', null)]),
        position('1', [leg('NVDA261218C00190000', '1'), leg('NVDA261218C00200000', '-1')]),
        { ...position('9', [leg('NVDA261218C00190000', '9')]), accountId: accountId('OTHER') },
      ],
      ACCOUNT,
    )
    expect([...sizes]).toEqual([
      ['option NVDA261218C00190000', '3'],
      ['option NVDA261218C00200000', '-1'],
    ])
  })

  it('are the same map while prices move, until a size changes', () => {
    const positions = createRowStore<string, Position>(({ positionId }) => positionId)
    const readContracts = ownContractsReader(positions, ACCOUNT)
    const hold = (quantity: string, lastPrice: string): void =>
      positions.upsert([
        {
          ...position(quantity, [leg('NVDA261218C00190000', null)]),
          positionId: 'P1',
          lastPrice: price(lastPrice),
        },
      ])
    hold('2', '5.10')
    const first = readContracts()
    expect([...first.values()]).toEqual(['2'])

    hold('2', '5.20')
    expect(readContracts()).toBe(first)

    hold('1', '5.20')
    expect([...readContracts().values()]).toEqual(['1'])
  })
})

describe('the price of an underlying without a quote', () => {
  const parity = (quotes: Readonly<Record<string, Quote>>) =>
    parityPrice(rows, (name) => quotes[name])

  it('follows from call and put at the strike where they are closest', () => {
    expect(
      parity({
        NVDA261218C00180000: quoted('12.00', '12.20'),
        NVDA261218P00180000: quoted('2.00', '2.20'),
        NVDA261218C00190000: quoted('5.10', '5.30'),
        NVDA261218P00190000: quoted('4.80', '5.00'),
      }),
    ).toBe('190.30')
  })

  it('is unknown until one strike has both prices of both', () => {
    expect(parity({})).toBeNull()
    expect(
      parity({
        NVDA261218C00190000: quoted('5.10', '5.30'),
        NVDA261218P00185000: quoted('4.80', '5.00'),
      }),
    ).toBeNull()
  })

  it('ignores strikes that were last in view long before the others', () => {
    expect(
      parity({
        NVDA261218C00185000: quoted('5.00', '5.00'),
        NVDA261218P00185000: quoted('5.00', '5.00'),
        NVDA261218C00195000: quoted('6.00', '6.00', 900_000),
        NVDA261218P00195000: quoted('4.00', '4.00', 900_000),
      }),
    ).toBe('197.00')
  })
})
