import type { Handlers } from '../handler.js'
import { activityHandlers } from './activities.js'
import { authHandlers } from './auth.js'
import { brokerAccountHandlers } from './broker-accounts.js'
import { brokerFundingHandlers } from './broker-funding.js'
import { brokerInstrumentHandlers } from './broker-instruments.js'
import { brokerLedgerHandlers } from './broker-ledger.js'
import { brokerOnboardingHandlers } from './broker-onboarding.js'
import { brokerOrderHandlers } from './broker-orders.js'
import { connectHandlers } from './connect.js'
import { instrumentHandlers } from './instruments.js'
import { marketHandlers } from './market-data.js'
import { corporateActionHandlers } from './corporate-actions.js'
import { eventDataHandlers } from './event-data.js'
import { eventDisplayHandlers } from './event-display.js'
import { eventGameHandlers } from './event-games.js'
import { brokerEventHandlers, eventInstrumentHandlers } from './event-instruments.js'
import { cryptoHandlers } from './crypto.js'
import { futuresDataHandlers } from './futures.js'
import { futuresInstrumentHandlers } from './futures-instruments.js'
import { fundamentalHandlers } from './fundamentals.js'
import { fundHandlers } from './funds.js'
import { newsHandlers } from './news.js'
import { optionContractHandlers } from './option-contracts.js'
import { optionHandlers } from './options.js'
import { screenerHandlers } from './screeners.js'
import { stockExtraHandlers } from './stock-extras.js'
import { streamingHandlers } from './streaming.js'
import { batchHandlers } from './batch-place.js'
import { tradingHandlers } from './trading.js'
import { watchlistHandlers } from './watchlists.js'

/** Every operation of the catalog and what answers it. */
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
