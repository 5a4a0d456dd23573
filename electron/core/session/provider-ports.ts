import type { AppTokenPort } from '../auth/app-token-port.js'
import type { AuthPort } from '../auth/auth-port.js'
import type { InstructionSource } from './instruction-source-port.js'
import type { MarketPort, MarketStreamPort } from '../market/market-port.js'
import type { ProductsPort } from '../market/products-port.js'
import type { ReferenceDataPort } from '../market/reference-data-port.js'
import type { TradeEventsPort } from '../orders/trade-events-port.js'
import type { OrderServiceDeps } from '../orders/order-service.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import type { ApiHealthPort } from './api-health-port.js'

/** Everything that a session needs of the provider, in one hand. */
export interface ProviderPorts {
  readonly auth: AuthPort
  readonly appToken: AppTokenPort
  readonly trade: OrderServiceDeps['trade']
  readonly events: TradeEventsPort
  readonly market: MarketPort
  /** Options, futures, crypto and event contracts; loaded with the first call. */
  products(): Promise<ProductsPort>
  readonly stream: MarketStreamPort
  readonly portfolio: PortfolioPort
  readonly api: ApiHealthPort
  /** Looks at the market that nothing here keeps; loaded with the first of them. */
  readonly referenceData?: () => Promise<ReferenceDataPort>
  /** Instructions of the provider's hosted assistants; loaded with the first call. */
  readonly instructions?: () => Promise<InstructionSource>
  /** Ends connections, pools and timers of its own. */
  dispose(): Promise<void>
}
