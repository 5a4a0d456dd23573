import { epochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { CryptoInstrument } from '../../model/instrument.js'
import { PRICE_SCALE, priceUnits, sizeUnits, type Scale } from '../../model/units.js'
import type { Calendar } from '../calendar/calendar.js'
import { createDailyBars } from '../bars/daily-bars.js'
import { createProductPath } from '../paths/product-path.js'
import { SECURITIES } from '../securities/listings.js'
import { PriceGrid } from '../math/price-grid.js'
import { hashText } from '../math/random.js'
import { NATURAL_RATES } from '../tapes/rate-schedule.js'
import type { Roots } from './root-paths.js'
import type { Security } from '../securities/security.js'
import { SessionState } from '../states/session-state.js'
import { SecurityTape } from '../tapes/symbol-tape.js'
import { CRYPTO_AMOUNT, CRYPTO_FOLLOWS, CRYPTO_PAIRS, type CryptoPair } from '../crypto/pairs.js'

/** The scale of most coins: their sizes have eight decimals. */
const USUAL_SCALE: Scale = { price: PRICE_SCALE, size: 8, multiplier: 1 }
const scales = new Map<CryptoPair, Scale>()

/** Returns the scale of a pair, always the same object. */
function scaleOf(pair: CryptoPair): Scale {
  const known = scales.get(pair)
  if (known !== undefined) return known
  const made = pair.places === undefined ? USUAL_SCALE : { ...pair.places, multiplier: 1 }
  scales.set(pair, made)
  return made
}

/** The simulated crypto market. Nothing is generated before it is requested. */
export interface CryptoSimulation {
  readonly pairs: readonly CryptoPair[]
  state(symbol: string): SessionState | undefined
  instrument(symbol: string): CryptoInstrument | undefined
  /** Draws what is still to come again, because a coin's path has changed. */
  redraw(): void
}

const RANK = 900
const DAY_MINUTES = 24 * 60

/**
 * Checks a number parsed from the table. An invalid one is a bug, because the table is part of the
 * program.
 */
function tabled(units: number | null, text: string): number {
  if (units === null) throw new RangeError(`not on the scale of crypto: ${text}`)
  return units
}
const price = (text: string, pair: CryptoPair): number =>
  tabled(priceUnits(text, scaleOf(pair)), text)
const size = (text: string, pair: CryptoPair): number =>
  tabled(sizeUnits(text, scaleOf(pair)), text)

function securityOf(pair: CryptoPair): Security {
  const bitcoin = SECURITIES.find(({ symbol }) => symbol === CRYPTO_FOLLOWS)?.volatility ?? 0
  const tradesPerMinute = Math.min(45, 3 + 6 * Math.sqrt(pair.dollars))
  const dailyVolume = Math.round((pair.dollars * 1e6) / Number(pair.price) / Number(pair.unit))
  return {
    symbol: pair.symbol,
    scale: scaleOf(pair),
    grid: new PriceGrid(price(pair.tick, pair)),
    unit: size(pair.unit, pair),
    lot: pair.lot,
    referencePrice: price(pair.price, pair),
    shape: 'round-the-clock',
    tradesOvernight: false,
    endsAt: null,
    volatility: Math.hypot(pair.share * bitcoin, pair.ownVolatility / 100),
    dailyVolume,
    tradesPerMinute,
    quotesPerMinute: 15 + 0.8 * tradesPerMinute,
    spread: 2e-4 * (46 / pair.dollars) ** 0.3,
    levelSize: Math.max(1, (dailyVolume / DAY_MINUTES / tradesPerMinute) * 3),
  }
}

const instrumentOf = (pair: CryptoPair): CryptoInstrument => ({
  product: 'CRYPTO',
  symbol: pair.symbol,
  name: pair.name,
  instrumentId: pair.instrumentId,
  exchangeCode: ASSUMPTIONS.sessionData.cryptoExchange,
  status: 'OC',
  scale: scaleOf(pair),
  grid: [{ from: 0, step: price(pair.tick, pair) }],
  minCents: Number(CRYPTO_AMOUNT.min) * 100,
  maxCents: Number(CRYPTO_AMOUNT.max) * 100,
  minSize: size(pair.minQuantity, pair),
  maxSize: size(pair.maxQuantity, pair),
})

export function createCryptoSimulation(
  seed: string,
  calendar: Calendar,
  roots: Roots,
): CryptoSimulation {
  const bySymbol = new Map(CRYPTO_PAIRS.map((pair) => [pair.symbol, pair]))
  const instruments = new Map<string, CryptoInstrument>()
  const states = new Map<string, SessionState>()
  const make = (pair: CryptoPair): SessionState => {
    const security = securityOf(pair)
    const root = roots.root(`coin ${pair.symbol}`, calendar, security, {
      follows: CRYPTO_FOLLOWS,
      share: pair.share,
      ownVolatility: pair.ownVolatility,
    })
    const paths = createProductPath(hashText(`${seed}:${pair.symbol}`), {
      calendar,
      root,
      term: { carry: 0, season: 0, expiresAt: epochMs(0) },
      liveliness: { regime: roots.regime, share: () => 1 },
    })
    const tape = new SecurityTape({ security, calendar, paths, rates: NATURAL_RATES })
    return new SessionState({
      tape,
      daily: createDailyBars(tape, calendar),
      calendar,
      rates: NATURAL_RATES,
      rank: RANK + CRYPTO_PAIRS.indexOf(pair),
    })
  }
  return {
    pairs: CRYPTO_PAIRS,
    redraw: () => {
      for (const { tape } of states.values()) tape.redraw()
    },
    state: (symbol) => {
      const known = states.get(symbol)
      const pair = bySymbol.get(symbol)
      if (known !== undefined || pair === undefined) return known
      const made = make(pair)
      states.set(symbol, made)
      return made
    },
    instrument: (symbol) => {
      const known = instruments.get(symbol)
      const pair = bySymbol.get(symbol)
      if (known !== undefined || pair === undefined) return known
      const made = instrumentOf(pair)
      instruments.set(symbol, made)
      return made
    },
  }
}
