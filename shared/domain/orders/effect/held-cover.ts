import type { Position } from '../../account/account.js'
import {
  add,
  eq,
  isNegative,
  isPositive,
  sub,
  ZERO,
  type Decimal,
  asQuantity,
  type Quantity,
} from '../../decimal.js'
import { underlyingSymbol } from '../../instruments/instrument-key.js'
import type { OrderDraft } from '../order.js'
import { holdingsOf, type OptionHolding, type UnderlyingHoldings } from './holdings.js'
import { coverOf } from './option-cover.js'
import { openedPart, type LegChange } from './leg-changes.js'

/** The shares that cover options which an order sells. */
export interface ShareCover {
  readonly shares: Quantity
  readonly held: Quantity
}

/** The holdings that cover the options which an order sells, beyond earlier cover. */
export interface HeldCover {
  readonly before: UnderlyingHoldings
  readonly after: UnderlyingHoldings
  readonly longs: readonly { readonly option: OptionHolding; readonly contracts: Decimal }[]
  readonly shares: ShareCover | null
  /** True when no more short options are uncovered after the order than before it. */
  readonly isCovered: boolean
}

const sameTerms = (a: OptionHolding, { option }: LegChange): boolean =>
  a.terms !== null &&
  option !== null &&
  a.terms.type === option.type &&
  a.terms.expiration === option.expiration &&
  eq(a.terms.strike, option.strike)

/** Returns the holdings of an underlying once the changes of an order are made. */
export function afterChanges(
  holdings: UnderlyingHoldings,
  changes: readonly LegChange[],
  markOf: (change: LegChange) => Decimal | null = () => null,
): UnderlyingHoldings {
  let { shares } = holdings
  const options = [...holdings.options]
  for (const change of changes) {
    if (change.option === null) {
      shares = add<Decimal>(shares, change.change)
      continue
    }
    const index = options.findIndex((held) => sameTerms(held, change))
    const holding = options[index]
    if (holding === undefined) {
      options.push({
        terms: change.option,
        contracts: change.change,
        multiplier: change.multiplier,
        mark: markOf(change),
        position: null,
      })
    } else {
      options[index] = { ...holding, contracts: add<Decimal>(holding.contracts, change.change) }
    }
  }
  return { ...holdings, shares, options }
}

/** Returns the part of a change that closes what is held. */
const closedOnly = (change: LegChange): LegChange => ({
  ...change,
  change: sub<Decimal>(change.change, openedPart(change)),
})

/**
 * Returns how many options that were sold before lose their cover by an order of shares or options;
 * null for none, and while the positions are not known.
 */
export function uncoveredBy(
  draft: OrderDraft,
  changes: readonly LegChange[],
  positions: readonly Position[] | null,
): Quantity | null {
  if ((draft.assetClass !== 'option' && draft.assetClass !== 'stock') || positions === null) {
    return null
  }
  const before = holdingsOf(positions, draft.accountId, underlyingSymbol(draft))
  if (!before.isComplete || !before.options.some(({ contracts }) => isNegative(contracts))) {
    return null
  }
  const after = afterChanges(before, changes)
  let lost: Decimal = ZERO
  for (const type of ['call', 'put'] as const) {
    const more = sub<Decimal>(coverOf(after, type).uncovered, coverOf(before, type).uncovered)
    const written = changes
      .filter(({ option }) => option?.type === type)
      .map(openedPart)
      .filter(isNegative)
      .reduce<Decimal>((total, opened) => sub<Decimal>(total, opened), ZERO)
    const taken = sub<Decimal>(more, written)
    if (isPositive(taken)) lost = add<Decimal>(lost, taken)
  }
  return isPositive(lost) ? asQuantity(lost) : null
}

/**
 * Returns the cover of the options that an order sells; null for another product than options and
 * while the positions are not known.
 */
export function coverAfter(
  draft: OrderDraft,
  changes: readonly LegChange[],
  positions: readonly Position[] | null,
): HeldCover | null {
  if (draft.assetClass !== 'option' || positions === null) return null
  const before = holdingsOf(positions, draft.accountId, underlyingSymbol(draft))
  if (!before.isComplete) return null
  // What covered the closed options covers the opened ones from now on, as in a roll.
  const closed = afterChanges(before, changes.map(closedOnly))
  const after = afterChanges(before, changes)
  const longs: HeldCover['longs'][number][] = []
  let shares: Decimal = ZERO
  let isCovered = true
  for (const type of ['call', 'put'] as const) {
    const [now, then] = [coverOf(closed, type), coverOf(after, type)]
    const uncovered = sub<Decimal>(then.uncovered, coverOf(before, type).uncovered)
    if (isPositive(uncovered)) isCovered = false
    const more = sub<Decimal>(then.shares, now.shares)
    if (isPositive(more)) shares = add<Decimal>(shares, more)
    for (const [option, contracts] of then.longs) {
      const used = [...now.longs].find(([held]) => held.terms === option.terms)?.[1] ?? ZERO
      const added = sub<Decimal>(contracts, used)
      const isHeld = option.position !== null && !changes.some((leg) => sameTerms(option, leg))
      if (isHeld && isPositive(added)) longs.push({ option, contracts: added })
    }
  }
  const buysShares = changes.some(({ option }) => option === null)
  return {
    before,
    after,
    longs,
    shares:
      isPositive(shares) && !buysShares
        ? { shares: asQuantity(shares), held: asQuantity(before.shares) }
        : null,
    isCovered,
  }
}
