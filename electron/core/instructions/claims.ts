import {
  add,
  asQuantity,
  gt,
  isNegative,
  maxOf,
  minOf,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../shared/domain/instruction.js'
import { parseOcc } from '../../../shared/domain/option.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import type { PolicyInput } from './policy-port.js'
import { changesOf, draftOfAction } from './replacement.js'
import { freeOf, riskLegs } from './worth.js'

/** What a symbol is on: of a contract its root, whichever of its names it goes by. */
export const underlyingOf = (symbol: string): string => parseOcc(symbol)?.root ?? symbol

/**
 * What one order takes of a position at most. Claims of one `order` are of the same order; of one
 * `share`, only one of them can happen.
 */
interface Claim {
  readonly order: string
  readonly share: string
  readonly quantity: Quantity
}

/**
 * The orders of which one closes what the others could: the exits of a combination, and those of
 * which one trades (contract/trading.md 4.3).
 * Null for an order that stands for itself.
 */
function shareOf({ terms, accountId, symbol, side }: Order): string | null {
  const { role, clientComboId, comboId } = terms?.combo ?? {
    role: 'unknown',
    clientComboId: null,
    comboId: null,
  }
  const name = comboId ?? clientComboId
  if (name === null || role === 'unknown' || role === 'master' || role === 'oto') return null
  return [role === 'oco' || role === 'otoco' ? role : 'exit', accountId, symbol, side, name].join(
    ' ',
  )
}

/**
 * The most that is claimed: of each order once, of orders that share once what the largest takes.
 */
function claimed(claims: readonly Claim[]): Quantity {
  const most = (by: 'order' | 'share', of: readonly Claim[]): readonly Claim[] => {
    const largest = new Map<string, Claim>()
    for (const claim of of) {
      const known = largest.get(claim[by])
      if (known === undefined || gt(claim.quantity, known.quantity)) largest.set(claim[by], claim)
    }
    return [...largest.values()]
  }
  return sum(most('share', most('order', claims)).map(({ quantity }) => quantity))
}

/** An option position is the same contract only when type, strike and expiration are. */
function holdsContract({ facts: { position } }: PolicyInput, draft: OrderDraft): boolean {
  const [leg, ...more] = riskLegs(draft) ?? []
  const [held, ...others] = position?.legs ?? []
  if (leg?.option === undefined || leg.option === null || more.length > 0) return false
  if (held === undefined) {
    return position?.symbol === draft.symbol && parseOcc(draft.symbol) !== null
  }
  const { option } = held
  return (
    others.length === 0 &&
    option !== null &&
    option.type === leg.option.type &&
    option.expiration === leg.option.expiration &&
    option.strike !== null &&
    !gt(option.strike, leg.option.strike) &&
    !gt(leg.option.strike, option.strike)
  )
}

/**
 * How much of a long position an order that sells may close: what no waiting or working order has
 * claimed already. Purchases close
 * nothing here; they count whole.
 *
 * What has filled of a working sale is claimed no more once the position shows it: `settled` tells
 * how much of each order had filled long
 * enough before the position was asked for. While the two may disagree the sale claims the whole,
 * and fewer may be closed than is true.
 */
export function freeToClose(input: PolicyInput, draft: OrderDraft): Quantity {
  const { position, settled } = input.facts
  if (
    position === null ||
    position.accountId !== draft.accountId ||
    draft.side === 'buy' ||
    isNegative(position.quantity)
  ) {
    return ZERO_QUANTITY
  }
  if (draft.assetClass === 'event' && position.outcome !== draft.terms?.outcome) {
    return ZERO_QUANTITY
  }
  if (draft.assetClass === 'option' && !holdsContract(input, draft)) return ZERO_QUANTITY
  const own = input.action.kind === 'replace' ? input.action.before : null
  const same = (other: {
    readonly accountId: string
    readonly symbol: string
    readonly side: string
  }): boolean =>
    other.accountId === draft.accountId &&
    underlyingOf(other.symbol) === underlyingOf(draft.symbol) &&
    other.side !== 'buy'
  const gone = ({
    clientOrderId,
    filledQuantity,
  }: Pick<Order, 'clientOrderId' | 'filledQuantity'>): Quantity =>
    minOf(settled?.get(clientOrderId) ?? ZERO_QUANTITY, filledQuantity)
  const rest = (order: Order, quantity: Quantity | null): Quantity =>
    quantity === null ? position.quantity : maxOf(sub(quantity, gone(order)), ZERO_QUANTITY)
  const ofOrder = (order: Order, quantity: Quantity | null): Claim => ({
    order: order.clientOrderId,
    share: shareOf(order) ?? order.clientOrderId,
    quantity: rest(order, quantity),
  })
  let unnamed = 0
  const ofDraft = ({ size }: OrderDraft): Claim => {
    const name = `new order ${(unnamed += 1)}`
    return {
      order: name,
      share: name,
      quantity: size.kind === 'quantity' ? size.quantity : position.quantity,
    }
  }
  const ofOne = (
    action: Exclude<InstructionAction, { readonly kind: 'cancel' }>,
  ): readonly Claim[] => {
    const wanted = draftOfAction(action)
    if (wanted === null || !same(wanted)) return []
    return [
      action.kind === 'place'
        ? ofDraft(wanted)
        : ofOrder(action.before, wanted.size.kind === 'quantity' ? wanted.size.quantity : null),
    ]
  }
  const ofAction = (action: InstructionAction): readonly Claim[] =>
    action.kind === 'cancel'
      ? []
      : action.kind === 'place'
        ? ofOne(action)
        : changesOf(action).flatMap(ofOne)
  const { usage } = input
  const working = [...usage.working, ...(usage.others?.working ?? [])]
    .filter(same)
    .map((order) => ofOrder(order, order.quantity))
  const asked = [
    ...usage.pending.map(({ action }) => action),
    ...(usage.others?.asked ?? []),
  ].flatMap(ofAction)
  const underway = (usage.underway ?? []).filter(same).map(ofDraft)
  // An order that is changed stands in its own way as little as those of which only one can happen.
  const [mine, shared]: readonly [ClientOrderId | null, string | null] =
    own === null ? [null, null] : [own.clientOrderId, shareOf(own)]
  const others = [...working, ...asked, ...underway].filter(
    ({ order, share }) => order !== mine && share !== shared,
  )
  // What has filled of the order itself is closed already: it needs no more than its rest.
  return asQuantity(
    add<Decimal>(
      freeOf(position.quantity, claimed(others)),
      own === null ? ZERO_QUANTITY : gone(own),
    ),
  )
}
