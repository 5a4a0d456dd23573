import { parseDecimal, type Decimal } from '../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { parseWireTime } from '../../../shared/wire/fields.js'

/** The members of an order event that are used (EVENTS-3); null for absent and empty ones. */
export interface OrderEventRecord {
  readonly accountId: string
  readonly clientOrderId: string
  readonly orderId: string | null
  readonly requestId: string | null
  readonly symbol: string
  readonly category: string | null
  readonly side: string | null
  readonly orderType: string | null
  readonly orderStatus: string | null
  readonly quantity: Decimal | null
  readonly filledQuantity: Decimal | null
  readonly filledPrice: Decimal | null
  readonly filledTime: EpochMs | null
  readonly eventType: string | null
  /** Each fee that the event states; read when present. */
  readonly fees: readonly Decimal[]
}

/** What a member of another form than the published one is read as. */
type Unreadable = undefined

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members | Unreadable =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

const textOf = (value: unknown): string | null | Unreadable =>
  isAbsent(value) ? null : typeof value === 'string' ? value : undefined

const decimalOf = (value: unknown): Decimal | null | Unreadable =>
  isAbsent(value)
    ? null
    : typeof value === 'string'
      ? (parseDecimal(value.trim()) ?? undefined)
      : undefined

const timeOf = (value: unknown): EpochMs | null | Unreadable =>
  isAbsent(value)
    ? null
    : typeof value === 'string' || typeof value === 'number'
      ? (parseWireTime(value) ?? undefined)
      : undefined

/** Returns the fee that was charged, else the one that is due. */
function feeOf(actual: unknown, receivable: unknown): Decimal | null | Unreadable {
  const [charged, due] = [decimalOf(actual), decimalOf(receivable)]
  return charged === undefined || due === undefined ? undefined : (charged ?? due)
}

function feesOf(event: Members): readonly Decimal[] | Unreadable {
  const commission = feeOf(event['actual_commission'], event['receivable_commission'])
  if (commission === undefined) return undefined
  const amounts = commission === null ? [] : [commission]
  const { fees } = event
  if (fees === undefined || fees === null) return amounts
  if (!Array.isArray(fees)) return undefined
  for (const entry of fees) {
    const members = membersOf(entry)
    const fee =
      members === undefined
        ? undefined
        : feeOf(members['actual_value'], members['receivable_value'])
    if (fee === undefined) return undefined
    if (fee !== null) amounts.push(fee)
  }
  return amounts
}

/**
 * Reads the JSON of an order event; null when a member has another form than the published one.
 *
 * Thousands of these arrive in a second when orders fill, and a schema takes several times as long:
 * a property test holds that both read the same.
 */
export function readOrderEvent(json: unknown): OrderEventRecord | null {
  const event = membersOf(json)
  if (event === undefined) return null
  const { account_id: account, client_order_id: id, symbol } = event
  if (!isName(account) || !isName(id) || !isName(symbol)) return null
  const record = {
    accountId: account,
    clientOrderId: id,
    orderId: textOf(event['order_id']),
    requestId: textOf(event['request_id']),
    symbol,
    category: textOf(event['category']),
    side: textOf(event['side']),
    orderType: textOf(event['order_type']),
    orderStatus: textOf(event['order_status']),
    quantity: decimalOf(event['qty']),
    filledQuantity: decimalOf(event['filled_qty']),
    filledPrice: decimalOf(event['filled_price']),
    filledTime: timeOf(event['filled_time']),
    eventType: textOf(event['scene_type']),
    fees: feesOf(event),
  }
  return isReadable(record) ? record : null
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** False when a member was read as {@link Unreadable}. */
function isReadable(
  record: { readonly [Name in keyof OrderEventRecord]: OrderEventRecord[Name] | Unreadable },
): record is OrderEventRecord {
  for (const name in record) {
    if (record[name as keyof OrderEventRecord] === undefined) return false
  }
  return true
}
