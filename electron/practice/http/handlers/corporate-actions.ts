import { err, ok } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { isoTimeOffset } from '../../../../shared/wire/fields.js'
import type { Listing } from '../../market/market.js'
import { eventsOf, newestFirst, type CorporateEvent } from '../../reference/events.js'
import { dayOf } from '../../reference/reference.js'
import { json } from '../answer.js'
import type { Call, Handlers, Outcome } from '../handler.js'
import { pageOf } from '../paging.js'
import { refused } from '../refusal.js'
import { findListings, splitList } from './market-requests.js'

const wireEvent = (event: CorporateEvent) => ({
  instrument_id: Number(event.listing.instrumentId), symbol: event.listing.symbol, exchange_code: event.listing.exchangeCode, event_type: event.type, event_action: 'I',
  event_id: event.id, source: 'WEBULL_ARTIFICIAL', ratio_old: String(event.from), ratio_new: String(event.to), event_date: event.day,
  create_time: isoTimeOffset(event.made), update_time: isoTimeOffset(event.made),
})

interface Filters {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly event_types?: string | undefined
  readonly pagination_key?: string | undefined
}

function answer({ services }: Call, listings: readonly Listing[], filters: Filters, scope: string): Outcome {
  const { start_date: start = '', end_date: end = '9999-12-31' } = filters
  if (start > end) return err(refused(CODES.illegalParameter, 'start_date is after end_date.'))
  const types = filters.event_types === undefined ? null : splitList(filters.event_types)
  const today = dayOf(services.now())
  const events = listings.flatMap((listing) => eventsOf(services.reference, listing, today))
    .filter(({ day, type }) => day >= start && day <= end && (types === null || types.includes(type))).sort(newestFirst)
  const condition = [scope, filters.start_date, filters.end_date, types?.join('+')].join(';')
  const page = pageOf(events, ({ id }) => String(id), ASSUMPTIONS.marketPageSizes.corporateActions, filters.pagination_key, condition)
  return page.ok ? ok(json({ ...page.value, data: page.value.data.map(wireEvent) })) : page
}

export const corporateActionHandlers: Pick<Handlers, 'market.corporate-actions' | 'market.corporate-actions-by-market'> = {
  'market.corporate-actions': (request, call) => {
    const found = findListings(call.services.market, [request.symbol])
    return found.ok ? answer(call, found.value, request, request.symbol) : found
  },
  'market.corporate-actions-by-market': (request, call) => answer(call, call.services.market.listings, request, 'US'),
}
