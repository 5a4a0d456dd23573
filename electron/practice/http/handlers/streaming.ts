import { err, ok } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { EMPTY } from '../answer.js'
import type { Handlers } from '../handler.js'
import { refused } from '../refusal.js'
import { findListings, readDepth } from './market-requests.js'

const STOCKS: readonly string[] = ['US_STOCK', 'US_ETF']
const notConnected = refused(CODES.invalidParameter, 'The session is not connected.')

export const streamingHandlers: Pick<Handlers, 'market.streaming.subscribe' | 'market.streaming.unsubscribe'> = {
  'market.streaming.subscribe': (request, { services }) => {
    if (!STOCKS.includes(request.category)) return err(refused(CODES.unsupportedCategory, 'This category does not stream here.'))
    const listings = findListings(services.market, request.symbols)
    if (!listings.ok) return listings
    const depth = readDepth(request.depth)
    if (!depth.ok) return depth
    const bound = services.subscriptions.subscribe(request.session_id, request.symbols, request.sub_types, depth.value, request.grab === 'true')
    return bound ? ok(EMPTY) : err(notConnected)
  },
  'market.streaming.unsubscribe': (request, { services }) => {
    if (request.unsubscribe_all === true) return services.subscriptions.unsubscribe(request.session_id, null, null) ? ok(EMPTY) : err(notConnected)
    if (request.symbols === undefined || request.sub_types === undefined) {
      return err(refused(CODES.illegalParameter, 'symbols and sub_types are needed unless unsubscribe_all is true.'))
    }
    return services.subscriptions.unsubscribe(request.session_id, request.symbols, request.sub_types) ? ok(EMPTY) : err(notConnected)
  },
}
