import { z } from 'zod'
import { parseDecimal } from '../../../../shared/domain/decimal.js'
import type { DraftTerms } from '../../../../shared/domain/orders/order-terms.js'
import { ok } from '../../../../shared/domain/result.js'
import { invalid, toDraft, type Drafted } from '../../format/order-drafts.js'
import {
  INSTRUCTION_FIELDS,
  zAccountId,
  zAlgo,
  zAmount,
  zClock,
  zCryptoTime,
  zCryptoType,
  zEntrust,
  zEventTime,
  zFuturesType,
  zLimitPrice,
  zLongSide,
  zOutcome,
  zPercent,
  zQuantity,
  zStockTime,
  zStopPrice,
  zSymbol,
} from '../../format/input-fields.js'
import { tool, type Tool } from '../../tool.js'
import { zInstructionSummary } from '../../views/instruction.js'
import { ALGOS } from '../../format/wire-enums.js'
import { instructPlace, PENDING_NOTE } from '../instruct.js'

/** The parameters of futures, crypto and event orders (MCP-2, place_futures_order and similar). */
export const FUTURES = {
  account_id: zAccountId,
  symbol: zSymbol.describe('Code of the contract, for example ESZ6.'),
  side: zLongSide,
  order_type: zFuturesType,
  time_in_force: zStockTime.default('DAY'),
  quantity: zQuantity,
  limit_price: zLimitPrice.optional(),
  stop_price: zStopPrice.optional(),
} as const
export const CRYPTO = {
  account_id: zAccountId,
  symbol: zSymbol.describe('The pair, for example BTCUSD.'),
  side: zLongSide,
  order_type: zCryptoType,
  time_in_force: zCryptoTime,
  entrust_type: zEntrust,
  quantity: zQuantity.optional(),
  total_cash_amount: zAmount.optional(),
  limit_price: zLimitPrice.optional(),
  stop_price: zStopPrice.optional(),
} as const
export const EVENT = {
  account_id: zAccountId,
  symbol: zSymbol.describe('Symbol of the event market.'),
  side: zLongSide,
  quantity: zQuantity,
  limit_price: zLimitPrice,
  event_outcome: zOutcome,
  order_type: z.literal('LIMIT').default('LIMIT'),
  time_in_force: zEventTime.default('DAY'),
} as const

export const placeFuturesInstruction = tool({
  name: 'place_futures_instruction',
  toolset: 'trading',
  title: 'Ask for a futures order',
  effect: 'instruct',
  description: `Requests an order of a futures contract. ${PENDING_NOTE}`,
  input: z.strictObject({ ...FUTURES, ...INSTRUCTION_FIELDS }),
  output: zInstructionSummary,
  run: (input, call) => instructPlace(call, input, toDraft('futures', input)),
})

export const placeCryptoInstruction = tool({
  name: 'place_crypto_instruction',
  toolset: 'trading',
  title: 'Ask for a crypto order',
  effect: 'instruct',
  description: `Requests an order of a currency pair. MARKET goes with time_in_force IOC only. ${PENDING_NOTE}`,
  input: z.strictObject({ ...CRYPTO, ...INSTRUCTION_FIELDS }),
  output: zInstructionSummary,
  run: (input, call) => instructPlace(call, input, toDraft('crypto', input)),
})

export const placeEventInstruction = tool({
  name: 'place_event_instruction',
  toolset: 'trading',
  title: 'Ask for an event contract order',
  effect: 'instruct',
  description: `Requests an order of one side of an event market. The price is in dollars for a contract that pays one, from 0.01 to 0.99. ${PENDING_NOTE}`,
  input: z.strictObject({ ...EVENT, ...INSTRUCTION_FIELDS }),
  output: zInstructionSummary,
  run: (input, call) =>
    instructPlace(call, input, toDraft('event', input, { outcome: input.event_outcome })),
})

interface Slices {
  readonly algo_type: keyof typeof ALGOS
  readonly algo_start_time?: string | undefined
  readonly algo_end_time?: string | undefined
  readonly target_vol_percent?: string | undefined
  readonly max_target_percent?: string | undefined
}

/**
 * Converts an algorithm: POV trades a target share of the volume; TWAP and VWAP only stay below a
 * maximum (TRADING-4.2).
 */
function toAlgo(slices: Slices): Drafted<NonNullable<DraftTerms['algo']>> {
  const pov = slices.algo_type === 'POV'
  if (pov && slices.target_vol_percent === undefined) {
    return invalid('target_vol_percent is needed for POV.', 'target_vol_percent', null, 'missing')
  }
  if (!pov && slices.target_vol_percent !== undefined) {
    return invalid(
      `target_vol_percent does not belong to ${slices.algo_type}.`,
      'target_vol_percent',
      slices.target_vol_percent,
      'not-used',
    )
  }
  if (pov && slices.max_target_percent !== undefined) {
    return invalid(
      'max_target_percent does not belong to POV.',
      'max_target_percent',
      slices.max_target_percent,
      'not-used',
    )
  }
  const [target, max] = [
    parseDecimal(slices.target_vol_percent ?? ''),
    parseDecimal(slices.max_target_percent ?? ''),
  ]
  return ok({
    kind: ALGOS[slices.algo_type],
    ...(target === null ? {} : { targetPercent: target }),
    ...(max === null ? {} : { maxPercent: max }),
    ...(slices.algo_start_time === undefined ? {} : { start: slices.algo_start_time }),
    ...(slices.algo_end_time === undefined ? {} : { end: slices.algo_end_time }),
  })
}

export const placeAlgoInstruction = tool({
  name: 'place_algo_instruction',
  toolset: 'trading',
  title: 'Ask for an order over time',
  effect: 'instruct',
  description: `Requests a stock order that is sliced over time: TWAP, VWAP, or a share of the volume (POV). DAY, regular hours. ${PENDING_NOTE}`,
  input: z.strictObject({
    account_id: zAccountId,
    symbol: zSymbol,
    side: zLongSide,
    quantity: zQuantity,
    algo_type: zAlgo,
    order_type: z.enum(['MARKET', 'LIMIT']).default('MARKET'),
    limit_price: zLimitPrice.optional(),
    algo_start_time: zClock('When it begins, HH:mm:ss in New York.').optional(),
    algo_end_time: zClock('When it ends, HH:mm:ss in New York.').optional(),
    target_vol_percent: zPercent.optional(),
    max_target_percent: zPercent.optional(),
    ...INSTRUCTION_FIELDS,
  }),
  output: zInstructionSummary,
  async run(input, call) {
    const algo = toAlgo(input)
    return algo.ok
      ? instructPlace(
          call,
          input,
          toDraft('stock', { ...input, time_in_force: 'DAY' }, { algo: algo.value }),
        )
      : algo
  },
})

/** The tools for requests to place futures, crypto, event and algorithm orders. */
export const OTHER_PLACE_TOOLS: readonly Tool[] = [
  placeFuturesInstruction,
  placeCryptoInstruction,
  placeAlgoInstruction,
  placeEventInstruction,
]
