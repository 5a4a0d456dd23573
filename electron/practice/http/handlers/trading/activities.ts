import { err } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { listOf } from '../../../../../shared/wire/families/trading/activities.js'
import { queryValue, type Call, type Handlers } from '../../operations/handler.js'
import { refused } from '../../message/refusal.js'
import { answered, guarded } from './guarded.js'

type ActivityId =
  | 'trading.positions.get'
  | 'trading.executions.list'
  | 'trading.cash-activities.list'
  | 'trading.transfers.list'
  | 'trading.transfers.get'

/** Paging parameters of the v2 format (TRADING-1). */
const v2Cut = (call: Call, lastId: string) => ({
  pageSize: queryValue(call, 'page_size'),
  lastId: queryValue(call, lastId),
})

export const activityHandlers: Pick<Handlers, ActivityId> = {
  'trading.positions.get': (request, call) =>
    guarded(call, request.account_id, () => {
      const { exchange, market } = call.services
      const { account_id: accountId, instrument_id: instrumentId } = request
      const symbol =
        market.listings.find((listing) => listing.instrumentId === instrumentId)?.symbol ??
        exchange.tradedSymbol(accountId, instrumentId)
      if (symbol === undefined) {
        return err(refused(CODES.instrumentNotFound, 'instrument_id is not known.'))
      }
      const query = {
        accountId,
        symbol,
        paginationKey: request.pagination_key,
      }
      return answered(
        call.caller.version === 'v2'
          ? exchange.lotsV2({ ...query, ...v2Cut(call, 'last_id') })
          : exchange.lots(query),
      )
    }),
  'trading.executions.list': (request, call) =>
    guarded(call, request.account_id, () => {
      const { exchange } = call.services
      const query = {
        accountId: request.account_id,
        clientOrderId: request.client_order_id,
        startDate: request.start_date,
        endDate: request.end_date,
        paginationKey: request.pagination_key,
      }
      return answered(
        call.caller.version === 'v2'
          ? exchange.executionsV2({ ...query, ...v2Cut(call, 'last_execution_id') })
          : exchange.executions(query),
      )
    }),
  'trading.cash-activities.list': (request, call) =>
    guarded(call, request.account_id, () => {
      const { exchange } = call.services
      const query = {
        accountId: request.account_id,
        types: listOf(request.activity_types),
        startTime: request.start_time,
        endTime: request.end_time,
        paginationKey: request.pagination_key,
      }
      return answered(
        call.caller.version === 'v2'
          ? exchange.cashActivitiesV2({ ...query, ...v2Cut(call, 'last_activity_id') })
          : exchange.cashActivities(query),
      )
    }),
  'trading.transfers.list': (request, call) =>
    guarded(call, request.account_id, () =>
      answered(
        call.services.exchange.transfers({
          accountId: request.account_id,
          methods: listOf(request.transfer_method),
          direction: request.direction,
          statuses: listOf(request.status),
          acatsTypes: listOf(request.acats_transfer_types),
          associatedNumber: request.acats_associated_number,
          startTime: request.start_time,
          endTime: request.end_time,
          paginationKey: request.pagination_key,
        }),
      ),
    ),
  'trading.transfers.get': (request, call) =>
    guarded(call, request.account_id, () =>
      answered(call.services.exchange.transfer(request.account_id, request.transfer_id)),
    ),
}
