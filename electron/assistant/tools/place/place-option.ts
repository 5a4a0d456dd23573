import { z } from 'zod'
import { asQuantity, dec, mul, type Quantity } from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import type { DraftLeg, DraftTerms } from '../../../../shared/domain/orders/order-terms.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { invalid, price, quantity, toDraft, type Drafted } from '../../format/order-drafts.js'
import {
  INSTRUCTION_FIELDS,
  zAccountId,
  zExpiration,
  zLegInStrategy,
  zLimitPrice,
  zLongSide,
  zOptionType,
  zPositionId,
  zQuantity,
  zRight,
  zStockTime,
  zStopPrice,
  zStrategy,
  zStrike,
  zSymbol,
} from '../../format/input-fields.js'
import { tool, type Tool } from '../../tool.js'
import { zInstructionSummary } from '../../views/instruction.js'
import { OPTION_TYPES, SIDES, STRATEGIES } from '../../format/wire-enums.js'
import { instructPlace, PENDING_NOTE } from '../instruct.js'

/** The default number of shares per unit in a stock leg. */
const SHARES = dec(ASSUMPTIONS.assistantTools.sharesPerUnit)

/** The parameters of an option and its order (MCP-2, place_option_single_order). */
export const OPTION = {
  account_id: zAccountId,
  symbol: zSymbol.describe('The underlying, for example AAPL.'),
  side: zLongSide,
  quantity: zQuantity.describe('Contracts.'),
  option_type: zRight,
  strike_price: zStrike,
  expiration_date: zExpiration,
  order_type: zOptionType.default('LIMIT'),
  time_in_force: zStockTime.default('DAY'),
  limit_price: zLimitPrice
    .describe('Per share of the underlying: 3.15 is 315 dollars a contract of 100.')
    .optional(),
  stop_price: zStopPrice.optional(),
  position_id: zPositionId.optional(),
  leg_in_strategy: zLegInStrategy.optional(),
} as const
const zOption = z.strictObject(OPTION)

interface WireLeg {
  readonly symbol?: string | undefined
  readonly side: 'BUY' | 'SELL'
  readonly instrument_type: 'OPTION' | 'EQUITY'
  readonly quantity?: string | undefined
  readonly option_type?: keyof typeof OPTION_TYPES | undefined
  readonly strike_price?: string | undefined
  readonly expiration_date?: string | undefined
}

function toLeg(leg: WireLeg, underlying: string, units: Quantity): Drafted<DraftLeg> {
  const [strike, side] = [price(leg.strike_price), SIDES[leg.side]]
  if (side === 'short') return invalid('A leg is bought or sold.')
  const legSymbol = symbol(leg.symbol ?? underlying)
  if (leg.instrument_type === 'EQUITY') {
    if (leg.option_type !== undefined || strike !== null || leg.expiration_date !== undefined) {
      return invalid(
        'A leg of stock has no option_type, strike_price or expiration_date.',
        'legs',
        null,
        'not-used',
      )
    }
    return ok({
      symbol: legSymbol,
      side,
      quantity: quantity(leg.quantity) ?? asQuantity(mul(units, SHARES)),
      option: null,
    })
  }
  if (leg.option_type === undefined || strike === null || leg.expiration_date === undefined) {
    return invalid(
      'A leg of options needs option_type, strike_price and expiration_date.',
      'legs',
      null,
      'missing',
    )
  }
  return ok({
    symbol: legSymbol,
    side,
    quantity: quantity(leg.quantity) ?? units,
    option: { type: OPTION_TYPES[leg.option_type], strike, expiration: leg.expiration_date },
  })
}

/** Converts a single option order to a draft, with the order itself as its one leg. */
export function toOptionDraft(input: z.output<typeof zOption>): ReturnType<typeof toDraft> {
  const units = quantity(input.quantity)
  if (units === null) return invalid('quantity is needed.')
  const { option_type, strike_price, expiration_date, position_id, leg_in_strategy, ...order } =
    input
  const leg = toLeg(
    { side: input.side, instrument_type: 'OPTION', option_type, strike_price, expiration_date },
    input.symbol,
    units,
  )
  if (!leg.ok) return leg
  const legging = toLegging({ position_id, leg_in_strategy, side: input.side })
  return legging.ok
    ? toDraft('option', order, { strategy: 'single', legs: [leg.value], ...legging.value })
    : legging
}

/** Converts the position that the leg joins or leaves; nothing of it for a plain order. */
function toLegging({
  position_id: positionId,
  leg_in_strategy: strategy,
  side,
}: Pick<z.output<typeof zOption>, 'position_id' | 'leg_in_strategy' | 'side'>): Drafted<
  Pick<DraftTerms, 'legging' | 'intent'>
> {
  if (positionId === undefined) {
    return strategy === undefined
      ? ok({})
      : invalid('leg_in_strategy needs position_id.', 'position_id', null, 'missing')
  }
  const verb = side === 'BUY' ? 'buy' : 'sell'
  return ok(
    strategy === undefined
      ? { intent: `${verb}-to-close`, legging: { direction: 'out', positionId } }
      : {
          intent: `${verb}-to-open`,
          legging: { direction: 'in', positionId, strategy: STRATEGIES[strategy] },
        },
  )
}

export const placeOptionSingleInstruction = tool({
  name: 'place_option_single_instruction',
  toolset: 'trading',
  title: 'Ask for an option order',
  effect: 'instruct',
  description: `Requests an order of one option contract. ${PENDING_NOTE}`,
  input: z.strictObject({ ...OPTION, ...INSTRUCTION_FIELDS }),
  output: zInstructionSummary,
  run(input, call) {
    const { client_order_id, instruction_key, reason, ...order } = input
    return instructPlace(call, { client_order_id, instruction_key, reason }, toOptionDraft(order))
  },
})

const zLeg = z.strictObject({
  side: zLongSide,
  instrument_type: z.enum(['OPTION', 'EQUITY']).default('OPTION'),
  symbol: zSymbol
    .describe('Root of the option or ticker of the stock; the underlying where absent.')
    .optional(),
  quantity: zQuantity
    .describe(
      'Contracts or shares of this leg in the order; absent: 1 contract or 100 shares per unit.',
    )
    .optional(),
  option_type: zRight.optional(),
  strike_price: zStrike.optional(),
  expiration_date: zExpiration.optional(),
})

/**
 * The parameters of a combination. The published ones have no side, but the wire needs one: a
 * combination is bought for a debit or sold for a credit.
 */
export const STRATEGY = {
  account_id: zAccountId,
  strategy: zStrategy,
  symbol: zSymbol.describe('The underlying.'),
  side: zLongSide
    .default(ASSUMPTIONS.assistantTools.strategySide)
    .describe('BUY: the limit price is paid (debit). SELL: it is received (credit).'),
  order_type: zOptionType.extract(['LIMIT']).default('LIMIT'),
  time_in_force: zStockTime.default('DAY'),
  legs: z.array(zLeg).min(2).max(4),
  quantity: zQuantity.default('1').describe('Units of the whole combination.'),
  limit_price: zLimitPrice
    .describe('Net price of one unit per share: 1.20 is 120 dollars for contracts of 100.')
    .optional(),
} as const
const zStrategyOrder = z.strictObject(STRATEGY)

/** Converts an order of a combination to a draft. */
export function toStrategyDraft(
  input: z.output<typeof zStrategyOrder>,
): ReturnType<typeof toDraft> {
  const units = quantity(input.quantity)
  if (units === null) return invalid('quantity is needed.')
  const legs: DraftLeg[] = []
  for (const wireLeg of input.legs) {
    const leg = toLeg(wireLeg, input.symbol, units)
    if (!leg.ok) return leg
    legs.push(leg.value)
  }
  const { strategy, legs: _legs, ...order } = input
  return toDraft('option', order, { strategy: STRATEGIES[strategy], legs })
}

export const placeOptionStrategyInstruction = tool({
  name: 'place_option_strategy_instruction',
  toolset: 'trading',
  title: 'Ask for an option strategy',
  effect: 'instruct',
  description: `Requests an order of several options, or options and stock, at one net price. ${PENDING_NOTE}`,
  input: z.strictObject({ ...STRATEGY, ...INSTRUCTION_FIELDS }),
  output: zInstructionSummary,
  run(input, call) {
    const { client_order_id, instruction_key, reason, ...order } = input
    return instructPlace(call, { client_order_id, instruction_key, reason }, toStrategyDraft(order))
  },
})

/** The tools for requests to place option orders, in listing order. */
export const OPTION_PLACE_TOOLS: readonly Tool[] = [
  placeOptionSingleInstruction,
  placeOptionStrategyInstruction,
]
