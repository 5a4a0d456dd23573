import type { Account, Position } from '../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../shared/domain/account/single-leg-positions.js'
import {
  abs,
  add,
  asQuantity,
  gt,
  isNegative,
  isPositive,
  isZero,
  maxOf,
  minOf,
  sub,
  sum,
  ZERO_QUANTITY,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { draftInstrument } from '../../../format/order-draft.js'
import { instrumentName } from '../../../format/instrument-name.js'
import { ownQuantity } from '../../../format/own.js'
import {
  freeUnits,
  holdingWarning,
  isRefusedBeyond,
  type FreeUnits,
  type HoldingWarning,
} from './holding-warning.js'
import { writeWarning } from './order-warnings.js'

/** Why what is held does not allow a prepared order, or one leg of it, as it stands. */
export type PreparedWarning =
  | HoldingWarning
  | { readonly kind: 'closing-beyond'; readonly held: Quantity; readonly blocks: true }
  | ({ readonly kind: 'closing-above'; readonly held: Quantity; readonly blocks: boolean } & Pick<
      FreeUnits,
      'free' | 'taken'
    >)

/** A warning, and the order that it is about: one leg as an order where it has several. */
export interface PreparedFinding {
  readonly warning: PreparedWarning
  readonly part: OrderDraft
  readonly isLeg: boolean
}

/** The account that the prepared orders are compared with. */
export interface PreparedAccount {
  /** Null while they are not known: then nothing is found. */
  readonly positions: readonly Position[] | null
  readonly orders: readonly Order[]
  readonly type: Account['type'] | undefined
  readonly instrumentOf: (draft: OrderDraft) => AnyInstrument | null
}

/** Returns each leg as an order of its own; an order of one contract unchanged. */
function partsOf(draft: OrderDraft): readonly OrderDraft[] {
  const legs = draft.terms?.legs ?? []
  if (legs.length < 2) return [draft]
  return legs.map((leg): OrderDraft => {
    const { terms: _terms, ...common } = draft
    const size = { kind: 'quantity', quantity: leg.quantity } as const
    const part = { ...common, symbol: leg.symbol, side: leg.side, size }
    return leg.option === null
      ? { ...part, assetClass: 'stock' }
      : { ...part, assetClass: 'option', terms: { legs: [leg] } }
  })
}

const keyOfPart = (part: OrderDraft): InstrumentKey | null =>
  orderInstrumentKey({
    ...part,
    terms: { ...part.terms, outcome: part.terms?.outcome ?? 'yes' },
  })

/** Returns what the account holds of one contract, also as a leg of a strategy. */
function heldOf(part: OrderDraft, positions: readonly Position[]): Quantity {
  const key = keyOfPart(part)
  const held = positions
    .filter(({ accountId }) => accountId === part.accountId)
    .flatMap((position) => singleLegPositions(position) ?? [])
    .filter((position) => key !== null && positionInstrumentKey(position) === key)
  return sum(held.map(({ quantity }) => quantity))
}

const unitsOf = ({ size }: OrderDraft): Quantity | null =>
  size.kind === 'quantity' ? size.quantity : null

const closesHeld = ({ side }: OrderDraft, held: Quantity): boolean =>
  side === 'buy' ? isNegative(held) : isPositive(held)

/** An option order either opens or closes a position, never both (TRADING-4.2). */
function beyondHeld(part: OrderDraft, holding: Quantity): PreparedWarning | null {
  const units = unitsOf(part)
  return part.assetClass === 'option' &&
    closesHeld(part, holding) &&
    units !== null &&
    gt(units, abs(holding))
    ? { kind: 'closing-beyond', held: holding, blocks: true }
    : null
}

/** What the orders above close already leaves less for this one. */
function closingAbove(
  part: OrderDraft,
  holding: Quantity,
  above: Quantity,
  orders: readonly Order[],
): PreparedWarning | null {
  const units = unitsOf(part)
  if (!closesHeld(part, holding) || isZero(above) || (units !== null && gt(units, abs(holding)))) {
    return null
  }
  const left = freeUnits(part, holding, orders).free
  const free = maxOf(asQuantity(sub(left, above)), ZERO_QUANTITY)
  const isFree = units === null ? isPositive(free) : !gt(units, free)
  if (isFree) return null
  const taken = asQuantity(sub(left, free))
  return { kind: 'closing-above', held: holding, free, taken, blocks: isRefusedBeyond(part) }
}

/**
 * Returns by order why what is held does not allow it, as they would be sent, one after the other;
 * null where it does. What an order closes is no longer free for the orders below it.
 */
export function preparedFindings(
  drafts: readonly OrderDraft[],
  { positions, orders, type, instrumentOf }: PreparedAccount,
): readonly (PreparedFinding | null)[] {
  if (positions === null) return drafts.map(() => null)
  /** By contract and side: what the orders above close. */
  const closed = new Map<string, Quantity>()
  const findingOf = (part: OrderDraft, isLeg: boolean): PreparedFinding | null => {
    const holding = heldOf(part, positions)
    const units = unitsOf(part)
    const key = `${part.side} ${keyOfPart(part) ?? ''}`
    const above = closed.get(key) ?? ZERO_QUANTITY
    const input = { draft: part, instrument: instrumentOf(part), held: holding, units, orders }
    const warning =
      beyondHeld(part, holding) ??
      holdingWarning({ ...input, accountType: type }) ??
      closingAbove(part, holding, above, orders)
    if (closesHeld(part, holding)) {
      closed.set(key, minOf(add(above, units ?? abs(holding)), abs(holding)))
    }
    return warning === null ? null : { warning, part, isLeg }
  }
  return drafts.map((draft) => {
    const parts = partsOf(draft)
    const found = parts.flatMap((part) => findingOf(part, parts.length > 1) ?? [])
    return found.find(({ warning }) => warning.blocks) ?? found[0] ?? null
  })
}

/** Writes a finding as a sentence, after the name of the leg where the order has several. */
export function writeFinding({ warning, part, isLeg }: PreparedFinding, text: WindowText): string {
  const name = isLeg ? `${instrumentName(draftInstrument(part), text.instruments)}: ` : ''
  return `${name}${warningText(warning, part, text)}`
}

function warningText(warning: PreparedWarning, part: OrderDraft, { basket, ticket }: WindowText) {
  const side = part.side === 'buy' ? 'buy' : 'sell'
  switch (warning.kind) {
    case 'closing-beyond':
      return basket.closingBeyond[side](ownQuantity(abs(warning.held)))
    case 'closing-above':
      return basket.closingAbove[side](
        {
          held: ownQuantity(abs(warning.held)),
          taken: ownQuantity(warning.taken),
          free: isPositive(warning.free) ? ownQuantity(warning.free) : null,
        },
        warning.blocks,
      )
    case 'oversells':
    case 'short-while-long':
    case 'closing-already':
      // Only amounts of an order have a currency, and these sentences have none.
      return writeWarning(warning, {
        side: part.side,
        currency: '',
        text: ticket,
        instrument: part,
      })
  }
}
