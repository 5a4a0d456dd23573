import { dataDelayMs } from '../../../shared/domain/environment.js'
import { message } from '../../../shared/messages/make-message.js'
import { randomHex } from '../hex.js'
import { NO_LIMITS_FILE } from '../limits/personal-limit-file.js'
import type { SessionGraph } from '../session/session-graph.js'
import type { TradingSessionOptions } from '../session/trading-session.js'
import { AlertService } from './alert-service.js'
import { AlertSources } from './alert-source.js'
import { ExchangeClock } from './exchange-clock.js'
import { QuoteSource } from './quotes/quote-source.js'

/** Creates the alerts of a session, with everything that they observe. */
export function buildAlerts(
  options: TradingSessionOptions & { readonly onViewChanged: () => void },
  graph: Pick<SessionGraph, 'market' | 'notices'>,
): AlertService {
  const { market, notices } = graph
  const exchange = new ExchangeClock(market, options.clock)
  return new AlertService({
    ...options,
    file: options.alertsFile ?? NO_LIMITS_FILE,
    exchange,
    sources: (sink) => {
      const quotes = new QuoteSource({ ...options, ...sink, market, exchange })
      return new AlertSources({ price: quotes, change: quotes, volume: quotes })
    },
    newId: () => randomHex(options.random, 8),
    isDelayed: dataDelayMs(options.environment) > 0,
    onDamaged: () => {
      notices.add('alerts-damaged', message('session.alertsDamaged'))
      options.onViewChanged()
    },
  })
}
