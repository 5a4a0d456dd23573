import { asQuantity, dec, mul, trim } from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { TicketForm } from './form-values.js'
import { writeInput } from './number-input.js'
import { fitted } from './product-terms.js'

const HUNDRED = dec('100')

/**
 * Returns the form that describes a prepared order, with everything that the order has: the reverse
 * of `buildDraft`.
 * @param empty the instrument's form before anything is entered
 */
export function formOfDraft(
  empty: TicketForm,
  draft: Omit<OrderDraft, 'accountId'>,
  locale: string,
): TicketForm {
  const { side, type, timeInForce, session, limitPrice, stopPrice, expireDate, terms } = draft
  const price = (value: typeof limitPrice) => (value === null ? '' : writeInput(value, locale))
  const outcome = terms?.outcome
  const legging = terms?.legging
  return fitted({
    ...empty,
    assetClass: draft.assetClass,
    side,
    type,
    timeInForce,
    session,
    limitPrice: price(limitPrice),
    stopPrice: price(stopPrice),
    expireDate: expireDate ?? '',
    ...(outcome === undefined ? {} : { outcome }),
    ...(legging?.direction === 'out' ? { legOut: legging.positionId } : {}),
    ...sizeOf(draft, locale),
    ...trailOf(draft, locale),
    ...algoOf(draft, locale),
  })
}

const sizeOf = ({ size }: Pick<OrderDraft, 'size'>, locale: string): Partial<TicketForm> =>
  size.kind === 'quantity'
    ? { sizeKind: 'quantity', quantity: writeInput(asQuantity(size.quantity), locale) }
    : { sizeKind: 'amount', amount: writeInput(size.amount, locale) }

/** A percentage is typed as percent and sent as a fraction. */
function trailOf({ trail }: Pick<OrderDraft, 'trail'>, locale: string): Partial<TicketForm> {
  if (trail === null) return {}
  return trail.kind === 'amount'
    ? { trailKind: 'amount', trailAmount: writeInput(trail.step, locale) }
    : { trailKind: 'percent', trailPercent: writeInput(trim(mul(trail.step, HUNDRED)), locale) }
}

function algoOf({ terms }: Pick<OrderDraft, 'terms'>, locale: string): Partial<TicketForm> {
  const algo = terms?.algo
  if (algo === undefined) return {}
  const share = algo.targetPercent ?? algo.maxPercent
  return {
    algo: algo.kind,
    algoShare: share === undefined ? '' : writeInput(share, locale),
    algoStart: algo.start?.slice(0, 5) ?? '',
    algoEnd: algo.end?.slice(0, 5) ?? '',
  }
}
