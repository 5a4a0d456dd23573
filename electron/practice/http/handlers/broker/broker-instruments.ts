import { ok } from '../../../../../shared/domain/result.js'
import { brokerEventRecord } from '../../../reference/event-records.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { eventsWithin } from '../reference/corporate-actions.js'
import { instrumentHandlers } from '../reference/instruments.js'
import { findListings } from '../market-data/market-requests.js'

/** The handlers of Broker API instruments, which the Trading API serves alike. */
export const brokerInstrumentHandlers: Pick<
  Handlers,
  'broker.stocks.list' | 'broker.corporate-actions.get'
> = {
  'broker.stocks.list': (request, call) => instrumentHandlers['trading.stocks.list'](request, call),
  'broker.corporate-actions.get': (request, call) => {
    const found = findListings(call.services.market, [request.symbol])
    if (!found.ok) return found
    const events = eventsWithin(call, found.value, request)
    return events.ok ? ok(json(events.value.map(brokerEventRecord))) : events
  },
}
