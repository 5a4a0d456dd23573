import { err, ok } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { EMPTY } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { refused } from '../../message/refusal.js'
import { MAX_SYMBOLS, readDepth } from './market-requests.js'

const notConnected = refused(CODES.invalidParameter, 'The session is not connected.')

export const streamingHandlers: Pick<
  Handlers,
  'market.streaming.subscribe' | 'market.streaming.unsubscribe'
> = {
  'market.streaming.subscribe': (request, { services }) => {
    const feed = services.feeds.ofCategory(request.category)
    // No streaming of options is documented (MARKET-2).
    if (feed === undefined) {
      return err(refused(CODES.unsupportedCategory, 'This category does not stream.'))
    }
    if (request.symbols.length > MAX_SYMBOLS) {
      return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
    }
    const missing = request.symbols.filter((symbol) => !feed.has(symbol))
    if (missing.length > 0) {
      return err(
        refused(
          CODES.unsupportedSymbol,
          `invalid symbols: [${missing.map((symbol) => symbol.slice(0, 32)).join(',')}]`,
        ),
      )
    }
    const depth = readDepth(request.depth, feed.maxLevels)
    if (!depth.ok) return depth
    const bound = services.subscriptions.subscribe(request.session_id, {
      symbols: request.symbols,
      subTypes: request.sub_types,
      depth: depth.value,
      grab: request.grab === 'true',
    })
    return bound ? ok(EMPTY) : err(notConnected)
  },
  'market.streaming.unsubscribe': (request, { services }) => {
    if (request.unsubscribe_all === true) {
      return services.subscriptions.unsubscribe(request.session_id, null, null)
        ? ok(EMPTY)
        : err(notConnected)
    }
    if (request.symbols === undefined || request.sub_types === undefined) {
      return err(
        refused(
          CODES.illegalParameter,
          'symbols and sub_types are needed unless unsubscribe_all is true.',
        ),
      )
    }
    return services.subscriptions.unsubscribe(
      request.session_id,
      request.symbols,
      request.sub_types,
    )
      ? ok(EMPTY)
      : err(notConnected)
  },
}
