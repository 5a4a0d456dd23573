import type { AsyncResult } from '../../../../../shared/domain/instructions/refusal.js'
import { refuse } from '../../../../../shared/domain/instructions/refusal.js'
import { isFinal } from '../../../../../shared/domain/orders/order-state.js'
import { ok } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { MAX_BATCH } from '../../queue/intake/intake-evaluation.js'
import type { MarketReads } from '../market-reads.js'
import type {
  AssistantJob,
  JobPlan,
} from '../../../../../shared/domain/instructions/assistant-job.js'
import { planClose, planProtect } from './close-plan.js'
import { planRebalance } from './rebalance-plan.js'
import { planRoll } from './roll-plan.js'

/** Plans the orders of a job from what is held and quoted now. Requests and sends nothing. */
export function planJob(
  session: TradingSession,
  market: MarketReads,
  job: AssistantJob,
): AsyncResult<JobPlan> {
  switch (job.kind) {
    case 'close':
      return planClose(session, job)
    case 'protect':
      return planProtect(session, job)
    case 'roll':
      return planRoll(session, market, job)
    case 'cancel-all':
      return planCancelAll(session, job)
    case 'rebalance':
      return planRebalance(session, market, job)
  }
}

/** Plans the cancellation of every working order, or of the orders of one symbol or side. */
function planCancelAll(
  { streams }: Pick<TradingSession, 'streams'>,
  { accountId, symbol, side }: Extract<AssistantJob, { readonly kind: 'cancel-all' }>,
): AsyncResult<JobPlan> {
  const capitals = symbol?.toUpperCase()
  const ids = streams.orders
    .all()
    .filter(
      (order) =>
        order.accountId === accountId &&
        !isFinal(order.status) &&
        order.pending?.kind !== 'cancel' &&
        (capitals === undefined || order.symbol.toUpperCase() === capitals) &&
        (side === null || order.side === side),
    )
    .map(({ clientOrderId }) => clientOrderId)
  const [first, ...more] = ids
  if (first === undefined) {
    return Promise.resolve(refuse('not-found', message('refusals.nothingWorking')))
  }
  const others = more.slice(0, MAX_BATCH - 1)
  return Promise.resolve(
    ok({
      action: { kind: 'cancel', accountId, clientOrderId: first, others },
      left: more.length - others.length,
      rows: [],
    }),
  )
}
