import type { ConsoleSectionId } from '../../../shared/domain/institution/institution-view.js'
import { BROKER_ACCOUNT_OPERATIONS as ACCOUNTS } from '../../../shared/wire/families/broker/broker-accounts.js'
import { BROKER_EVENT_OPERATIONS as EVENTS } from '../../../shared/wire/families/broker/broker-events.js'
import { FUNDING_OPERATIONS as FUNDING } from '../../../shared/wire/families/broker/broker-funding.js'
import { BROKER_INSTRUMENT_OPERATIONS as INSTRUMENTS } from '../../../shared/wire/families/broker/broker-instruments.js'
import { BROKER_LEDGER_OPERATIONS as LEDGER } from '../../../shared/wire/families/broker/broker-ledger.js'
import { ONBOARDING_OPERATIONS as ONBOARDING } from '../../../shared/wire/families/broker/broker-onboarding.js'
import { BROKER_ORDER_OPERATIONS as ORDERS } from '../../../shared/wire/families/broker/broker-orders.js'
import { NEWS_OPERATIONS as DISPLAY } from '../../../shared/wire/families/market-data/news.js'
import { EVENT_DISPLAY_OPERATIONS as EVENT_DISPLAY } from '../../../shared/wire/families/products/event-display.js'
import type { Operation } from '../../../shared/wire/operation.js'

/** The operations of each section of the console: reads first, lists before details. */
export const SECTION_OPERATIONS = (): Readonly<Record<ConsoleSectionId, readonly Operation[]>> => ({
  accounts: [
    ACCOUNTS.listBrokerAccounts,
    ACCOUNTS.getBrokerAccount,
    ACCOUNTS.createBrokerAccount,
    ACCOUNTS.updateBrokerAccount,
    ACCOUNTS.closeBrokerAccount,
  ],
  applications: [ACCOUNTS.getApplication],
  forms: [ONBOARDING.listForms, ONBOARDING.getForm, ONBOARDING.listFormVersions],
  agreements: [ONBOARDING.listAgreements, ONBOARDING.getAgreement],
  documents: [ONBOARDING.downloadDocument, ONBOARDING.uploadDocument],
  banks: [
    FUNDING.listAch,
    FUNDING.listBanks,
    FUNDING.createAch,
    FUNDING.deleteAch,
    FUNDING.createBank,
    FUNDING.deleteBank,
  ],
  transfers: [
    FUNDING.listFunding,
    FUNDING.getFunding,
    FUNDING.createFunding,
    FUNDING.cancelFunding,
  ],
  'instant-funding': [FUNDING.getInstantFunding, FUNDING.createInstantFunding],
  'credits-fees': [LEDGER.getCredit, LEDGER.getFee, LEDGER.createCredit, LEDGER.createFee],
  journals: [
    LEDGER.getJournal,
    LEDGER.getThirdPartyJournal,
    LEDGER.createJournal,
    LEDGER.createThirdPartyJournal,
  ],
  assets: [LEDGER.getBrokerBalance, LEDGER.listBrokerPositions, LEDGER.getAssetSummary],
  'cash-activities': [LEDGER.listBrokerCashActivities],
  orders: [
    ORDERS.listBrokerOpenOrders,
    ORDERS.listBrokerOrderHistory,
    ORDERS.getBrokerOrder,
    ORDERS.previewBrokerOrder,
    ORDERS.placeBrokerOrder,
    ORDERS.replaceBrokerOrder,
    ORDERS.cancelBrokerOrder,
  ],
  executions: [ORDERS.listBrokerExecutions],
  instruments: [INSTRUMENTS.listBrokerStocks, INSTRUMENTS.getBrokerCorporateActions],
  events: [
    EVENTS.listBrokerEventCategories,
    EVENTS.listBrokerEventSeries,
    EVENTS.listBrokerEvents,
    EVENTS.listBrokerEventMarkets,
  ],
  'master-data': [ONBOARDING.listEnums, ONBOARDING.listTradingCalendar],
  display: [
    DISPLAY.displayProfiles,
    DISPLAY.displayLogos,
    EVENT_DISPLAY.eventTags,
    EVENT_DISPLAY.sportsFilters,
    EVENT_DISPLAY.displaySeries,
    EVENT_DISPLAY.displayEvents,
    EVENT_DISPLAY.eventMilestones,
    EVENT_DISPLAY.displaySnapshot,
    EVENT_DISPLAY.displayDepth,
    EVENT_DISPLAY.displayBars,
    EVENT_DISPLAY.displayBarsByEvent,
    EVENT_DISPLAY.eventLiveData,
    EVENT_DISPLAY.eventGameStats,
  ],
})
