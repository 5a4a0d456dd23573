import { dataDelayMs } from '../../../../shared/domain/environment.js'
import { message } from '../../../../shared/messages/make-message.js'
import { randomHex } from '../../hex.js'
import { NO_LIMITS_FILE } from '../../limits/personal-limit-file.js'
import type { TradingSessionOptions } from '../session-options.js'
import { AlertService } from '../../alerts/alert-service.js'
import type { CompanyReader } from '../../market/facts/company-reader.js'
import type { Listings } from '../../market/listings.js'
import type { MarketDataService } from '../../market/market-data-service.js'
import type { Notices } from '../../notices.js'
import type { DrawingLookup } from '../../drawings/drawing-book.js'
import { DrawingSource } from '../../alerts/drawings/drawing-source.js'
import { TimeSource } from '../../alerts/drawings/time-source.js'
import { AccountSource, type AccountSourceDeps } from '../../alerts/account/account-source.js'
import { AlertSources, type AlertSink } from '../../alerts/alert-source.js'
import { contractFacts } from '../../conditions/contract-facts.js'
import { ExchangeClock } from '../../conditions/exchange-clock.js'
import {
  IndicatorSource,
  type IndicatorSourceDeps,
} from '../../alerts/indicators/indicator-source.js'
import { OrderSource, type OrderSourceDeps } from '../../alerts/orders/order-source.js'
import { SeenOrders } from '../../alerts/orders/seen-orders.js'
import { QuoteSource } from '../../alerts/quote-source.js'

/** The parts of a session that alerts observe. */
export type AlertParts = Omit<
  AccountSourceDeps,
  keyof AlertSink | 'exchange' | 'clock' | 'timers'
> &
  Pick<OrderSourceDeps, 'orders' | 'lists'> &
  Pick<IndicatorSourceDeps, 'bars' | 'network'> & {
    readonly market: MarketDataService
    readonly drawings: DrawingLookup
    readonly notices: Notices
    readonly companies: Pick<CompanyReader, 'section'>
    readonly listings: Pick<Listings, 'instrument'>
  }

/** Creates the alerts of a session, with everything that they observe. */
export function buildAlerts(
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
  parts: AlertParts,
): AlertService {
  const { market, notices, drawings } = parts
  const exchange = new ExchangeClock(market, options.clock)
  const seenOrders = new SeenOrders()
  return new AlertService({
    ...options,
    seenOrders,
    drawings,
    contracts: contractFacts({
      companies: parts.companies,
      instrument: (symbol) => parts.listings.instrument(symbol),
    }),
    file: options.alertsFile ?? NO_LIMITS_FILE,
    exchange,
    sources: (sink) => {
      const common = { ...options, ...sink, ...parts, exchange }
      return new AlertSources(
        {
          quotes: new QuoteSource(common),
          accounts: new AccountSource(common),
          orders: new OrderSource({ ...common, seen: seenOrders }),
          indicators: new IndicatorSource(common),
          drawings: new DrawingSource(common),
        },
        new TimeSource({ ...options, ...sink, drawings, exchange }),
      )
    },
    newId: () => randomHex(options.random, 8),
    isDelayed: dataDelayMs(options.environment) > 0,
    onDamaged: () => {
      notices.add('alerts-damaged', message('session.alertsDamaged'))
      options.onViewChanged()
    },
  })
}
