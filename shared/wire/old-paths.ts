import type { OperationId } from './catalog.js'

/**
 * Paths of the provider's 2.x libraries, which are live aliases of the same handlers (contract/gap-vs-seed.md 4). A client uses
 * the catalogue's own paths only; the practice exchange answers both, so that those libraries can be pointed at it.
 */
export const OLD_PATHS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  'auth.token.create': ['/openapi/auth/token/create'],
  'auth.token.check': ['/openapi/auth/token/check'],
  'connect.token': ['/openapi/oauth2/token'],
  'trading.accounts.list': ['/openapi/account/list'],
  'trading.balances.get': ['/openapi/assets/balance'],
  'trading.positions.list': ['/openapi/assets/positions'],
  'trading.positions.get': ['/openapi/assets/position/details'],
  'trading.cash-activities.list': ['/openapi/trade/activities/cash'],
  'trading.orders.preview': ['/openapi/trade/order/preview', '/openapi/trade/stock/order/preview'],
  'trading.orders.place': ['/openapi/trade/order/place', '/openapi/trade/stock/order/place'],
  'trading.orders.replace': ['/openapi/trade/order/replace', '/openapi/trade/stock/order/replace'],
  'trading.orders.cancel': ['/openapi/trade/order/cancel', '/openapi/trade/stock/order/cancel'],
  'trading.orders.open': ['/openapi/trade/order/open'],
  'trading.orders.history': ['/openapi/trade/order/history'],
  'trading.orders.get': ['/openapi/trade/order/detail'],
  'trading.stocks.list': ['/openapi/instrument/stock/list'],
  'market.stocks.snapshots': ['/openapi/market-data/stock/snapshot'],
  'market.stocks.ticks': ['/openapi/market-data/stock/tick'],
  'market.stocks.depth': ['/openapi/market-data/stock/quotes'],
  'market.stocks.bars': ['/openapi/market-data/stock/batch-bars'],
  'market.stocks.bars-single': ['/openapi/market-data/stock/bars'],
  'market.streaming.subscribe': ['/openapi/market-data/streaming/subscribe'],
  'market.streaming.unsubscribe': ['/openapi/market-data/streaming/unsubscribe'],
  'market.screeners.gainers-losers': ['/openapi/market-data/screener/gainers-losers'],
  // The last is the seed's own name of the segment.
  'market.screeners.top-actives': ['/openapi/market-data/screener/top-active', '/openapi/market-data/screener/most-active', '/market-data/screeners/top-active/list'],
  'market.screeners.high-dividend': ['/openapi/market-data/screener/high-dividend'],
  'market.screeners.week52': ['/openapi/market-data/screener/52whl'],
  'market.screeners.sectors': ['/openapi/market-data/screener/market-sectors'],
  'market.screeners.sector': ['/openapi/market-data/screener/market-sectors-detail'],
  'market.stocks.footprint': ['/openapi/market-data/stock/footprint'],
  'market.stocks.noii-snapshot': ['/openapi/market-data/stock/noii/snapshot'],
  'market.stocks.noii-bars': ['/openapi/market-data/stock/noii/bars'],
  'market.watchlists.list': ['/openapi/market-data/watchlist/list'],
  'market.watchlists.create': ['/openapi/market-data/watchlist/create'],
  'market.watchlists.update': ['/openapi/market-data/watchlist/update'],
  'market.watchlists.delete': ['/openapi/market-data/watchlist/delete'],
  'market.watchlists.instruments': ['/openapi/market-data/watchlist/instruments/list'],
  'market.watchlists.instruments-add': ['/openapi/market-data/watchlist/instruments/add'],
  'market.watchlists.instruments-remove': ['/openapi/market-data/watchlist/instruments/remove'],
  'market.watchlists.instruments-update': ['/openapi/market-data/watchlist/instruments/update'],
}
