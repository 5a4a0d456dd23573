import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { Listing } from '../../../market/securities/market-types.js'
import { eventRecord } from '../../../reference/event-records.js'
import { eventsOf, newestFirst, type CorporateEvent } from '../../../reference/events.js'
import { dayOf } from '../../../reference/reference.js'
import { json } from '../../message/answer.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import { pageOf } from '../../paging/paging.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { findListings, splitList } from '../market-data/market-requests.js'

interface Filters {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly event_types?: string | undefined
  readonly pagination_key?: string | undefined
}

/** Returns the known events of the given stocks that match the filters, newest first. */
export function eventsWithin(
  { services }: Call,
  listings: readonly Listing[],
  filters: Filters,
): Result<readonly CorporateEvent[], Refusal> {
  const { start_date: start = '', end_date: end = '9999-12-31' } = filters
  if (start > end) return err(refused(CODES.illegalParameter, 'start_date is after end_date.'))
  const types = filters.event_types === undefined ? null : splitList(filters.event_types)
  const today = dayOf(services.now())
  return ok(
    listings
      .flatMap((listing) => eventsOf(services.reference, listing, today))
      .filter(
        ({ day, type }) => day >= start && day <= end && (types === null || types.includes(type)),
      )
      .sort(newestFirst),
  )
}

function answer(
  call: Call,
  listings: readonly Listing[],
  filters: Filters,
  scope: string,
): HandlerResult {
  const events = eventsWithin(call, listings, filters)
  if (!events.ok) return events
  const condition = [
    scope,
    filters.start_date,
    filters.end_date,
    filters.event_types === undefined ? undefined : splitList(filters.event_types).join('+'),
  ].join(';')
  const page = pageOf(events.value, ({ id }) => String(id), {
    size: ASSUMPTIONS.marketPageSizes.corporateActions,
    key: filters.pagination_key,
    condition,
  })
  return page.ok ? ok(json({ ...page.value, data: page.value.data.map(eventRecord) })) : page
}

export const corporateActionHandlers: Pick<
  Handlers,
  'market.corporate-actions' | 'market.corporate-actions-by-market'
> = {
  'market.corporate-actions': (request, call) => {
    const found = findListings(call.services.market, [request.symbol])
    return found.ok ? answer(call, found.value, request, request.symbol) : found
  },
  'market.corporate-actions-by-market': (request, call) =>
    answer(call, call.services.market.listings, request, 'US'),
}
