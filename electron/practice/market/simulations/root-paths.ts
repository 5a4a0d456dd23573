import type { Calendar } from '../calendar/calendar.js'
import { NightPath, UNREST } from '../paths/night-path.js'
import { createOwnWalk } from '../paths/own-walk.js'
import { hashText } from '../math/random.js'
import { createRoot, type Root } from '../paths/root-path.js'
import type { Security } from '../securities/security.js'
import type { StockSimulation } from './stock-simulation.js'

/**
 * How a product's price is derived: the fund it follows and by how much, and its own daily
 * volatility in percent.
 */
export interface Descent {
  readonly follows: string | null
  readonly share: number
  readonly ownVolatility: number
}

/** Root price paths of products, created once and shared by everything derived from them. */
export interface Roots {
  root(name: string, calendar: Calendar, security: Security, descent: Descent): Root
  regime(serial: number): number
  /** Drops every computed path, because the stocks' paths have changed. */
  drop(): void
}

export function createRoots(seed: string, stocks: StockSimulation): Roots {
  const nights = new Map<string, NightPath>()
  const roots = new Map<string, Root>()
  const night = (symbol: string): NightPath => {
    const known = nights.get(symbol)
    if (known) return known
    const { volatility, referencePrice, listing } = stocks.security(symbol)
    const path = new NightPath({
      path: stocks.path(symbol),
      calendar: stocks.calendar,
      referenceLevel: Math.log(referencePrice),
      volatility,
      unrest: listing.cryptoEtf ? UNREST.crypto : UNREST.usual,
    })
    nights.set(symbol, path)
    return path
  }
  return {
    regime: stocks.regime,
    drop: () => {
      for (const path of nights.values()) path.drop()
      for (const root of roots.values()) root.drop()
    },
    root: (name, calendar, security, { follows, share, ownVolatility }) => {
      const known = roots.get(name)
      if (known) return known
      const ownWalk =
        ownVolatility === 0
          ? null
          : createOwnWalk(hashText(`${seed}:${name}`), {
              calendar,
              volatility: ownVolatility / 100,
              shape: security.shape,
              regime: stocks.regime,
            })
      const root = createRoot(calendar, {
        level: Math.log(security.referencePrice),
        followed: follows === null ? null : night(follows),
        share,
        ownWalk,
      })
      roots.set(name, root)
      return root
    },
  }
}
