import {
  exchangeClock,
  exchangeInstant,
  OPEN_MINUTE,
  CLOSE_MINUTE,
  closeMinute,
} from '../../../../shared/domain/market/exchange-time.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs, SECOND_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { UNIT_SIZE } from '../../model/units.js'
import type { ModifyBody } from '../api/exchange-api.js'
import type { Slices } from '../state/exchange-state.js'
import type { OrderTerms } from '../orders/order.js'
import { isPresent, type Checked, type Text } from '../orders/read-fields.js'
import type { OrderFields } from '../orders/product-rules.js'
import type { SpecialMembers } from '../../model/wire-records.js'
import { invalid, type Refusal } from '../api/refusals.js'
import { tradeDate } from '../orders/trading-hours.js'
import type { AlgoTerms } from '../orders/order-terms.js'

/** The fields of an algorithm other than its type. */
export const ALGO_MEMBERS = [
  'target_vol_percent',
  'max_target_percent',
  'algo_start_time',
  'algo_end_time',
] as const

const MAX_PERCENT = 20
const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/
const MINUTE_SECONDS = 60

/** Returns the seconds after midnight; null when the text is not `HH:mm:ss`. */
function seconds(text: string): number | null {
  const parts = TIME.exec(text)
  return parts === null
    ? null
    : (Number(parts[1]) * 60 + Number(parts[2])) * MINUTE_SECONDS + Number(parts[3])
}

function percent(
  field: string,
  text: Text,
  use: 'needed' | 'allowed' | 'refused',
): Checked<number | null> {
  if (!isPresent(text)) return use === 'needed' ? err(invalid(field, text)) : ok(null)
  if (use === 'refused') return err(invalid(field, text, 'not used by this algo_type'))
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= MAX_PERCENT ? ok(value) : err(invalid(field, text))
}

/** Reads a time within the regular session. */
function time(field: string, text: Text): Checked<string | null> {
  if (!isPresent(text)) return ok(null)
  const secondOfDay = seconds(text)
  return secondOfDay === null ||
    secondOfDay < OPEN_MINUTE * MINUTE_SECONDS ||
    secondOfDay > CLOSE_MINUTE * MINUTE_SECONDS
    ? err(invalid(field, text))
    : ok(text)
}

function fits(fields: OrderFields, size: number): Refusal | null {
  if (fields.order_type !== 'MARKET' && fields.order_type !== 'LIMIT') {
    return invalid('order_type', fields.order_type, 'not with algo_type')
  }
  if (fields.time_in_force !== 'DAY') {
    return invalid('time_in_force', fields.time_in_force, 'not with algo_type')
  }
  if (fields.entrust_type !== 'QTY') {
    return invalid('entrust_type', fields.entrust_type, 'not with algo_type')
  }
  if (fields.support_trading_session !== 'CORE') {
    return invalid('support_trading_session', fields.support_trading_session, 'not with algo_type')
  }
  if (fields.side === 'SHORT') return invalid('side', fields.side, 'not with algo_type')
  return size % UNIT_SIZE === 0
    ? null
    : invalid('quantity', fields.quantity, 'whole shares with algo_type')
}

/**
 * Reads the algorithm of a stock order (TRADING-4.2, TRADING-4.3); null when it has none. `size` is
 * the order's size.
 */
export function readAlgo(fields: OrderFields, size: number): Checked<AlgoTerms | null> {
  const type = fields.algo_type
  if (!isPresent(type)) {
    const odd = ALGO_MEMBERS.find((member) => isPresent(fields[member]))
    return odd === undefined ? ok(null) : err(invalid(odd, fields[odd], 'needs algo_type'))
  }
  const wrong = fits(fields, size)
  if (wrong !== null) return err(wrong)
  const target = percent(
    'target_vol_percent',
    fields.target_vol_percent,
    type === 'POV' ? 'needed' : 'refused',
  )
  if (!target.ok) return target
  const maxTarget = percent(
    'max_target_percent',
    fields.max_target_percent,
    type === 'POV' ? 'refused' : 'allowed',
  )
  if (!maxTarget.ok) return maxTarget
  const start = time('algo_start_time', fields.algo_start_time)
  if (!start.ok) return start
  const end = time('algo_end_time', fields.algo_end_time)
  if (!end.ok) return end
  // Both have the same number of digits, so text order equals time order.
  if (start.value !== null && end.value !== null && end.value <= start.value) {
    return err(invalid('algo_end_time', end.value, 'not after algo_start_time'))
  }
  return ok({
    type,
    targetVolPercent: target.value,
    maxTargetPercent: maxTarget.value,
    start: start.value,
    end: end.value,
  })
}

/** Returns the instant of a time of day on an exchange day. */
const instant = (day: string, text: string): EpochMs =>
  epochMs(exchangeInstant(day, 0) + (seconds(text) ?? 0) * SECOND_MS)

/**
 * Returns when an algorithm works on the first day on which the order can trade. Defaults: from the
 * open, or now if later, to the close.
 */
export function windowOf(
  state: Slices<'clock'>,
  algo: AlgoTerms,
): { readonly start: EpochMs; readonly end: EpochMs } {
  const day = tradeDate(state.clock.time)
  const open = exchangeInstant(day, OPEN_MINUTE)
  const close = exchangeInstant(day, closeMinute(day))
  const start = algo.start === null ? Math.max(open, state.clock.time) : instant(day, algo.start)
  return {
    start: epochMs(start),
    end: epochMs(Math.min(close, algo.end === null ? close : instant(day, algo.end))),
  }
}

/**
 * Checks that the algorithm's times are still ahead (TRADING-4.2). A start time unchanged from the
 * replaced terms `old` may have passed.
 */
export function checkAlgo(
  state: Slices<'clock'>,
  { algo }: OrderTerms,
  old: OrderTerms | null,
): Refusal | null {
  if (algo === null) return null
  const { start, end } = windowOf(state, algo)
  if (algo.start !== null && algo.start !== old?.algo?.start && start <= state.clock.time) {
    return invalid('algo_start_time', algo.start, `not later than ${clockText(state.clock.time)}`)
  }
  return end <= state.clock.time || end <= start
    ? invalid('algo_end_time', algo.end, `not later than ${clockText(state.clock.time)}`)
    : null
}

function clockText(time: EpochMs): string {
  const { minute } = exchangeClock(time)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Returns the algorithm's request fields, with the changes of a Replace applied. */
export function algoFields({ algo }: OrderTerms, change: ModifyBody | null): Partial<OrderFields> {
  const number = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : String(value)
  return {
    algo_type: algo?.type ?? null,
    target_vol_percent: change?.target_vol_percent ?? number(algo?.targetVolPercent),
    max_target_percent: change?.max_target_percent ?? number(algo?.maxTargetPercent),
    algo_start_time: change?.algo_start_time ?? algo?.start ?? null,
    algo_end_time: change?.algo_end_time ?? algo?.end ?? null,
  }
}

/** Returns the algorithm's fields of an order record. */
export function algoMembers({ algo }: OrderTerms): SpecialMembers {
  if (algo === null) return {}
  return {
    algo_type: algo.type,
    ...(algo.targetVolPercent === null
      ? {}
      : { target_vol_percent: String(algo.targetVolPercent) }),
    ...(algo.maxTargetPercent === null
      ? {}
      : { max_target_percent: String(algo.maxTargetPercent) }),
    ...(algo.start === null ? {} : { algo_start_time: algo.start }),
    ...(algo.end === null ? {} : { algo_end_time: algo.end }),
  }
}
