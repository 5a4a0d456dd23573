import type { Faults } from '../faults/faults.js'
import type { Variants } from '../faults/variants.js'
import type { Services } from '../http/operations/services.js'
import type { PracticeOptions } from '../model/practice-options.js'
import { Authorizer } from '../oauth/authorize.js'
import type { HostAddresses } from './host-addresses.js'
import type { LiveSimulation } from './live-simulation.js'
import type { MarketStreams } from './market-streams.js'
import type { PracticeData } from './practice-data.js'
import type { PracticeRecords } from './practice-records.js'

/** The parts of an exchange that its operations use. */
export interface PracticeParts {
  readonly options: PracticeOptions
  readonly data: PracticeData
  readonly live: LiveSimulation
  readonly records: PracticeRecords
  readonly streams: MarketStreams
  readonly faults: Faults
  readonly variants: Variants
  readonly addresses: HostAddresses
}

/** What the services need of the parts. */
export interface ServiceParts
  extends Pick<PracticeParts, 'options' | 'records' | 'faults' | 'variants' | 'addresses'> {
  readonly data: Pick<PracticeData, 'keys' | 'wall'>
  readonly live: Pick<LiveSimulation, 'simulation' | 'now' | 'setSpeed'>
  readonly streams: Pick<MarketStreams, 'subscriptions' | 'feeds' | 'tickRate'>
}

/** Joins the parts of an exchange to the services of its operations. */
export function createServices(parts: ServiceParts): Services {
  const { options, data, live, records, streams, faults, variants, addresses } = parts
  const { keys, wall } = data
  const { market, events: eventVenue, options: optionVenue, reference } = live.simulation
  const { exchange, tokens, grants, clientTokens, watchlists, broker, hosted, userId } = records
  const { subscriptions, feeds } = streams
  return {
    options,
    keys,
    market,
    eventVenue,
    optionVenue,
    reference,
    exchange,
    tokens,
    grants,
    clientTokens,
    authorizer: new Authorizer(keys, userId, grants, variants),
    subscriptions,
    feeds,
    faults,
    variants,
    watchlists,
    broker,
    hosted,
    wall,
    now: live.now,
    userId,
    persist: (scope) => records.persister.persist(scope),
    whenDurable: () => records.persister.whenDurable(),
    tickRate: (perSecond) => {
      market.setTickRate(perSecond)
      records.persister.tickRate(perSecond)
      streams.tickRate(perSecond)
    },
    speed: (speed) => {
      live.setSpeed(speed)
      records.persister.speed()
    },
    accepted: (id) => records.countAccepted(id),
    passport: () => addresses.passport,
  }
}

/** Returns the services of the market data operations: as the published simulation answers them. */
export function dataServicesOf(services: Services, streams: MarketStreams): Services {
  if (!streams.isDelayed) return services
  const { market, events, options, exchange } = streams.simulation
  return {
    ...services,
    market,
    eventVenue: events,
    optionVenue: options,
    exchange: { ...services.exchange, depth: exchange.depth, last: exchange.last },
    now: streams.now,
  }
}
