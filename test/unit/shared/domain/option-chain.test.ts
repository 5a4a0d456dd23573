import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { parseOcc, type OptionContract } from '../../../../shared/domain/instruments/option.js'
import { chainOf, possibleUnderlyings } from '../../../../shared/domain/instruments/option-chain.js'

const TODAY = '2026-11-23'

function contract(occ: string, overrides: Partial<OptionContract> = {}): OptionContract {
  const parts = parseOcc(occ)
  if (parts === null) throw new Error(occ)
  return {
    assetClass: 'option',
    symbol: symbol(occ),
    instrumentId: occ,
    underlyingKind: 'stock',
    style: 'american',
    multiplier: dec('100'),
    settlement: 'physical',
    cycle: 'weekly',
    pennyProgram: true,
    listed: true,
    tradable: 'yes',
    currency: 'USD',
    deliverables: [],
    ...parts,
    strike: asPrice(parts.strike),
    underlying: symbol('NVDA'),
    ...overrides,
  }
}

describe('the option chain', () => {
  it('pairs the call and the put of a strike, in order of expiration and strike', () => {
    const chain = chainOf(
      symbol('NVDA'),
      [
        contract('NVDA261218P00200000'),
        contract('NVDA261127C00190000'),
        contract('NVDA261218C00190000'),
        contract('NVDA261218C00200000'),
        contract('NVDA261127P00190000'),
      ],
      TODAY,
    )
    expect(chain.expiries.map(({ expiration, rows }) => [expiration, rows])).toEqual([
      [
        '2026-11-27',
        [{ strike: '190.000', call: 'NVDA261127C00190000', put: 'NVDA261127P00190000' }],
      ],
      [
        '2026-12-18',
        [
          { strike: '190.000', call: 'NVDA261218C00190000', put: null },
          { strike: '200.000', call: 'NVDA261218C00200000', put: 'NVDA261218P00200000' },
        ],
      ],
    ])
  })

  it('pairs strikes that are written with different places', () => {
    const [expiry] = chainOf(
      symbol('NVDA'),
      [
        contract('NVDA261218C00190000', { strike: asPrice(dec('190')) }),
        contract('NVDA261218P00190000', { strike: asPrice(dec('190.00')) }),
      ],
      TODAY,
    ).expiries
    expect(expiry?.rows).toHaveLength(1)
  })

  it('keeps weekly roots of one day apart', () => {
    const chain = chainOf(
      symbol('SPX'),
      [contract('SPX261218C06800000'), contract('SPXW261218C06800000')],
      TODAY,
    )
    expect(chain.expiries.map(({ root }) => root)).toEqual(['SPX', 'SPXW'])
  })

  it('leaves out contracts that expired or are not listed any more', () => {
    const contracts = [
      contract('NVDA261120C00190000'),
      contract('NVDA261123C00190000'),
      contract('NVDA261127C00190000', { listed: false }),
    ]
    expect(
      chainOf(symbol('NVDA'), contracts, TODAY).expiries.map(({ expiration }) => expiration),
    ).toEqual(['2026-11-23'])
  })

  it('looks for the underlying of an option under its root, and without its suffix', () => {
    expect(possibleUnderlyings('NVDA')).toEqual(['NVDA'])
    expect(possibleUnderlyings('NVDA261218C00190000')).toEqual(['NVDA'])
    expect(possibleUnderlyings('SPXW261218C06800000')).toEqual(['SPXW', 'SPX'])
    expect(possibleUnderlyings('AAPL1261218C00190000')).toEqual(['AAPL1', 'AAPL'])
  })
})
