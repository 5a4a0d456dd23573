import type { EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { FuturesInstrument } from '../../model/instrument.js'
import { SIZE_SCALE, UNIT_SIZE, priceUnits, type Scale } from '../../model/units.js'
import { SECURITIES } from '../securities/listings.js'
import { PriceGrid } from '../math/price-grid.js'
import type { Security } from '../securities/security.js'
import { mainSymbol, productIndex, type Contract } from '../futures/contracts.js'
import type { FuturesProduct } from '../futures/product-terms.js'

/** Scale, grid and price shared by a product's contracts. */
interface Numbers {
  readonly scale: Scale
  readonly grid: PriceGrid
  readonly price: number
}

const numbersByCode = new Map<string, Numbers>()

/** Returns the scale, grid and reference price of a product. */
export function numbersOf(product: FuturesProduct): Numbers {
  const cachedNumbers = numbersByCode.get(product.code)
  if (cachedNumbers) return cachedNumbers
  const scale: Scale = { price: product.decimals, size: SIZE_SCALE, multiplier: product.point }
  const tick = priceUnits(product.tick, scale)
  const price = priceUnits(product.price, scale)
  if (tick === null || price === null) {
    throw new RangeError(`tick and price of ${product.code}: ${product.tick}, ${product.price}`)
  }
  const made = { scale, grid: new PriceGrid(tick), price }
  numbersByCode.set(product.code, made)
  return made
}

const clamp = (low: number, value: number, high: number): number =>
  Math.min(high, Math.max(low, value))
const MINUTES = 23 * 60

/** Returns the simulation parameters of a contract; with null, of the product's main contract. */
export function futuresSecurity(product: FuturesProduct, contract: Contract | null): Security {
  const { scale, grid, price } = numbersOf(product)
  const fund = SECURITIES.find(({ symbol }) => symbol === product.follows)?.volatility ?? 0
  const tradesPerMinute = clamp(0.5, 70 * (product.volume / 1_000_000) ** 0.5, 90)
  return {
    symbol: contract?.symbol ?? product.code,
    scale,
    grid,
    unit: UNIT_SIZE,
    lot: 1,
    referencePrice: price,
    shape: 'futures',
    tradesOvernight: false,
    endsAt: contract?.expiresAt ?? null,
    volatility: Math.hypot(product.share * fund, product.ownVolatility / 100),
    dailyVolume: product.volume,
    tradesPerMinute,
    quotesPerMinute: 12 + 0.8 * tradesPerMinute,
    // The busiest products have a spread of almost always one tick, the others slightly more.
    spread: ((0.7 + 0.5 * Math.max(0, 6 - Math.log10(product.volume))) * grid.tick) / price,
    levelSize: clamp(2, (product.volume / MINUTES / tradesPerMinute) * 3, 400),
  }
}

/** Returns a nine-digit id: a prefix, the product, and the contract month. */
const instrumentId = (contract: Contract, continuous: boolean): string =>
  `470${String(productIndex(contract.product)).padStart(2, '0')}${continuous ? '0000' : contract.contractMonth.slice(2)}`

/**
 * Returns a contract as an exchange instrument; `continuous` uses the product's continuous symbol.
 */
export function futuresInstrument(
  contract: Contract,
  continuous: boolean,
  now: EpochMs,
): FuturesInstrument {
  const { product } = contract
  const { scale, grid } = numbersOf(product)
  return {
    product: 'FUTURES',
    symbol: continuous ? mainSymbol(product) : contract.symbol,
    name: continuous ? `${product.name} continuous` : contract.name,
    instrumentId: instrumentId(contract, continuous),
    exchangeCode: product.exchangeCode,
    status: continuous
      ? ASSUMPTIONS.sessionData.mainStatus
      : now >= contract.expiresAt
        ? 'NT'
        : 'OC',
    scale,
    grid: [{ from: 0, step: grid.tick }],
    code: product.code,
    contractMonth: contract.contractMonth,
    initialMarginCents: Math.round(product.maintenanceCents * 1.1),
    maintenanceMarginCents: product.maintenanceCents,
    feeCents: product.feeCents,
    expiresAt: contract.expiresAt,
    continuous,
  }
}
