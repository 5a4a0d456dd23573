import { ok } from '../../../../shared/domain/result.js'
import type { CorporateEvent } from '../../reference/events.js'
import { json } from '../answer.js'
import type { Handlers } from '../handler.js'
import { priceText } from '../figures.js'
import { eventsWithin, wireEvent } from './corporate-actions.js'
import { instrumentHandlers } from './instruments.js'
import { findListings } from './market-requests.js'

/** What a broker needs to know of a dividend besides the day from which the share trades without it. */
const payment = ({ dividend }: CorporateEvent) => (dividend === null ? {} : {
  cash_amount: priceText(dividend.amount), currency: 'USD', declare_date: dividend.declared, record_date: dividend.record, pay_date: dividend.paid,
})

/** The instruments are those of the Trading API. */
export const brokerInstrumentHandlers: Pick<Handlers, 'broker.stocks.list' | 'broker.corporate-actions.get'> = {
  'broker.stocks.list': (request, call) => instrumentHandlers['trading.stocks.list'](request, call),
  'broker.corporate-actions.get': (request, call) => {
    const found = findListings(call.services.market, [request.symbol])
    if (!found.ok) return found
    const events = eventsWithin(call, found.value, request)
    return events.ok ? ok(json(events.value.map((event) => ({ ...wireEvent(event), ...payment(event) })))) : events
  },
}
