import type { Symbol } from '../../../shared/domain/ids.js'
import type { Instrument, StockKind } from '../../../shared/domain/instruments/instrument.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { ClockPort } from '../ports.js'
import type { MarketPort } from './market-port.js'

/** The list changes with listings and corporate actions, so it is read again after this time. */
const REFRESH_MS = 12 * 3_600_000

/**
 * Returns the rank of a match, best first: exact symbol, symbol prefix, word of the name, part of
 * the symbol, part of the name; null for no match.
 */
function rank(instrument: Instrument, text: string): number | null {
  const symbol = `${instrument.symbol}`.toUpperCase()
  if (symbol === text) return 0
  if (symbol.startsWith(text)) return 1
  const name = instrument.name.toUpperCase()
  if (name.startsWith(text)) return 2
  if (
    text
      .split(/\s+/)
      .every((word) => name.split(/[^A-Z0-9&]+/).some((part) => part.startsWith(word)))
  ) {
    return 3
  }
  // A single letter would match almost everything.
  if (text.length < 2) return null
  if (symbol.includes(text)) return 4
  return name.includes(text) ? 5 : null
}

/**
 * Searches instruments by text, best first: exact symbol, symbol prefixes (shorter first), name
 * prefixes, names whose words start with the text's words. An empty text lists by symbol.
 */
export function searchInstruments(
  list: readonly Instrument[],
  text: string,
  limit: number,
): readonly Instrument[] {
  const query = text.trim().toUpperCase()
  const matches: { readonly instrument: Instrument; readonly rank: number }[] = []
  for (const instrument of list) {
    const matchRank = query === '' ? 1 : rank(instrument, query)
    if (matchRank !== null) matches.push({ instrument, rank: matchRank })
  }
  matches.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.rank === 1 && query !== ''
        ? a.instrument.symbol.length - b.instrument.symbol.length
        : 0) ||
      (a.instrument.symbol < b.instrument.symbol ? -1 : 1),
  )
  return matches.slice(0, limit).map((match) => match.instrument)
}

/** The provider's instruments, read once and cached. */
export interface Instruments {
  all(): Promise<Result<readonly Instrument[], ProviderFailure>>
  /** Returns the listed stocks of one kind, as the provider selects them. */
  ofKind(kind: StockKind): Promise<Result<readonly Instrument[], ProviderFailure>>
  /** Returns an instrument; null when the provider does not list it. */
  get(symbol: Symbol): Promise<Result<Instrument | null, ProviderFailure>>
  /** Returns a cached instrument without a request. */
  known(symbol: Symbol): Instrument | undefined
}

/** The stocks of one kind, and when they were read. */
interface OfKind {
  readonly list: readonly Instrument[]
  readonly readAt: number
}

/** Reads the list on first use; the old list remains in use while a new one cannot be read. */
export function createInstruments(deps: {
  readonly market: Pick<MarketPort, 'instruments'>
  readonly clock: ClockPort
}): Instruments {
  let list: readonly Instrument[] | null = null
  let bySymbol = new Map<Symbol, Instrument>()
  let readAt = 0
  let reading: Promise<Result<readonly Instrument[], ProviderFailure>> | null = null

  const readListing = async (): Promise<Result<readonly Instrument[], ProviderFailure>> => {
    const answer = await deps.market.instruments()
    if (!answer.ok) return list === null ? err(answer.error) : ok(list)
    list = answer.value
    bySymbol = new Map(list.map((instrument) => [instrument.symbol, instrument]))
    readAt = deps.clock.monotonic()
    return ok(list)
  }

  const all = (): Promise<Result<readonly Instrument[], ProviderFailure>> => {
    if (list !== null && deps.clock.monotonic() - readAt < REFRESH_MS) {
      return Promise.resolve(ok(list))
    }
    reading ??= readListing().finally(() => {
      reading = null
    })
    return reading
  }

  const kinds = new Map<StockKind, OfKind>()
  const ofKind = async (kind: StockKind): ReturnType<Instruments['ofKind']> => {
    const before = kinds.get(kind)
    if (before !== undefined && deps.clock.monotonic() - before.readAt < REFRESH_MS) {
      return ok(before.list)
    }
    const answer = await deps.market.instruments(kind)
    if (!answer.ok) return before === undefined ? answer : ok(before.list)
    kinds.set(kind, { list: answer.value, readAt: deps.clock.monotonic() })
    return answer
  }

  return {
    all,
    ofKind,
    async get(symbol) {
      const answer = await all()
      return answer.ok ? ok(bySymbol.get(symbol) ?? null) : answer
    },
    known: (symbol) => bySymbol.get(symbol),
  }
}
