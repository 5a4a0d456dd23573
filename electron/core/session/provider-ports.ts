import type { AppTokenPort } from '../auth/app-token-port.js'
import type { AuthPort } from '../auth/auth-port.js'
import type { InstructionSource } from '../instruction-source-port.js'
import type { MarketPort, MarketStreamPort } from '../market/market-port.js'
import type { ProductsPort } from '../market/products-port.js'
import type { ReferenceDataPort } from '../market/reference-data-port.js'
import type { FactsPort } from '../market/facts/facts-port.js'
import type { TradeEventsPort } from '../orders/trade-events-port.js'
import type { RequestBudgetPort } from '../orders/request-budget-port.js'
import type { OrderServiceDeps } from '../orders/order-service.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import type { RequestLog } from '../records/request-log.js'
import type { RecordsPort } from '../records/records-port.js'
import type { NetworkPort } from '../net-ports.js'
import type { ApiHealthPort } from '../api-health-port.js'

/** All ports of the broker's client that a session uses. */
export interface ProviderPorts {
  readonly auth: AuthPort
  readonly appToken: AppTokenPort
  readonly trade: OrderServiceDeps['trade']
  readonly requestBudget: RequestBudgetPort
  readonly events: TradeEventsPort
  readonly market: MarketPort
  /** Loads options, futures, crypto and event contracts on the first call. */
  products(): Promise<ProductsPort>
  /** Loads screeners and facts of companies on the first call. */
  facts(): Promise<FactsPort>
  readonly stream: MarketStreamPort
  readonly portfolio: PortfolioPort
  readonly api: ApiHealthPort
  /** Says when the network or the API is back; the network is never away where absent. */
  readonly network?: NetworkPort
  /** Loads the reference data queries, which are not cached, on the first call. */
  readonly referenceData?: () => Promise<ReferenceDataPort>
  /** The last requests and what came back. */
  readonly requests?: Pick<RequestLog, 'page'>
  /** Loads the broker's records of accounts on the first call. */
  readonly records?: () => Promise<RecordsPort>
  /** Loads the instructions of the broker's hosted assistants on the first call. */
  readonly instructions?: () => Promise<InstructionSource>
  /** Closes its connections, pools and timers. */
  dispose(): Promise<void>
}
