import { exitsOf } from '../../../../../shared/domain/orders/exits.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { isNegative, type Quantity } from '../../../../../shared/domain/decimal.js'
import {
  fieldRefusal,
  refuse,
  type AsyncResult,
} from '../../../../../shared/domain/instructions/refusal.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { contractSymbol } from '../../../../../shared/domain/instruments/instrument-key.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { closingDraft } from '../../kill-switch/closing-draft.js'
import { marketHours } from '../../policy/market-sessions.js'
import type {
  AssistantJob,
  JobPlan,
} from '../../../../../shared/domain/instructions/assistant-job.js'
import { findPosition } from './find-position.js'

const QUOTE_AGE_MS = 5_000
const EXIT_NEEDED = fieldRefusal({
  field: 'stopLoss',
  value: null,
  rule: 'missing',
  reason: message('refusals.exitNeeded'),
})
const ONE_EXIT_OF_SHORT = fieldRefusal({
  field: 'takeProfit',
  value: null,
  rule: 'exit-side',
  reason: message('refusals.oneExitOfShort'),
})

type Job<Kind> = Extract<AssistantJob, { readonly kind: Kind }>

const planOf = (action: JobPlan['action']): JobPlan => ({ action, left: 0, rows: [] })

/** Returns the order that closes a part of a position at the market, or at a limit price. */
async function closingOrder(
  { queries }: Pick<TradingSession, 'queries'>,
  position: Position,
  quantity: Quantity,
): AsyncResult<OrderDraft> {
  const contract = contractSymbol(position)
  const quoted = contract === null ? null : await queries.quote(contract, QUOTE_AGE_MS)
  const closing = closingDraft(position, quantity, {
    quote: quoted?.quote ?? null,
    ...marketHours(position.assetClass, queries.exchangeNow()),
  })
  return closing.ok ? ok(closing.value.draft) : refuse('unavailable', closing.error)
}

/** Plans the order that closes a position or a part of it. */
export async function planClose(
  session: Pick<TradingSession, 'queries'>,
  job: Job<'close'>,
): AsyncResult<JobPlan> {
  const part = await findPosition(session, job)
  if (!part.ok) return part
  const draft = await closingOrder(session, part.value.position, part.value.quantity)
  if (!draft.ok) return draft
  const { limitPrice } = job
  return ok(
    planOf({
      kind: 'place',
      closes: true,
      drafts: [
        limitPrice === null
          ? draft.value
          : { ...draft.value, type: 'limit', limitPrice, stopPrice: null },
      ],
    }),
  )
}

/**
 * Plans the exits of a position: a stop, a target, or both, of which one cancels the other.
 */
export async function planProtect(
  session: Pick<TradingSession, 'queries'>,
  job: Job<'protect'>,
): AsyncResult<JobPlan> {
  const { stopPrice, targetPrice } = job
  if (stopPrice === null && targetPrice === null) return err(EXIT_NEEDED)
  const part = await findPosition(session, job)
  if (!part.ok) return part
  const { position, quantity } = part.value
  const { assetClass } = position
  if (assetClass !== 'stock' && assetClass !== 'option') {
    return err(
      fieldRefusal({
        field: 'instrument',
        value: assetClass,
        rule: 'product-not-offered',
        reason: message('refusals.exitsNotOffered', { product: assetClass }),
      }),
    )
  }
  if (isNegative(position.quantity) && stopPrice !== null && targetPrice !== null) {
    return err(ONE_EXIT_OF_SHORT)
  }
  const closing = await closingOrder(session, position, quantity)
  if (!closing.ok) return closing
  // The exits get the terms that an entry would have given them.
  const entry: OrderDraft = {
    ...closing.value,
    side: isNegative(position.quantity) ? 'sell' : 'buy',
    type: 'market',
    limitPrice: null,
  }
  const exits = exitsOf(entry, { takeProfit: targetPrice, stopLoss: stopPrice })
  // With both, the stop stands for the request: it is what protects.
  const [first, ...moreExits] = exits.toReversed()
  if (first === undefined) return err(EXIT_NEEDED)
  return ok(
    planOf({
      kind: 'place',
      closes: true,
      drafts: [first.draft],
      ...(moreExits.length === 0 ? {} : { exits: moreExits }),
    }),
  )
}
