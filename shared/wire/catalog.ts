import { AUTH_OPERATIONS } from './families/access/auth.js'
import { CONNECT_OPERATIONS } from './families/access/connect.js'
import { BROKER_ACCOUNT_OPERATIONS } from './families/broker/broker-accounts.js'
import { BROKER_EVENT_OPERATIONS } from './families/broker/broker-events.js'
import { FUNDING_OPERATIONS } from './families/broker/broker-funding.js'
import { BROKER_INSTRUMENT_OPERATIONS } from './families/broker/broker-instruments.js'
import { BROKER_LEDGER_OPERATIONS } from './families/broker/broker-ledger.js'
import { ONBOARDING_OPERATIONS } from './families/broker/broker-onboarding.js'
import { BROKER_ORDER_OPERATIONS } from './families/broker/broker-orders.js'
import { CORPORATE_ACTION_OPERATIONS } from './families/company/corporate-actions.js'
import { FUNDAMENTAL_OPERATIONS } from './families/company/fundamentals.js'
import { NEWS_OPERATIONS } from './families/market-data/news.js'
import { SCREENER_OPERATIONS } from './families/market-data/screeners.js'
import { STOCK_DATA_OPERATIONS } from './families/market-data/stock-data.js'
import { STOCK_EXTRA_OPERATIONS } from './families/market-data/stock-extras.js'
import { STREAMING_OPERATIONS } from './families/market-data/streaming.js'
import { WATCHLIST_OPERATIONS } from './families/market-data/watchlists.js'
import { CRYPTO_OPERATIONS } from './families/products/crypto.js'
import { EVENT_DATA_OPERATIONS } from './families/products/event-data.js'
import { EVENT_DISPLAY_OPERATIONS } from './families/products/event-display.js'
import { EVENT_INSTRUMENT_OPERATIONS } from './families/products/event-instruments.js'
import { FUTURES_OPERATIONS } from './families/products/futures.js'
import { OPTION_OPERATIONS } from './families/products/options.js'
import { STOCK_OPERATIONS } from './families/products/stocks.js'
import { ACCOUNT_OPERATIONS } from './families/trading/accounts.js'
import { ACTIVITY_OPERATIONS } from './families/trading/activities.js'
import { ORDER_OPERATIONS } from './families/trading/orders.js'
import type { Operation } from './operation.js'

/** The families of operations; each file of `families/` exports one record. */
const FAMILIES = [
  AUTH_OPERATIONS,
  CONNECT_OPERATIONS,
  ACCOUNT_OPERATIONS,
  ORDER_OPERATIONS,
  STOCK_OPERATIONS,
  ACTIVITY_OPERATIONS,
  STOCK_DATA_OPERATIONS,
  STREAMING_OPERATIONS,
  WATCHLIST_OPERATIONS,
  SCREENER_OPERATIONS,
  ONBOARDING_OPERATIONS,
  BROKER_ACCOUNT_OPERATIONS,
  FUNDING_OPERATIONS,
  BROKER_LEDGER_OPERATIONS,
  BROKER_ORDER_OPERATIONS,
  BROKER_INSTRUMENT_OPERATIONS,
  BROKER_EVENT_OPERATIONS,
  STOCK_EXTRA_OPERATIONS,
  CORPORATE_ACTION_OPERATIONS,
  FUNDAMENTAL_OPERATIONS,
  NEWS_OPERATIONS,
  OPTION_OPERATIONS,
  FUTURES_OPERATIONS,
  CRYPTO_OPERATIONS,
  EVENT_INSTRUMENT_OPERATIONS,
  EVENT_DATA_OPERATIONS,
  EVENT_DISPLAY_OPERATIONS,
] as const

type OperationsIn<Family> = Family extends unknown ? Family[keyof Family] : never

/** An operation of the catalog, with its literal id and its schemas. */
export type CatalogOperation = OperationsIn<(typeof FAMILIES)[number]>

/** The id of an operation of the catalog. */
export type OperationId = CatalogOperation['id']

/** Every operation that Countersign calls and the practice exchange answers. */
export const CATALOG: readonly (Operation & { readonly id: OperationId })[] = FAMILIES.flatMap(
  (family) => Object.values<Operation & { readonly id: OperationId }>(family),
)
