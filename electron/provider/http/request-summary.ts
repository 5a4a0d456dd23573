/**
 * The parameters whose values may be shown: what was asked for, never who asked or with what. A
 * parameter that is not here is written as `…` (SEC-20).
 */
const SHOWN: ReadonlySet<string> = new Set([
  'activity_types',
  'acats_transfer_types',
  'amount',
  'category',
  'client_order_id',
  'client_combo_order_id',
  'code',
  'combo_type',
  'count',
  'depth',
  'direction',
  'end_date',
  'end_time',
  'entrust_type',
  'event_symbol',
  'expire_date',
  'expiration_date',
  'extend_hour_required',
  'instrument_id',
  'instrument_type',
  'last_activity_id',
  'last_client_order_id',
  'last_execution_id',
  'last_instrument_id',
  'legs',
  'limit_price',
  'market',
  'modify_orders',
  'new_orders',
  'option_strategy',
  'option_type',
  'order_type',
  'page_size',
  'pair',
  'quantity',
  'rank_type',
  'real_time_required',
  'series_symbol',
  'side',
  'sort_by',
  'start_date',
  'start_time',
  'status',
  'stop_price',
  'strike_price',
  'sub_types',
  'support_trading_session',
  'symbol',
  'symbols',
  'time_in_force',
  'timespan',
  'total_cash_amount',
  'trading_sessions',
  'trailing_stop_step',
  'trailing_type',
  'transfer_method',
  'underlying_symbols',
])
/** In sign-in a code is a secret. */
const SECRET_FAMILIES: ReadonlySet<string> = new Set(['auth', 'connect'])
const MAX_TEXT = 400
const MAX_VALUE = 120
const HIDDEN = '…'

const valueText = (value: unknown): string => {
  if (typeof value === 'string') {
    return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}${HIDDEN}` : value
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value === 'object' && value !== null) return `{${membersText(value)}}`
  return ''
}

const membersText = (value: object): string =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null && member !== '')
    .map(([name, member]) => `${name}=${SHOWN.has(name) ? valueText(member) : HIDDEN}`)
    .join(' ')

/** Writes the parameters of a request for a log, without anything secret. */
export function paramsSummary(family: string, params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  if (SECRET_FAMILIES.has(family)) {
    return Object.keys(params)
      .map((name) => `${name}=${HIDDEN}`)
      .join(' ')
  }
  const text = membersText(params)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}${HIDDEN}` : text
}

/** Texts of the broker may repeat an account number; long runs of digits are hidden. */
export const messageSummary = (message: string): string =>
  message
    .replace(/\b(?=[\w-]*\d)[\w-]{16,}\b/g, HIDDEN)
    .replace(/\d{8,}/g, HIDDEN)
    .slice(0, MAX_TEXT)

/** How many rows a response has; null when it is not a list. */
export function rowCount(value: unknown): number | null {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null || !('data' in value)) return null
  return Array.isArray(value.data) ? value.data.length : null
}
