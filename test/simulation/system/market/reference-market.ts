import { PROGRAM_BY_UNDERLYING } from '../../../../electron/practice/options/programs.js'
import { contractOf, type Contract } from '../../../../electron/practice/options/contracts.js'
import { expiriesOn } from '../../../../electron/practice/options/expiries.js'
import { SERIES } from '../../../../electron/practice/events/series/index.js'
import {
  openMarketSimulation,
  allSources,
  type MarketSimulation,
  type Source,
} from '../../../../electron/practice/simulation/market-simulation.js'
import { START } from '../time/virtual-time.js'

/** The instruments that are traded in a simulation, by product. */
export interface TradedInstruments {
  readonly stocks: readonly string[]
  /** Two calls of one underlying and expiration: the legs of a vertical, lower strike first. */
  readonly options: readonly [Contract, Contract]
  readonly futures: readonly string[]
  readonly crypto: readonly string[]
  readonly events: readonly string[]
}

/**
 * The practice exchange's own market at one moment: its instruments, books and reference prices. It
 * never advances, so that all simulations of a process can share it; building it takes longer than
 * a whole simulation.
 */
export interface ReferenceMarket {
  readonly simulation: MarketSimulation
  readonly sources: Source
  readonly traded: TradedInstruments
}

const STOCKS = ['AAPL', 'MSFT', 'F'] as const
const DAYS_TO_EXPIRATION = '2026-12-10'

function optionLegs({ options, market }: MarketSimulation): readonly [Contract, Contract] {
  const program = PROGRAM_BY_UNDERLYING.get('AAPL')
  const spot = market.reference('AAPL')?.last
  if (program === undefined || spot === undefined) throw new Error('AAPL has no options')
  const expiry = expiriesOn(program.cycle, options.listings.today()).find(
    ({ day }) => day >= DAYS_TO_EXPIRATION,
  )
  if (expiry === undefined) throw new Error('there is no expiration')
  const [low, high] = options.listings.strikesOf(program, expiry).filter((strike) => strike > spot)
  if (low === undefined || high === undefined) throw new Error('there are no strikes')
  return [contractOf(program, expiry, 'CALL', low), contractOf(program, expiry, 'CALL', high)]
}

/** Returns an event market that trades now, with a price away from certainty. */
function eventMarket({ events }: MarketSimulation): string {
  for (const rule of SERIES) {
    for (const event of events.catalog.listed(rule, START)) {
      for (const { symbol } of event.markets) {
        const last = events.reference(symbol)?.last ?? 0
        const { bids, asks } = events.book(symbol) ?? { bids: [], asks: [] }
        const open = events.instrument(symbol)?.status === 'OC'
        if (open && last > 2_500 && last < 7_500 && bids.length > 2 && asks.length > 2) {
          return symbol
        }
      }
    }
  }
  throw new Error('no event market trades')
}

function build(): ReferenceMarket {
  const simulation = openMarketSimulation({
    seed: 'simulation',
    anchor: START,
    now: START,
    clock: () => START,
    onPrint: () => undefined,
  })
  const { market, events, options } = simulation
  const future = market.contract('MESmain')?.symbol
  if (future === undefined) throw new Error('there is no future')
  return {
    simulation,
    sources: allSources(market, [events, options]),
    traded: {
      stocks: STOCKS,
      options: optionLegs(simulation),
      futures: [future],
      crypto: ['BTCUSD', 'ETHUSD'],
      events: [eventMarket(simulation)],
    },
  }
}

let shared: ReferenceMarket | null = null

/** Returns the market that all simulations of this process share. */
export const referenceMarket = (): ReferenceMarket => (shared ??= build())
