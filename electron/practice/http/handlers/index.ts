import type { Handlers } from '../operations/handler.js'
import { activityHandlers } from './trading/activities.js'
import { authHandlers } from './auth/auth.js'
import { brokerAccountHandlers } from './broker/broker-accounts.js'
import { brokerFundingHandlers } from './broker/broker-funding.js'
import { brokerInstrumentHandlers } from './broker/broker-instruments.js'
import { brokerLedgerHandlers } from './broker/broker-ledger.js'
import { brokerOnboardingHandlers } from './broker/broker-onboarding.js'
import { brokerOrderHandlers } from './broker/broker-orders.js'
import { connectHandlers } from './auth/connect.js'
import { instrumentHandlers } from './reference/instruments.js'
import { marketHandlers } from './market-data/market-data.js'
import { corporateActionHandlers } from './reference/corporate-actions.js'
import { eventDataHandlers } from './events/event-data.js'
import { eventDisplayHandlers } from './events/event-display.js'
import { eventGameHandlers } from './events/event-games.js'
import { brokerEventHandlers, eventInstrumentHandlers } from './events/event-instruments.js'
import { cryptoHandlers } from './products/crypto.js'
import { futuresDataHandlers } from './products/futures.js'
import { futuresInstrumentHandlers } from './products/futures-instruments.js'
import { fundamentalHandlers } from './reference/fundamentals.js'
import { fundHandlers } from './reference/funds.js'
import { newsHandlers } from './reference/news.js'
import { optionContractHandlers } from './products/option-contracts.js'
import { optionHandlers } from './products/options.js'
import { screenerHandlers } from './reference/screeners.js'
import { stockExtraHandlers } from './market-data/stock-extras.js'
import { streamingHandlers } from './market-data/streaming.js'
import { batchHandlers } from './trading/batch-place.js'
import { tradingHandlers } from './trading/trading.js'
import { watchlistHandlers } from './watchlists.js'

/** The handler of every operation in the catalog. */
export const HANDLERS: Handlers = {
  ...authHandlers,
  ...connectHandlers,
  ...tradingHandlers,
  ...batchHandlers,
  ...instrumentHandlers,
  ...marketHandlers,
  ...streamingHandlers,
  ...newsHandlers,
  ...fundamentalHandlers,
  ...fundHandlers,
  ...corporateActionHandlers,
  ...stockExtraHandlers,
  ...watchlistHandlers,
  ...screenerHandlers,
  ...activityHandlers,
  ...optionContractHandlers,
  ...optionHandlers,
  ...eventInstrumentHandlers,
  ...eventDataHandlers,
  ...eventDisplayHandlers,
  ...eventGameHandlers,
  ...brokerEventHandlers,
  ...futuresInstrumentHandlers,
  ...futuresDataHandlers,
  ...cryptoHandlers,
  ...brokerOnboardingHandlers,
  ...brokerAccountHandlers,
  ...brokerFundingHandlers,
  ...brokerLedgerHandlers,
  ...brokerOrderHandlers,
  ...brokerInstrumentHandlers,
}
