import { z } from 'zod'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { ok } from '../../../shared/domain/result.js'
import type { AsyncResult } from '../../../shared/domain/instructions/refusal.js'
import { toDraft, type Drafted } from '../format/order-drafts.js'
import {
  zAccountId,
  zLimitPrice,
  zMarket,
  zQuantity,
  zSession,
  zSide,
  zStockTime,
  zStockType,
  zStopPrice,
  zSymbol,
  zTrailing,
  zTrailStep,
} from '../format/input-fields.js'
import { tool, type Call, type Tool } from '../tool.js'
import { OPTION, STRATEGY, toOptionDraft, toStrategyDraft } from './place/place-option.js'
import { CRYPTO, EVENT, FUTURES } from './place/place-others.js'

const zEstimate = z.object({
  estimated_cost: z.string(),
  estimated_transaction_fee: z.string(),
  currency: z.string(),
  // Whose estimate it is.
  source: z.string(),
  // Named as on the approval card.
  effect: z.object({}).catchall(z.string()).optional(),
})

async function estimate(
  { port, connection }: Call,
  draft: Drafted<OrderDraft>,
): AsyncResult<z.output<typeof zEstimate>> {
  if (!draft.ok) return draft
  const preview = await port.preview(connection, draft.value)
  return preview.ok
    ? ok({
        estimated_cost: preview.value.cost,
        estimated_transaction_fee: preview.value.fees,
        currency: preview.value.currency,
        source: preview.value.source,
        ...(preview.value.effect === undefined ? {} : { effect: { ...preview.value.effect } }),
      })
    : preview
}

export const previewStockOrder = tool({
  name: 'preview_stock_order',
  toolset: 'trading',
  title: 'Estimate a stock order',
  effect: 'read',
  description: 'Cost or proceeds, fees and effect of a stock order. Requests nothing.',
  input: z.strictObject({
    account_id: zAccountId,
    symbol: zSymbol,
    side: zSide,
    order_type: zStockType,
    time_in_force: zStockTime.default('DAY'),
    quantity: zQuantity,
    market: zMarket,
    limit_price: zLimitPrice.optional(),
    stop_price: zStopPrice.optional(),
    trailing_type: zTrailing.optional(),
    trailing_stop_step: zTrailStep.optional(),
    trading_session: zSession,
  }),
  output: zEstimate,
  run: (input, call) => estimate(call, toDraft('stock', input)),
})

export const previewOptionOrder = tool({
  name: 'preview_option_order',
  toolset: 'trading',
  title: 'Estimate an option order',
  effect: 'read',
  description: 'Cost or proceeds, fees and effect of an order of one option. Requests nothing.',
  input: z.strictObject(OPTION),
  output: zEstimate,
  run: (input, call) => estimate(call, toOptionDraft(input)),
})

/** Our own tool: the provider's server previews single options only, its Trading API more. */
export const previewOptionStrategy = tool({
  name: 'preview_option_strategy',
  toolset: 'trading',
  title: 'Estimate an option strategy',
  effect: 'read',
  description:
    'What an order of several options at one net price would cost or bring. Requests nothing.',
  input: z.strictObject(STRATEGY),
  output: zEstimate,
  run: (input, call) => estimate(call, toStrategyDraft(input)),
})

/**
 * Our own tool: the provider's server previews only stocks and options, but its Trading API also
 * futures and event contracts.
 */
export const previewFuturesOrder = tool({
  name: 'preview_futures_order',
  toolset: 'trading',
  title: 'Estimate a futures order',
  effect: 'read',
  description:
    'Cost or proceeds, fees and effect of an order of a futures contract. Requests nothing.',
  input: z.strictObject(FUTURES),
  output: zEstimate,
  run: (input, call) => estimate(call, toDraft('futures', input)),
})
export const previewEventOrder = tool({
  name: 'preview_event_order',
  toolset: 'trading',
  title: 'Estimate an event contract order',
  effect: 'read',
  description:
    'Cost or proceeds, fees and effect of an order of an event market. Requests nothing.',
  input: z.strictObject(EVENT),
  output: zEstimate,
  run: (input, call) => estimate(call, toDraft('event', input, { outcome: input.event_outcome })),
})

/** Our own tool: the provider previews no crypto, so Countersign estimates and says so. */
export const previewCryptoOrder = tool({
  name: 'preview_crypto_order',
  toolset: 'trading',
  title: 'Estimate a crypto order',
  effect: 'read',
  description:
    'What an order of a currency pair would cost or bring; Countersign’s own estimate, because the broker gives none. Requests nothing and places nothing.',
  input: z.strictObject(CRYPTO),
  output: zEstimate,
  run: (input, call) => estimate(call, toDraft('crypto', input)),
})

/** The tools for estimates of orders, in listing order. */
export const PREVIEW_TOOLS: readonly Tool[] = [
  previewStockOrder,
  previewOptionOrder,
  previewOptionStrategy,
  previewFuturesOrder,
  previewCryptoOrder,
  previewEventOrder,
]
