import { z } from 'zod'
import {
  W_ALGO_TYPES,
  W_EVENT_OUTCOMES,
  W_LEG_STRATEGIES,
  W_OPTION_STRATEGIES,
  W_OPTION_TYPES,
  W_ORDER_TYPES,
  W_SESSIONS,
  W_SIDES,
  W_TIMES_IN_FORCE,
  W_TIMESPANS,
  W_TRAILING_TYPES,
} from '../../../shared/wire/enums.js'
import { zSessionList } from '../../../shared/wire/trading-sessions.js'

/**
 * The parameters that tools share: names and values are the provider's (MCP-2), limits are the
 * wire's.
 */

/**
 * Numbers are not JSON numbers, because those are parsed as binary fractions, which cannot
 * represent 187.10.
 */
const NUMBER_IN_TEXT = 'has to be a plain decimal number in quotes, like "187.50"'
/** Money, prices and quantities as exact text. */
export const zNumber = z.string(NUMBER_IN_TEXT).regex(/^\d{1,15}(\.\d{1,10})?$/, NUMBER_IN_TEXT)
const decimal = (about: string) => zNumber.describe(about)
const id = (max: number, about: string) =>
  z
    .string()
    .regex(new RegExp(`^[\\w.:/-]{1,${max}}$`), `letters, digits and . : / - _, at most ${max}`)
    .describe(about)
const date = (about: string) =>
  z
    .string()
    .regex(/^20\d\d-\d\d-\d\d$/, 'yyyy-MM-dd')
    .describe(about)
const clock = (about: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'HH:mm:ss')
    .describe(about)

export const zAccountId = id(64, 'From get_account_list.')
export const zSymbol = id(48, 'For example AAPL.')
export const zClientOrderId = id(40, 'The client_order_id of an existing order.')
export const zInstructionId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, '32 hexadecimal digits')
  .describe('Id of an instruction.')
export const zSymbols = (max: number, example: string) =>
  z
    .string()
    .max(1_000)
    .regex(/^[\w.:/-]+(\s*,\s*[\w.:/-]+)*$/, 'symbols separated by commas')
    .describe(`At most ${max} symbols, separated by commas, for example ${example}.`)
export const zLimit = (max: number, initial: number) =>
  z.int().min(1).max(max).default(initial).describe('At most so many.')
export const zDay = date
export const zBarSessions = zSessionList
  .describe(
    'PRE, RTH, ATH, OVN; separated by commas: what bars shorter than a day are made of. Absent: PRE,RTH,ATH.',
  )
  .optional()
export const zTimespan = z.enum(W_TIMESPANS).default('D').describe('Length of a bar.')

export const zQuantity = decimal('Shares, contracts or coins.')
export const zAmount = decimal('US dollars, with entrust_type AMOUNT.')
export const zLimitPrice = decimal('For LIMIT and STOP_LOSS_LIMIT.')
export const zStopPrice = decimal('For STOP_LOSS and STOP_LOSS_LIMIT.')
export const zTrailStep = decimal(
  'How far it follows: dollars, or a fraction with PERCENTAGE (0.01 is 1 %).',
)
export const zPercent = z
  .string()
  .regex(/^([1-9]|1\d|20)$/, 'a whole number from 1 to 20, as text')
  .describe('Percent of the market volume, 1 to 20.')
export const zClock = clock
export const zExpiration = date('yyyy-MM-dd.')
export const zStrike = decimal('Strike price.')

export const zSide = z
  .enum(W_SIDES)
  .describe('SELL: what is held. SHORT: what is borrowed. BUY also covers a short.')
export const zLongSide = z.enum(['BUY', 'SELL'])
/** The auction types are for institutions (TRADING-4.2). */
export const zStockType = z
  .enum(W_ORDER_TYPES)
  .exclude(['MARKET_ON_OPEN', 'MARKET_ON_CLOSE', 'LIMIT_ON_OPEN'])
  .describe('At stop_price STOP_LOSS becomes a market, STOP_LOSS_LIMIT a limit order.')
export const zStockTime = z
  .enum(W_TIMES_IN_FORCE)
  .extract(['DAY', 'GTC'])
  .describe('GTC stays until filled or cancelled.')
/** Option orders support fewer types than stock orders (TRADING-4.3). */
export const zOptionType = z.enum(W_ORDER_TYPES).extract(['LIMIT', 'STOP_LOSS', 'STOP_LOSS_LIMIT'])
export const zFuturesType = zStockType.exclude(['TRAILING_STOP_LOSS'])
export const zCryptoType = z.enum(W_ORDER_TYPES).extract(['MARKET', 'LIMIT', 'STOP_LOSS_LIMIT'])
export const zCryptoTime = z.enum(W_TIMES_IN_FORCE).extract(['DAY', 'GTC', 'IOC'])
export const zEventTime = z.enum(W_TIMES_IN_FORCE).exclude(['GTD'])
export const zMarket = z.literal('US').default('US')
export const zEntrust = z
  .enum(['QTY', 'AMOUNT'])
  .default('QTY')
  .describe('QTY: quantity counts. AMOUNT: total_cash_amount counts.')
export const zSession = z
  .enum(W_SESSIONS)
  .default('CORE')
  .describe(
    'CORE: regular hours. ALL: extended too. NIGHT: only the night. ALL and NIGHT need LIMIT.',
  )
export const zTrailing = z.enum(W_TRAILING_TYPES).describe('What trailing_stop_step is.')
export const zRight = z.enum(W_OPTION_TYPES)
export const zStrategy = z.enum(W_OPTION_STRATEGIES).exclude(['SINGLE'])
export const zPositionId = id(
  64,
  'The position that this leg joins as leg_in_strategy; without that, leaves.',
)
export const zLegInStrategy = z.enum(W_LEG_STRATEGIES)
export const zAlgo = z
  .enum(W_ALGO_TYPES)
  .describe(
    'TWAP: evenly over time. VWAP: as volume usually comes. POV: a share of the volume as it comes.',
  )
export const zOutcome = z.enum(W_EVENT_OUTCOMES).describe('The side of the market.')

/** The parameters of every tool that makes an instruction, besides the order. */
export const INSTRUCTION_FIELDS = {
  client_order_id: id(40, 'Your own id; the key where instruction_key is absent.').optional(),
  instruction_key: id(
    64,
    'Your own key: the same key and order return the same instruction.',
  ).optional(),
  reason: z
    .string()
    .max(280)
    .default('')
    .describe('Your reason in one plain line, for the person.'),
} as const

/**
 * The parameters of tools that change an existing order; there `client_order_id` is the id of that
 * order.
 */
export const CHANGE_FIELDS = {
  account_id: zAccountId,
  client_order_id: zClientOrderId,
  instruction_key: INSTRUCTION_FIELDS.instruction_key,
  reason: INSTRUCTION_FIELDS.reason,
} as const
