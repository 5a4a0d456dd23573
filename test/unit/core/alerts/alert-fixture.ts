import { AlertService } from '../../../../electron/core/alerts/alert-service.js'
import { AlertSources } from '../../../../electron/core/alerts/alert-source.js'
import { AccountSource } from '../../../../electron/core/alerts/account/account-source.js'
import { DrawingSource } from '../../../../electron/core/alerts/drawings/drawing-source.js'
import type { ContractFacts } from '../../../../electron/core/conditions/contract-facts.js'
import { TimeSource } from '../../../../electron/core/alerts/drawings/time-source.js'
import { ExchangeClock } from '../../../../electron/core/conditions/exchange-clock.js'
import { IndicatorSource } from '../../../../electron/core/alerts/indicators/indicator-source.js'
import { OrderSource } from '../../../../electron/core/alerts/orders/order-source.js'
import { SeenOrders } from '../../../../electron/core/alerts/orders/seen-orders.js'
import { QuoteSource } from '../../../../electron/core/alerts/quote-source.js'
import { DrawingBook } from '../../../../electron/core/drawings/drawing-book.js'
import type { ChannelReport } from '../../../../electron/core/channel-report.js'
import { QuoteHub, type QuoteHubDeps } from '../../../../electron/core/market/quote-hub.js'
import { isStreamed } from '../../../../electron/core/market/streamed.js'
import type { AlertTerms, FiredAlert } from '../../../../shared/domain/alerts/alert.schema.js'
import {
  asPrice,
  asQuantity,
  dec,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { fakeDocument } from '../../../fakes/document.js'
import { VirtualTime } from '../../../property/provider/virtual-time.js'
import { FakeBroker } from './fake-broker.js'

export const AAPL = symbol('AAPL')
/** 2026-11-20 10:00:00 in New York. */
export const T0 = Date.UTC(2026, 10, 20, 15, 0, 0)
/** The exchange's clock is an hour ahead. */
export const OFFSET_MS = 3_600_000

export const priceTerms = (
  price: string,
  when: 'above' | 'below' | 'through' = 'through',
  more: Partial<AlertTerms> = {},
): AlertTerms => ({
  condition: {
    kind: 'price',
    instrument: { assetClass: 'stock', symbol: AAPL },
    when,
    price: asPrice(dec(price)),
  },
  repeatMs: null,
  expiresAt: null,
  sound: true,
  notification: true,
  note: '',
  ticket: null,
  ...more,
})

export interface Figures {
  readonly last?: string
  readonly changeRatio?: string
  readonly volume?: string
  readonly previousClose?: string
  /** The exchange's time of the figures; now by default. */
  readonly time?: EpochMs
  readonly symbol?: string
}

/** The market data that alerts read, without a broker. */
export class FakeMarket {
  readonly quotes: QuoteHub
  readonly held = new Map<string, number>()
  /** The symbols whose prices are from before the connection. */
  readonly old = new Set<string>()
  offsetMs: number | null = OFFSET_MS
  #state: ChannelReport['state'] = 'live'
  readonly #healthChanged = createEmitter<void>()

  constructor(clock: QuoteHubDeps['clock']) {
    this.quotes = new QuoteHub({
      market: { snapshots: () => Promise.resolve(ok([])) },
      clock,
      timers: { after: () => () => undefined },
      streamed: (name) => this.#state === 'live' && !this.old.has(name),
      watched: () => true,
      watchedSince: () => null,
    })
  }

  get health(): ChannelReport {
    return { state: this.#state, lastMessageAt: null, latencyMs: null, detail: null }
  }

  isInterrupted(name: string): boolean {
    return isStreamed(symbol(name)) && (this.#state !== 'live' || this.isOld(name))
  }

  isOld(name: string): boolean {
    return this.old.has(name)
  }

  onHealth(listener: () => void): () => void {
    return this.#healthChanged.add(listener)
  }

  setState(state: ChannelReport['state']): void {
    this.#state = state
    this.#healthChanged.emit()
  }

  hold(symbols: readonly string[]): () => void {
    for (const name of symbols) this.held.set(name, (this.held.get(name) ?? 0) + 1)
    return () => {
      for (const name of symbols) this.held.set(name, (this.held.get(name) ?? 0) - 1)
    }
  }
}

/** Opens the alerts of one run on a file, with a clock that the test moves. */
export async function openAlerts({
  file = fakeDocument(),
  startMs = T0,
  isDelayed = false,
  state = 'live',
  broker = new FakeBroker(),
  drawingsFile = fakeDocument(),
  contracts = { split: () => Promise.resolve(null), lastDay: () => Promise.resolve(null) },
}: {
  readonly broker?: FakeBroker
  readonly contracts?: ContractFacts
  readonly drawingsFile?: ReturnType<typeof fakeDocument>
  readonly file?: ReturnType<typeof fakeDocument>
  readonly startMs?: number
  readonly isDelayed?: boolean
  readonly state?: ChannelReport['state']
} = {}) {
  const time = new VirtualTime(startMs)
  const market = new FakeMarket(time)
  market.setState(state)
  let ids = 0
  let damaged = 0
  const exchange = new ExchangeClock(market, time)
  const seenOrders = new SeenOrders()
  const drawings = new DrawingBook({
    file: drawingsFile,
    clock: time,
    timers: time,
    log: { event: () => undefined },
    newId: () => 'ffffffffffffffff',
    onDamaged: () => undefined,
  })
  const alerts = new AlertService({
    file,
    timers: time,
    exchange,
    clock: time,
    seenOrders,
    drawings,
    contracts,
    sources: (sink) => {
      const common = { ...sink, exchange, clock: time, timers: time, ...broker }
      return new AlertSources(
        {
          quotes: new QuoteSource({ ...common, market }),
          accounts: new AccountSource(common),
          orders: new OrderSource({ ...common, seen: seenOrders }),
          indicators: new IndicatorSource(common),
          drawings: new DrawingSource({ ...common, market, drawings }),
        },
        new TimeSource({ ...common, drawings }),
      )
    },
    log: { event: () => undefined },
    newId: () => `${(ids += 1)}`.padStart(16, '0'),
    isDelayed,
    onDamaged: () => (damaged += 1),
  })
  const fired: FiredAlert[] = []
  alerts.onFired((alert) => fired.push(alert))
  await alerts.start()
  const exchangeNow = (): EpochMs => epochMs(time.now() + OFFSET_MS)
  return {
    alerts,
    drawings,
    drawingsFile,
    broker,
    market,
    file,
    time,
    fired,
    exchangeNow,
    damaged: () => damaged,
    events: () => fired.map(({ event }) => event),
    quote({
      last,
      changeRatio,
      volume,
      previousClose,
      time: quoteTime,
      symbol: name,
    }: Figures): void {
      market.quotes.apply({
        symbol: symbol(name ?? 'AAPL'),
        receivedAt: time.now(),
        time: quoteTime ?? exchangeNow(),
        ...(last === undefined ? {} : { last: asPrice(dec(last)) as Price }),
        ...(changeRatio === undefined ? {} : { changeRatio: dec(changeRatio) as Decimal }),
        ...(volume === undefined ? {} : { volume: asQuantity(dec(volume)) }),
        ...(previousClose === undefined ? {} : { previousClose: asPrice(dec(previousClose)) }),
      })
    },
    async create(terms: AlertTerms) {
      const made = await alerts.edit({ kind: 'create', terms })
      if (!made.ok) throw new Error(made.error.message.code)
      const last = made.value.alerts.at(-1)
      if (last === undefined) throw new Error('nothing was created')
      return last
    },
  }
}
