import { asMoney, toScale, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
import { denialText } from '../risk/limits.js'
import { orderValue } from '../risk/pricing.js'
import { judgeDraft, type JudgeDeps } from './judge.js'

const CENTS = 2

/** The provider previews every product but crypto (contract/trading.md 4.2). */
export const isPreviewed = ({ assetClass }: Pick<OrderDraft, 'assetClass'>): boolean =>
  assetClass !== 'crypto'

/**
 * What an order would cost by what is known here: its price, or the one it would meet, times its
 * size. Fees are none for crypto, whose
 * price contains what the provider takes. An error says why there is nothing to tell.
 */
export async function estimateOrder(
  draft: OrderDraft,
  maxAgeMs: number,
  deps: JudgeDeps,
): Promise<
  Result<{ readonly cost: Money; readonly fees: Money; readonly currency: string }, AppError>
> {
  const judged = await judgeDraft(draft, maxAgeMs, deps)
  const [first] = judged.denials
  if (first !== undefined) {
    return err(appError('provider/refused', denialText(first), { class: 'local' }))
  }
  const value = orderValue(draft, judged.quote, judged.pricing)
  if (value === null) {
    return err(
      appError('provider/unavailable', `There is no price for ${draft.symbol} now`, {
        class: 'ambiguous',
        retry: 'safe',
      }),
    )
  }
  return ok({
    cost: asMoney(toScale(value, CENTS, 'up')),
    fees: ZERO_MONEY,
    currency: judged.currency,
  })
}
