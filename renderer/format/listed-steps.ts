import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Disposer } from '../../shared/domain/brand.js'
import { asPrice, dec } from '../../shared/domain/decimal.js'
import type { AssetClass } from '../../shared/domain/instruments/instrument.js'
import type { PriceStep } from '../../shared/domain/instruments/listing.js'
import { STOCK_STEPS, type ListedSteps } from '../../shared/domain/instruments/price-steps.js'
import { symbolClass } from '../../shared/domain/instruments/symbol-class.js'

/**
 * The price steps of the listings that this window shows. Steps of stocks and options follow from
 * the product; steps of futures, coins and event contracts are read once from main. Until they are
 * known a price is written with all of its digits.
 */

type Steps = readonly PriceStep[]

const CENT_STEPS: Steps = [{ from: asPrice(dec('0')), step: dec('0.01') }]

/** The steps of the products that have the same in every listing; null where each has its own. */
const OF_PRODUCT: Readonly<Record<AssetClass, Steps | null>> = {
  stock: STOCK_STEPS,
  option: CENT_STEPS,
  futures: null,
  crypto: null,
  event: null,
}

const store = createStore<{ readonly steps: ReadonlyMap<string, Steps> }>(() => ({
  steps: new Map(),
}))
/** The products of the symbols that were written: the spelling is read once. */
const products = new Map<string, AssetClass>()
let onMissing: (symbol: string, assetClass: AssetClass) => void = () => undefined

/** Remembers the steps of listings; an empty list of steps means that none are published. */
export function learnSteps(listed: readonly ListedSteps[]): void {
  const { steps } = store.getState()
  const unknown = listed.filter((entry) => entry.steps.length > 0 && !steps.has(entry.symbol))
  if (unknown.length === 0) return
  store.setState({
    steps: new Map([...steps, ...unknown.map((entry) => [entry.symbol, entry.steps] as const)]),
  })
}

/** Calls back for each symbol whose steps are missed, once per writing, until disposed. */
export function onMissingSteps(listener: typeof onMissing): Disposer {
  onMissing = listener
  return () => {
    onMissing = () => undefined
    store.setState({ steps: new Map() })
    products.clear()
  }
}

/** Renders again when the steps of further listings are known. */
export const useListedSteps = (): unknown =>
  useSyncExternalStore(store.subscribe, () => store.getState().steps)

const productOf = (symbol: string): AssetClass => {
  const known = products.get(symbol)
  if (known !== undefined) return known
  const assetClass = symbolClass(symbol)
  products.set(symbol, assetClass)
  return assetClass
}

/**
 * Returns the price steps of a symbol; null while they are not known.
 * @param assetClass the product, where the spelling suggests another: an order for an option has
 * the symbol of its underlying
 */
export function stepsOf(symbol: string, assetClass?: AssetClass): Steps | null {
  const product = assetClass ?? productOf(symbol)
  const ofProduct = OF_PRODUCT[product]
  if (ofProduct !== null) return ofProduct
  const steps = store.getState().steps.get(symbol)
  if (steps === undefined) onMissing(symbol, product)
  return steps ?? null
}
