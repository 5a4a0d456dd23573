import { describe, expect, it } from 'vitest'
import {
  MAX_CHAINS,
  ProductQueries,
} from '../../../../electron/core/session/queries/product-queries.js'
import type { ProductsPort } from '../../../../electron/core/market/products-port.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OptionContract } from '../../../../shared/domain/instruments/option.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'
import { ok } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs } from '../../../../shared/domain/time.js'

const NOON = Date.UTC(2026, 10, 20, 17, 0, 0)

const contractOf = (underlying: string, expiration: string): OptionContract => ({
  assetClass: 'option',
  symbol: symbol(`${underlying}${expiration.slice(2).replaceAll('-', '')}C00100000`),
  instrumentId: '1',
  root: underlying,
  underlying: symbol(underlying),
  underlyingKind: 'stock',
  type: 'call',
  style: 'american',
  strike: asPrice(dec('100')),
  expiration,
  multiplier: dec('100'),
  settlement: 'physical',
  cycle: null,
  pennyProgram: false,
  listed: true,
  tradable: 'yes',
  currency: 'USD',
  deliverables: [],
})

/** Queries over a provider that lists one weekly and one monthly contract of every underlying. */
function createQueries() {
  const reads: string[] = []
  const clock = { time: NOON }
  const products = {
    optionContracts: ({ underlying }: { readonly underlying?: string }) => {
      reads.push(underlying ?? '')
      return Promise.resolve(
        ok(
          ['2026-11-20', '2026-12-18'].map((expiration) =>
            contractOf(underlying ?? '', expiration),
          ),
        ),
      )
    },
  } as unknown as ProductsPort
  const queries = new ProductQueries({
    products: () => Promise.resolve(products),
    clock: { now: () => epochMs(clock.time), monotonic: () => 0 },
    exchangeNow: () => epochMs(clock.time),
    instruments: { all: () => Promise.reject(new Error('not used')), known: () => undefined },
    lastPrice: () => null,
    timers: { after: () => () => undefined },
  })
  return { queries, reads, clock }
}

describe('option chains', () => {
  it(`keeps the chains of the ${MAX_CHAINS} underlyings read last, and reads others again`, async () => {
    const { queries, reads } = createQueries()
    const names = Array.from({ length: MAX_CHAINS + 1 }, (_, index) => symbol(`AB${index}`))
    for (const name of names) await queries.optionChain(name)
    const [first, ...others] = names
    for (const name of others) await queries.optionChain(name)
    expect(reads).toHaveLength(names.length)
    if (first !== undefined) await queries.optionChain(first)
    expect(reads).toHaveLength(names.length + 1)
  })

  it('lists no contract that expired since the chain was read', async () => {
    const { queries, reads, clock } = createQueries()
    const days = async () => {
      const chain = await queries.optionChain(symbol('SPY'))
      return chain.ok ? chain.value.expiries.map(({ expiration }) => expiration) : null
    }
    expect(await days()).toEqual(['2026-11-20', '2026-12-18'])
    clock.time += DAY_MS
    expect(await days()).toEqual(['2026-12-18'])
    expect(reads).toHaveLength(1)
  })
})
