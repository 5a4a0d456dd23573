import type { Disposer } from '../../../shared/domain/brand.js'
import { symbol as asSymbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { Invoke } from '../../bridge/client.js'
import { learnSteps, onMissingSteps } from '../../format/listed-steps.js'

/** The products whose steps main reads in one list for many symbols. */
const IN_LISTS: ReadonlySet<AssetClass> = new Set(['futures', 'crypto'])
/** What a frame writes is asked for together. */
const GATHER_MS = 30
/** Before sign-in nothing can be read; a symbol that is not listed stays unknown. */
const RETRY_MS = 5_000
const MAX_SYMBOLS = 200

type After = (delayMs: number, run: () => void) => Disposer

/**
 * Reads the price steps of the symbols whose prices are written, many in one request and each once.
 * The returned disposer forgets them.
 */
export function followPriceSteps(invoke: Invoke, after: After): Disposer {
  const requested = new Set<string>()
  let gathered: string[] = []
  let cancel: Disposer | null = null

  const readSteps = async (): Promise<void> => {
    cancel = null
    const symbols = gathered.splice(0, MAX_SYMBOLS)
    if (gathered.length > 0) cancel = after(GATHER_MS, () => void readSteps())
    const reply = await invoke('instruments.price-steps', { symbols: symbols.map(asSymbol) })
    if (reply.ok) learnSteps(reply.value)
    else after(RETRY_MS, () => symbols.forEach((symbol) => requested.delete(symbol)))
  }
  const forget = onMissingSteps((symbol, assetClass) => {
    if (requested.has(symbol) || !IN_LISTS.has(assetClass)) return
    requested.add(symbol)
    gathered.push(symbol)
    cancel ??= after(GATHER_MS, () => void readSteps())
  })
  return () => {
    forget()
    cancel?.()
    gathered = []
  }
}
