import { z } from 'zod'
import { decimalText } from '../../../shared/domain/decimal.js'
import type { AssistantPolicyView } from '../../core/instructions/assistant/assistant-port.js'
import { text, when, zMaybe, zNumber, zWhen, zWord } from './view-fields.js'

export const zPolicyView = z.object({
  trading_halted: z.boolean(),
  toolsets: z.array(zWord),
  accounts: z.union([z.literal('all'), z.array(zWord)]),
  balances: zWord,
  may_place: z.boolean(),
  may_replace: z.boolean(),
  may_cancel: z.boolean(),
  products: z.array(zWord),
  symbols: z.union([z.literal('all'), z.array(zWord)]),
  max_order_usd: zNumber,
  max_day_usd: zNumber,
  used_today_usd: zNumber,
  max_symbol_day_usd: zMaybe,
  max_product_day_usd: zMaybe,
  max_quantity: zMaybe,
  max_orders_per_day: z.int(),
  orders_today: z.int(),
  max_working_orders: z.int(),
  max_pending_instructions: z.int(),
  pending_instructions: z.int(),
  max_instructions_per_minute: z.int(),
  trading_hours: zWord,
  instruction_valid_minutes: z.int(),
  /** The person's own limits for every order, and what is used; an absent one is no limit. */
  limits: z.record(z.string(), zWord),
  /** Accounts in which only orders that reduce a position pass, and until when. */
  locked_out: z.array(zWord),
  allowed_without_asking: z.array(
    z.object({
      symbol: zWord,
      max_order_usd: zNumber,
      total_usd: zNumber,
      used_usd: zNumber,
      until: zWhen,
    }),
  ),
})

export const policyView = ({
  policy,
  usedToday,
  ordersToday,
  pending,
  halted,
  person: { limits, lockOuts, openOrders, ordersToday: sentToday },
}: AssistantPolicyView): z.output<typeof zPolicyView> => ({
  trading_halted: halted,
  toolsets: [...policy.toolsets],
  accounts: policy.accounts === 'all' ? 'all' : [...policy.accounts],
  balances: policy.balances,
  may_place: policy.may.place,
  may_replace: policy.may.replace,
  may_cancel: policy.may.cancel,
  products: [...policy.products],
  symbols: policy.symbols === 'all' ? 'all' : [...policy.symbols],
  max_order_usd: decimalText(policy.maxOrder),
  max_day_usd: decimalText(policy.maxDay),
  used_today_usd: usedToday,
  max_symbol_day_usd: text(policy.maxSymbolDay),
  max_product_day_usd: text(policy.maxProductDay),
  max_quantity: text(policy.maxQuantity),
  max_orders_per_day: policy.ordersPerDay,
  orders_today: ordersToday,
  max_working_orders: policy.maxWorking,
  max_pending_instructions: policy.maxPending,
  pending_instructions: pending,
  max_instructions_per_minute: policy.maxPerMinute,
  trading_hours: policy.hours,
  instruction_valid_minutes: policy.validMinutes,
  limits: definedTexts({
    max_quantity: decimalText(limits.maxQuantity),
    max_order_value: decimalText(limits.maxNotional),
    price_band: decimalText(limits.priceBand),
    max_share_of_equity: text(limits.maxShare),
    max_open_orders: String(limits.maxOpenOrders),
    open_orders: String(openOrders),
    max_orders_per_day: limits.maxOrdersPerDay === null ? null : String(limits.maxOrdersPerDay),
    orders_today: String(sentToday),
    max_daily_loss: text(limits.maxDailyLoss),
  }),
  locked_out: lockOuts.map(
    ({ accountId, until }) =>
      `${accountId} until ${until === null ? 'its next session' : when(until)}`,
  ),
  allowed_without_asking: policy.allow.map((rule) => ({
    symbol: rule.symbol,
    max_order_usd: decimalText(rule.maxOrder),
    total_usd: decimalText(rule.total),
    used_usd: decimalText(rule.used),
    until: when(rule.until),
  })),
})

const definedTexts = (texts: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
