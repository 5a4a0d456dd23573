import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { hashText } from '../market/math/random.js'
import { addDays, codeSpan } from './rules/event-calendar.js'
import { SERIES_BY_SYMBOL } from './series/index.js'
import type { EventMarket, EventSpec, Occasion, SeriesRule, SeriesSource } from './rules/types.js'

/**
 * A month's figures may be published in the next month: a code without a day is searched this many
 * days beyond.
 */
const BEYOND_DAYS = 50
const MAX_EVENTS = 3_000

/** Derives digits from a name, far above the ids of stocks. */
const idOf = (name: string, first: number): string =>
  String(first * 1e12 + (hashText(name) % 1e6) * 1e6 + (hashText(`id:${name}`) % 1e6))
export const seriesId = (symbol: string): string => String(700_000 + (hashText(symbol) % 100_000))

/** The events of one seed, found by symbol or date and created on demand. */
export interface EventCatalog {
  /**
   * Returns an event by its symbol; undefined when it does not exist or has not opened yet at
   * `now`.
   */
  event(symbol: string, now: EpochMs): EventSpec | undefined
  market(symbol: string, now: EpochMs): EventMarket | undefined
  /**
   * Returns the events of a series listed at `now`, by day: open ones, and recently settled ones.
   */
  listed(rule: SeriesRule, now: EpochMs): readonly EventSpec[]
}

export function createCatalog(source: SeriesSource): EventCatalog {
  const specs = new Map<string, EventSpec>()

  const make = (rule: SeriesRule, occasion: Occasion): EventSpec | null => {
    const draft = rule.event(occasion, source)
    if (draft === null) return null
    const symbol = `${rule.symbol}-${occasion.code}`
    const markets: EventMarket[] = []
    const event: EventSpec = {
      symbol,
      eventId: idOf(symbol, 6),
      rule,
      occasion,
      name: draft.name,
      shortName: draft.shortName,
      model: draft.model,
      markets,
    }
    for (const [index, marketDraft] of draft.markets.entries()) {
      const name = `${symbol}-${marketDraft.suffix}`
      const decidedAt = draft.model.decidedAt(index)
      markets.push({
        symbol: name,
        instrumentId: idOf(name, 8),
        index,
        draft: marketDraft,
        event,
        key: hashText(`${source.seed}:${name}`),
        decidedAt,
        endsAt: epochMs(Math.min(occasion.closesAt, decidedAt)),
      })
    }
    return event
  }
  const specOf = (rule: SeriesRule, occasion: Occasion): EventSpec | undefined => {
    const symbol = `${rule.symbol}-${occasion.code}`
    const cachedSpec = specs.get(symbol)
    if (cachedSpec) return cachedSpec
    // A missing price may become available once the market has advanced, so only successful results
    // are cached.
    const spec = make(rule, occasion)
    if (spec === null) return undefined
    if (specs.size >= MAX_EVENTS) specs.clear()
    specs.set(symbol, spec)
    return spec
  }
  const eventOf = (symbol: string, now: EpochMs): EventSpec | undefined => {
    const cachedSpec = specs.get(symbol)
    if (cachedSpec) return cachedSpec.occasion.opensAt <= now ? cachedSpec : undefined
    const [prefix = '', code = '', rest] = symbol.split('-')
    const rule = SERIES_BY_SYMBOL.get(prefix)
    const span = rule === undefined || rest !== undefined ? null : codeSpan(code)
    if (rule === undefined || span === null) return undefined
    const occasion = rule
      .occasions(span.from, span.from === span.to ? span.to : addDays(span.to, BEYOND_DAYS))
      .find((occasion) => occasion.code === code)
    return occasion === undefined || occasion.opensAt > now ? undefined : specOf(rule, occasion)
  }
  return {
    event: eventOf,
    market: (symbol, now) => {
      const cut = symbol.indexOf('-', symbol.indexOf('-') + 1)
      return cut === -1
        ? undefined
        : eventOf(symbol.slice(0, cut), now)?.markets.find((market) => market.symbol === symbol)
    },
    listed: (rule, now) => {
      const { day } = exchangeClock(now)
      return rule
        .occasions(addDays(day, -rule.listedDaysAfter), addDays(day, rule.leadDays))
        .filter(({ opensAt }) => opensAt <= now)
        .map((occasion) => specOf(rule, occasion))
        .filter((spec) => spec !== undefined)
    },
  }
}
