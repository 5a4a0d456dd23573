import type {
  MarketSector,
  PolledList,
  Ranking,
  RankingView,
  SectorsView,
} from '../../../../shared/domain/reference/screener.js'
import type {
  RankingQuery,
  SectorsQuery,
} from '../../../../shared/domain/reference/screener.schema.js'
import type { LiveValue } from '../../live-values.js'
import type { NetworkPort } from '../../net-ports.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import { PolledValue } from '../polling/polled-value.js'
import { nextOfList, type ListRead } from './polled-list.js'
import type { ScreenerPort } from './facts-port.js'

/** A ranking moves with the market; a list a second would use up the budget of its operation. */
const TURN_MS = 30_000
/** The longest pause after a failed read. */
const RETRY_MS = 10_000
/** A broker without the list is asked again after this time: a key may be granted more. */
const ABSENT_MS = 10 * 60_000

export interface ScreenersDeps {
  readonly port: () => Promise<ScreenerPort>
  readonly clock: Pick<ClockPort, 'now'>
  readonly timers: TimerPort
  readonly network?: NetworkPort | undefined
}

/** Rankings and sectors, read while somebody watches them; watchers of the same list share it. */
export class Screeners {
  readonly #deps: ScreenersDeps
  readonly #rankings = new Map<string, LiveValue<RankingView>>()
  readonly #sectors = new Map<string, LiveValue<SectorsView>>()

  constructor(deps: ScreenersDeps) {
    this.#deps = deps
  }

  ranking(query: RankingQuery): LiveValue<RankingView> {
    return this.#watched<Ranking>(this.#rankings, JSON.stringify(query), (port) =>
      port.ranking(query),
    )
  }

  sectors(query: SectorsQuery): LiveValue<SectorsView> {
    return this.#watched<readonly MarketSector[]>(this.#sectors, JSON.stringify(query), (port) =>
      port.sectors(query),
    )
  }

  #watched<T>(
    lists: Map<string, LiveValue<PolledList<T>>>,
    key: string,
    readList: (port: ScreenerPort) => ListRead<T>,
  ): LiveValue<PolledList<T>> {
    const known = lists.get(key)
    if (known !== undefined) return known
    const { port, clock, timers, network } = this.#deps
    const polled = new PolledValue<PolledList<T>>({
      initial: { state: 'loading', value: null, readAt: null, problem: null },
      read: async (before) => nextOfList(before, await readList(await port()), clock.now()),
      pauseMs: ({ state }) => (state === 'absent' ? ABSENT_MS : TURN_MS),
      retry: { isDue: ({ state }) => state === 'failed', maxMs: RETRY_MS },
      timers,
      network,
      onIdle: () => lists.delete(key),
    })
    lists.set(key, polled)
    return polled
  }
}
