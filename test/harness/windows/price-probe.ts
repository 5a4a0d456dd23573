/**
 * Collects, in the page, which symbols have a price: `pricedSymbols`. Add it as an init script, so
 * that it runs before the application.
 */
export const PRICE_PROBE = `(() => {
  const priced = globalThis.pricedSymbols = new Set()
  addEventListener('message', (event) => event.ports[0]?.addEventListener('message', ({ data }) => {
    for (const frame of Array.isArray(data) ? data.flatMap(({ frames }) => frames) : []) {
      if (!Array.isArray(frame.body)) continue
      for (const row of frame.body) if ('receivedAt' in row && row.last !== null) priced.add(row.symbol)
    }
  }))
})()`

/** The expression that counts them. */
export const PRICED_COUNT = 'pricedSymbols.size'
