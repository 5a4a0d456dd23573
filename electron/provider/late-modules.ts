/**
 * Returns a function that loads a module with its first call, and the loaded one afterwards. A
 * module that cannot be loaded is tried again.
 */
function lateModule<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }
}

/** The modules that are not needed before the first paint. */
export const LATE_MODULES = {
  options: lateModule(() => import('./market-data/options.js')),
  futures: lateModule(() => import('./market-data/futures.js')),
  crypto: lateModule(() => import('./market-data/crypto.js')),
  events: lateModule(() => import('./market-data/events.js')),
  products: lateModule(() => import('./market-data/products.js')),
  referenceData: lateModule(() => import('./market-data/reference-data.js')),
  facts: lateModule(() => import('./facts/facts.js')),
  records: lateModule(() => import('./orders/records.js')),
  hostedInstructions: lateModule(() => import('./orders/hosted-instructions.js')),
} as const
