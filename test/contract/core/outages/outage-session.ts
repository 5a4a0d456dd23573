import { performance } from 'node:perf_hooks'
import { systemRandom } from '../../../../electron/adapters/random.js'
import type { TradeEventsPort } from '../../../../electron/core/orders/trade-events-port.js'
import type { MarketStreamPort } from '../../../../electron/core/market/market-port.js'
import type { Provider } from '../../../../electron/provider/gateway.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { randomHex } from '../../../../electron/core/hex.js'
import { OutageProxy, type Line } from '../../../harness/exchange/outage-proxy.js'
import { until } from '../../../harness/system/until.js'
import type { PracticeSession } from '../../provider/practice-session.js'
import { priceOf, quantity, SessionFixture } from '../session-fixture.js'

const AAPL = symbol('AAPL')
const SERVERS = ['api', 'events', 'data'] as const
type Server = (typeof SERVERS)[number]
const FLAP_UP_MS = 2_000
const FLAP_DOWN_MS = 3_000

export interface Outage {
  readonly name: string
  readonly line: Exclude<Line, 'open'>
  /** True where the line is open for two seconds of every five meanwhile. */
  readonly isFlapping?: boolean
  readonly outageMs: number
  /** The servers that are cut off; all where absent. */
  readonly only?: readonly Server[]
  /** True where the computer says that it is online again. */
  readonly isNotified?: boolean
  /** True where a working order of the session is canceled elsewhere after the outage. */
  readonly hasOrder?: boolean
}

/** How long after the end of the outage each stream delivered something, in ms. */
export interface Measured {
  readonly eventsMs: number
  readonly marketMs: number
}

/** Calls when something that only a stream brings has arrived. */
interface Watch {
  onEvent: () => void
  onQuote: () => void
}

const watchedEvents = (events: TradeEventsPort, watch: Watch): TradeEventsPort => ({
  suspect: () => events.suspect?.(),
  start: (accounts, listener) =>
    events.start(accounts, {
      onOrder: (notice) => {
        watch.onEvent()
        listener.onOrder(notice)
      },
      onPosition: (notice) => listener.onPosition?.(notice),
      onOption: (notice) => listener.onOption?.(notice),
      onSubscribed: () => listener.onSubscribed(),
      onLost: (why) => listener.onLost(why),
      onHealth: (report) => listener.onHealth(report),
    }),
})

const watchedMarket = (stream: MarketStreamPort, watch: Watch): MarketStreamPort => ({
  setInterest: (interest) => stream.setInterest(interest),
  start: (listener) =>
    stream.start({
      onQuote: (patch) => {
        watch.onQuote()
        listener.onQuote(patch)
      },
      onDepth: (depth) => listener.onDepth(depth),
      onTick: (tick) => listener.onTick(tick),
      onSubscribed: (interest) => listener.onSubscribed(interest),
      onOverLimit: (symbols) => listener.onOverLimit(symbols),
      onHealth: (report) => listener.onHealth(report),
    }),
})

/** A trading session whose whole traffic passes through lines that can fail. */
export class OutageSession {
  readonly #lines: Readonly<Record<Server, OutageProxy>>
  readonly #online = createEmitter<void>()
  readonly #watch: Watch = { onEvent: () => undefined, onQuote: () => undefined }
  #fixture: SessionFixture | null = null

  private constructor(lines: Readonly<Record<Server, OutageProxy>>) {
    this.#lines = lines
  }

  static async open(): Promise<OutageSession> {
    const [api, events, data] = await Promise.all(SERVERS.map(() => OutageProxy.open()))
    if (api === undefined || events === undefined || data === undefined) throw new Error('lines')
    const opened = new OutageSession({ api, events, data })
    opened.#fixture = await SessionFixture.open({}, 'production', undefined, (_client, practice) =>
      opened.#client(practice),
    )
    opened.fixture.session.streams.quotes([AAPL]).subscribe(() => undefined)
    await opened.fixture.until('all channels live', () =>
      opened.fixture.session.streams.health.get().channels.every(({ state }) => state === 'live'),
    )
    return opened
  }

  get fixture(): SessionFixture {
    if (this.#fixture === null) throw new Error('not open')
    return this.#fixture
  }

  /** The session's client. Its waits are the longest that chance allows. */
  #client(practice: PracticeSession): Provider {
    const { endpoints } = practice
    const { hostname, port } = new URL(endpoints.origins.api)
    const { api, events, data } = this.#lines
    api.target = { host: hostname, port: Number(port) }
    events.target = endpoints.events
    data.target = endpoints.data
    const client = practice.provider({
      endpoints: {
        ...endpoints,
        origins: { ...endpoints.origins, api: `https://${hostname}:${api.port}` },
        events: { ...endpoints.events, port: events.port },
        data: { ...endpoints.data, port: data.port },
        dataFallbacks: [],
      },
      ports: {
        random: { ...systemRandom, fraction: () => 0.999 },
        network: { onBack: (listener) => this.#online.add(listener) },
      },
    })
    return {
      ...client,
      events: watchedEvents(client.events, this.#watch),
      stream: watchedMarket(client.stream, this.#watch),
    }
  }

  /** Cuts the lines for the time of the outage; returns how long the streams took afterwards. */
  async measure(outage: Outage): Promise<Measured> {
    const { line, outageMs, only = SERVERS, isNotified = false, isFlapping = false } = outage
    const { fixture } = this
    const order = outage.hasOrder === true ? await fixture.placeWorking(this.#draft('limit')) : null
    await this.#delivery()
    const cut = only.map((server) => this.#lines[server])
    const during = async (state: Line, ms: number): Promise<void> => {
      for (const proxy of cut) proxy.set(state)
      await new Promise((resolve) => {
        setTimeout(resolve, ms)
      })
    }
    const flaps = isFlapping ? Math.floor(outageMs / (FLAP_UP_MS + FLAP_DOWN_MS)) : 0
    for (let flap = 0; flap < flaps; flap += 1) {
      await during('open', FLAP_UP_MS)
      await during(line, FLAP_DOWN_MS)
    }
    if (!isFlapping) await during(line, outageMs)
    for (const proxy of cut) proxy.set('open')
    if (isNotified) this.#online.emit()
    if (order !== null) await fixture.provider.trade.cancel(fixture.selected, order)
    return this.#delivery()
  }

  async close(): Promise<void> {
    await this.#fixture?.close()
    await Promise.all(Object.values(this.#lines).map((proxy) => proxy.close()))
  }

  /** Waits until both streams have delivered something. */
  async #delivery(): Promise<Measured> {
    const start = performance.now()
    let [eventsMs, marketMs]: [number | null, number | null] = [null, null]
    this.#watch.onEvent = () => {
      eventsMs ??= performance.now() - start
    }
    this.#watch.onQuote = () => {
      marketMs ??= performance.now() - start
    }
    let isPlacing = false
    return until('both streams deliver', () => {
      if (eventsMs === null && !isPlacing) {
        isPlacing = true
        void this.#fill().finally(() => {
          isPlacing = false
        })
      }
      return eventsMs !== null && marketMs !== null && { eventsMs, marketMs }
    })
  }

  /** A market order, or one with a limit that is far below the market. */
  #draft(type: 'market' | 'limit'): OrderDraft {
    const { fixture } = this
    return fixture.draft({
      accountId: fixture.selected,
      assetClass: 'stock',
      symbol: AAPL,
      type,
      size: quantity('1'),
      limitPrice: type === 'limit' ? priceOf('100.00') : null,
    })
  }

  /** Fills an order beside the lines: only the event stream reports that at once. */
  async #fill(): Promise<void> {
    const id = clientOrderId(randomHex(systemRandom, 16))
    await this.fixture.provider.trade.place(this.#draft('market'), id)
    await new Promise((resolve) => {
      setTimeout(resolve, 250)
    })
  }
}
