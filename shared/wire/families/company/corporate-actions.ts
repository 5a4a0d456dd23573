import { z } from 'zod'
import { zOpenEnum, zOptionalDecimal, zOptionalText, zOptionalTime, zPage } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'cursor',
  method: 'GET',
  encoding: 'query',
  rate: LIMITS.marketData,
} as const

export const W_CORPORATE_EVENTS = [
  'NAME_CHANGE',
  'CASH_DIVIDEND',
  'STOCK_DIVIDEND',
  'REVERSE_SPLIT',
  'FORWARD_SPLIT',
  'SPIN_OFF',
  'UNIT_SPLIT',
  'MERGER',
  'REDEMPTION',
] as const
/** `I` and `U` are valid; `C` and `D` withdraw an event. */
export const W_CORPORATE_ACTIONS = ['I', 'U', 'C', 'D'] as const

/** A date as the wire requires it, yyyy-MM-dd. */
const zDate = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
/** Event types, separated by commas. */
const zEvents = z
  .string()
  .refine(
    (text) =>
      text
        .split(',')
        .every((word) => (W_CORPORATE_EVENTS as readonly string[]).includes(word.trim())),
    'unknown event type',
  )
export const corporateActionFilters = {
  start_date: zDate.optional(),
  end_date: zDate.optional(),
  event_types: zEvents.optional(),
}
const filters = { ...corporateActionFilters, pagination_key: z.string().optional() }

/**
 * MARKET-9. The ratio gives the share counts before and after; a cash dividend leaves it at one.
 */
export const zCorporateAction = z.object({
  instrument_id: z.number().int(),
  symbol: z.string(),
  exchange_code: zOptionalText,
  event_type: zOpenEnum(W_CORPORATE_EVENTS),
  event_action: zOpenEnum(W_CORPORATE_ACTIONS),
  event_id: z.number().int(),
  source: zOptionalText,
  ratio_old: zOptionalDecimal,
  ratio_new: zOptionalDecimal,
  event_date: zOptionalText,
  create_time: zOptionalTime,
  update_time: zOptionalTime,
})

/** Corporate actions of stocks. */
export const CORPORATE_ACTION_OPERATIONS = {
  corporateActions: operation({
    ...data,
    id: 'market.corporate-actions',
    name: 'Corporate Actions',
    path: '/market-data/instruments/stocks/corporate-actions/list',
    request: z.object({ symbol: z.string().min(1), category: z.literal('US_STOCK'), ...filters }),
    response: zPage(zCorporateAction),
  }),

  corporateActionsByMarket: operation({
    ...data,
    id: 'market.corporate-actions-by-market',
    name: 'Corporate Actions By Market',
    path: '/market-data/instruments/stocks/corporate-actions/list-by-market',
    request: z.object({ market: z.literal('US'), ...filters }),
    response: zPage(zCorporateAction),
  }),
} as const
