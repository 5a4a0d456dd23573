import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { CLIENT_TOKEN_HEADER } from '../../../shared/wire/client-tokens.js'
import { CODES } from '../../../shared/wire/errors.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { header, type RawRequest } from './message/raw-request.js'
import { refused, type Refusal } from './message/refusal.js'

/**
 * Differences between the provider's test environment and production (ENVIRONMENTS-1, "Sandbox
 * facts").
 */
const { lacks, refusesGroups, refusesBatch, refusesCryptoPreview } = ASSUMPTIONS.sandbox

/**
 * True for operations that the sandbox's gateway does not know. End users of the Display Solution
 * may call them, as published.
 */
export const missingInSandbox = ({ path }: Operation, request: RawRequest): boolean =>
  lacks.some((prefix) => path.startsWith(prefix)) &&
  (header(request, 'x-app-key') !== null || header(request, CLIENT_TOKEN_HEADER) === null)

const ordersOf = (parameters: unknown): readonly unknown[] =>
  typeof parameters === 'object' &&
  parameters !== null &&
  'new_orders' in parameters &&
  Array.isArray(parameters.new_orders)
    ? parameters.new_orders
    : []
const member = (order: unknown, name: string): unknown =>
  typeof order === 'object' && order !== null
    ? Object.entries(order).find(([key]) => key === name)?.[1]
    : undefined

const GROUPS: readonly unknown[] = ['OTO', 'OCO', 'OTOCO']

/** Returns the sandbox's refusal of a valid request; null when it accepts the request. */
export function sandboxRefusal({ path }: Operation, parameters: unknown): Refusal | null {
  if (!path.startsWith('/trading/orders/')) return null
  const orders = ordersOf(parameters)
  if (refusesBatch && path === '/trading/orders/batch-place') {
    return refused(CODES.parameter, 'Account not supported, please contact Webull')
  }
  const group = orders
    .map((order) => member(order, 'combo_type'))
    .find((combo) => GROUPS.includes(combo))
  if (refusesGroups && group !== undefined) {
    return refused(CODES.parameter, `invalid combo_type, value: ${String(group)}`)
  }
  if (
    refusesCryptoPreview &&
    path === '/trading/orders/preview' &&
    orders.some((order) => member(order, 'instrument_type') === 'CRYPTO')
  ) {
    return refused(CODES.tradingSystemError, 'System error')
  }
  return null
}
