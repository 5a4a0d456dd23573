import type { W_COMBO_TYPES } from '../../../../shared/wire/enums.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { NewOrderBody } from '../api/exchange-api.js'
import type { WireOrderType } from '../../model/wire-records.js'
import { invalid, type Refusal, refuse } from '../api/refusals.js'

export type Role = (typeof W_COMBO_TYPES)[number]

/**
 * The kinds of group: a master with exits; exits that protect a position; a master that starts
 * other orders; orders of which one may trade; a master that starts such orders.
 */
export type ComboKind = 'bracket' | 'protection' | 'oto' | 'oco' | 'otoco'

interface Allowed {
  readonly types: readonly WireOrderType[]
  readonly min: number
  readonly max: number
}

const EITHER: readonly WireOrderType[] = ['MARKET', 'LIMIT', 'STOP_LOSS', 'STOP_LOSS_LIMIT']
const ONE_OF: readonly WireOrderType[] = ['LIMIT', 'STOP_LOSS', 'STOP_LOSS_LIMIT']
const PROFIT: Allowed = { types: ['LIMIT'], min: 0, max: 1 }
const LOSS: Allowed = { types: ['STOP_LOSS'], min: 0, max: 1 }

/** The table of TRADING-4.3: the orders that form a group, with their number. */
const TABLE: Readonly<Record<ComboKind, Readonly<Partial<Record<Role, Allowed>>>>> = {
  bracket: {
    MASTER: { types: ['MARKET', 'LIMIT'], min: 1, max: 1 },
    STOP_PROFIT: PROFIT,
    STOP_LOSS: LOSS,
  },
  protection: { STOP_PROFIT: PROFIT, STOP_LOSS: LOSS },
  oto: { MASTER: { types: EITHER, min: 1, max: 1 }, OTO: { types: EITHER, min: 1, max: 6 } },
  oco: { OCO: { types: ONE_OF, min: 2, max: 6 } },
  otoco: {
    MASTER: { types: EITHER, min: 1, max: 1 },
    OTOCO: { types: ONE_OF, min: 1, max: 6 },
  },
}

export const isExit = (role: Role): boolean => role === 'STOP_PROFIT' || role === 'STOP_LOSS'
/** True for the roles of which one order trades and the others end. */
export const isEitherOr = (role: Role): boolean => role === 'OCO' || role === 'OTOCO'

function kindOf(roles: ReadonlySet<Role>): ComboKind | null {
  const exits = roles.has('STOP_PROFIT') || roles.has('STOP_LOSS')
  const kinds = [
    ...(exits ? ['exits'] : []),
    ...(['OTO', 'OCO', 'OTOCO'] as const).filter((role) => roles.has(role)),
  ]
  if (roles.has('NORMAL') || kinds.length !== 1) return null
  if (exits) return roles.has('MASTER') ? 'bracket' : 'protection'
  if (roles.has('OCO')) return roles.has('MASTER') ? null : 'oco'
  return roles.has('OTO') ? 'oto' : 'otoco'
}

/** Returns the order types allowed for a role, for Replace. */
export const typesOf = (kind: ComboKind, role: Role): readonly WireOrderType[] =>
  TABLE[kind][role]?.types ?? []

/** Returns the kind of an accepted group by its roles. */
export const kindOfRoles = (roles: Iterable<Role>): ComboKind => kindOf(new Set(roles)) ?? 'oco'

/**
 * The refusal observed live for a group of several asset classes, or of a class that has no groups
 * (TRADING-4.3).
 */
const INCONSISTENT = refuse(CODES.invalidParameter, 'Inconsistent instrument type in combo')

function products(kind: ComboKind, orders: readonly NewOrderBody[]): Refusal | null {
  const [first] = orders
  if (
    first === undefined ||
    orders.some((order) => order.instrument_type !== first.instrument_type)
  ) {
    return INCONSISTENT
  }
  if (first.instrument_type === 'EQUITY') return null
  if (first.instrument_type !== 'OPTION') return INCONSISTENT
  if (kind !== 'bracket' && kind !== 'protection') {
    return invalid(
      'combo_type',
      orders.find(({ combo_type: role }) => role !== 'MASTER')?.combo_type,
    )
  }
  const other = orders.find((order) => order.option_strategy !== 'SINGLE')
  return other === undefined ? null : invalid('option_strategy', other.option_strategy)
}

function members(kind: ComboKind, orders: readonly NewOrderBody[]): Refusal | null {
  for (const order of orders) {
    const allowed = TABLE[kind][order.combo_type]
    if (allowed === undefined) return invalid('combo_type', order.combo_type)
    if (!allowed.types.includes(order.order_type)) {
      return invalid('order_type', order.order_type, `not for combo_type ${order.combo_type}`)
    }
    if (order.entrust_type !== 'QTY') {
      return invalid('entrust_type', order.entrust_type, 'not in a combo')
    }
    if (order.algo_type !== undefined && order.algo_type !== null) {
      return invalid('algo_type', order.algo_type, 'not in a combo')
    }
    const { position_intent: intent } = order
    if (order.combo_type !== 'MASTER' && intent !== undefined && intent !== null) {
      return invalid('position_intent', intent, 'only on the MASTER of a combo')
    }
  }
  for (const [role, { min, max }] of Object.entries(TABLE[kind])) {
    const count = orders.filter((order) => order.combo_type === role).length
    if (count < min || count > max) {
      return invalid(
        'new_orders',
        `${count} ${role}`,
        min === max ? `must be ${min}` : `must be ${min} to ${max}`,
      )
    }
  }
  return null
}

/**
 * Checks symbol and sides: exits close what the master opens, or without a master what the account
 * holds, all in one symbol (TRADING-4.3).
 */
function sides(kind: ComboKind, orders: readonly NewOrderBody[]): Refusal | null {
  if (kind !== 'bracket' && kind !== 'protection') return null
  const [first] = orders
  const master = orders.find((order) => order.combo_type === 'MASTER')
  const closing = master === undefined || master.side === 'BUY' ? 'SELL' : 'BUY'
  for (const order of orders) {
    if (order.symbol !== first?.symbol) {
      return invalid('symbol', order.symbol, 'a combo of exits has one symbol')
    }
    if (order !== master && order.side !== closing) {
      return invalid('side', order.side, `an exit must be ${closing}`)
    }
  }
  return null
}

/** Returns the kind of group that a Place body requests, or a refusal. */
export function readCombo(orders: readonly NewOrderBody[]): Result<ComboKind, Refusal> {
  const kind = kindOf(new Set(orders.map((order) => order.combo_type)))
  if (kind === null) {
    const odd = orders.find(({ combo_type: role }) => role === 'NORMAL') ?? orders[0]
    return err(invalid('combo_type', odd?.combo_type))
  }
  const wrong = products(kind, orders) ?? members(kind, orders) ?? sides(kind, orders)
  return wrong === null ? ok(kind) : err(wrong)
}
