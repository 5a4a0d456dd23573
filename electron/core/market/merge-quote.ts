import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { QuotePatch } from './market-port.js'

/** A quote of which nothing is known yet. */
export const emptyQuote = (symbol: Symbol, receivedAt: EpochMs): Quote => ({
  symbol, last: null, bid: null, bidSize: null, ask: null, askSize: null, open: null, high: null, low: null, previousClose: null, change: null,
  changeRatio: null, volume: null, turnover: null, session: null, time: null, receivedAt,
})

const MEMBERS = [
  'last', 'bid', 'bidSize', 'ask', 'askSize', 'open', 'high', 'low', 'previousClose', 'change', 'changeRatio', 'volume', 'turnover', 'session', 'time',
] as const satisfies readonly Exclude<keyof Quote, 'symbol' | 'receivedAt'>[]

/**
 * Puts what a message told over what is known. A patch whose exchange time is older than the quote's (a snapshot that was
 * overtaken by the stream) only fills what is still unknown.
 */
export function mergeQuote(known: Quote, patch: QuotePatch): Quote {
  const older = patch.time !== undefined && known.time !== null && patch.time < known.time
  const next: Record<string, unknown> = { ...known, receivedAt: patch.receivedAt > known.receivedAt ? patch.receivedAt : known.receivedAt }
  for (const member of MEMBERS) {
    const told = patch[member]
    if (told !== undefined && (!older || known[member] === null)) next[member] = told
  }
  return next as unknown as Quote
}
