import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { contractDates, type ContractDates } from './contract-dates.js'
import { FUTURES_PRODUCTS } from './products.js'
import type { FuturesProduct } from './product-terms.js'

/** Month letters of contract symbols, January first. */
const LETTERS = 'FGHJKMNQUVXZ'
const MAIN = 'main'
const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** One contract month of a product. */
export interface Contract {
  readonly product: FuturesProduct
  /** For example "ESZ6". */
  readonly symbol: string
  readonly name: string
  readonly year: number
  readonly month: number
  /** Running number of the contract month within its product's cycle. */
  readonly position: number
  /** As yyyyMM. */
  readonly contractMonth: string
  readonly dates: ContractDates
  /** Trading ends before this instant. */
  readonly expiresAt: EpochMs
}

/** Index of each product in the list, which also numbers its instruments. */
const ORDER = new Map(FUTURES_PRODUCTS.map((product, index) => [product.code, index]))
const BY_CODE = new Map(FUTURES_PRODUCTS.map((product) => [product.code, product]))

export const productOf = (code: string): FuturesProduct | undefined => BY_CODE.get(code)
export const productIndex = (product: FuturesProduct): number => ORDER.get(product.code) ?? 0

const positionOf = (product: FuturesProduct, year: number, place: number): number =>
  year * product.months.length + place
const contracts = new Map<string, Contract>()

/** Returns the contract at a position of a product's cycle. */
export function contractAt(product: FuturesProduct, position: number): Contract {
  const key = `${product.code}${position}`
  const cachedContract = contracts.get(key)
  if (cachedContract) return cachedContract
  const { months } = product
  const year = Math.floor(position / months.length)
  const month = months[position % months.length] ?? 1
  const dates = contractDates(product, year, month)
  const contract: Contract = {
    product,
    year,
    month,
    position,
    dates,
    symbol: `${product.code}${LETTERS[month - 1] ?? ''}${year % 10}`,
    name: `${product.name} ${MONTH_NAMES[month - 1] ?? ''} ${year}`,
    contractMonth: `${year}${String(month).padStart(2, '0')}`,
    expiresAt: exchangeInstant(dates.lastTrading, product.endsMinute),
  }
  contracts.set(key, contract)
  return contract
}

/** Returns the position of the first contract whose month is not before the given one. */
const positionFrom = (product: FuturesProduct, year: number, month: number): number => {
  const place = product.months.findIndex((candidate) => candidate >= month)
  return place < 0 ? positionOf(product, year + 1, 0) : positionOf(product, year, place)
}

/** Returns a product's contracts that are unexpired at `time` and `date`, nearest first. */
export function listedContracts(
  product: FuturesProduct,
  date: string,
  time: EpochMs,
): readonly Contract[] {
  let position = positionFrom(product, Number(date.slice(0, 4)), Number(date.slice(5, 7))) - 1
  while (contractAt(product, position).expiresAt <= time) position += 1
  return Array.from({ length: product.listed }, (_, ahead) => contractAt(product, position + ahead))
}

/** Returns the position of the most traded contract on a trade date. */
export function mainPosition(product: FuturesProduct, date: string): number {
  let position = positionFrom(product, Number(date.slice(0, 4)), Number(date.slice(5, 7))) - 1
  while (contractAt(product, position).dates.rolls <= date) position += 1
  return position
}

/**
 * Parses a symbol such as "ESZ6": the year digit means the nearest year to `date`, from last year
 * on.
 */
export function contractOf(symbol: string, date: string): Contract | undefined {
  const product = BY_CODE.get(symbol.slice(0, -2))
  const month = LETTERS.indexOf(symbol.at(-2) ?? ' ') + 1
  const digit = symbol.at(-1) ?? ''
  if (product === undefined || month === 0 || !/^\d$/.test(digit)) return undefined
  const place = product.months.indexOf(month)
  if (place < 0) return undefined
  const earliestYear = Number(date.slice(0, 4)) - 1
  return contractAt(
    product,
    positionOf(product, earliestYear + ((Number(digit) - (earliestYear % 10) + 10) % 10), place),
  )
}

/** Returns a product's continuous symbol; {@link productOfMain} does the reverse. */
export const mainSymbol = (product: FuturesProduct): string => `${product.code}${MAIN}`
export const productOfMain = (symbol: string): FuturesProduct | undefined =>
  symbol.endsWith(MAIN) ? BY_CODE.get(symbol.slice(0, -MAIN.length)) : undefined
