import {
  abs,
  add,
  dec,
  div,
  isNegative,
  isZero,
  mul,
  neg,
  sub,
  ZERO,
  type Decimal,
  type Money,
  type Quantity,
} from '../../decimal.js'
import { underlyingSymbol } from '../../instruments/instrument-key.js'
import { afterChanges } from './held-cover.js'
import { holdingsOf } from './holdings.js'
import { openedPart, type LegChange } from './leg-changes.js'
import { marginGrowth, type OptionEffect } from './option-effect.js'
import { portfolioMargin } from './portfolio-margin.js'
import { toCents, type EffectFacts, type OrderEffect, type PowerEffect } from './effect-types.js'

export interface PowerInput {
  readonly facts: EffectFacts
  readonly changes: readonly LegChange[]
  readonly value: Decimal | null
  readonly cash: Decimal | null
  readonly options: OptionEffect | null
  readonly units: Quantity | null
}

/** FINRA rule 4210(f)(8)(B): a day's buying power is four times the margin that is free. */
const DAY_LEVERAGE = dec('4')
const ONE = dec('1')
/** The margin of a stock that the broker reports none of: its whole day's buying power. */
const USUAL_INTRADAY = dec('0.25')
/** Regulation T: half of what shares cost. */
const USUAL_INITIAL = dec('0.5')
const PLACES = 10

/** Returns the part of the value that opens, and the part that closes. */
function partsOf(value: Decimal, { change, before }: LegChange): readonly [Decimal, Decimal] {
  const opened = abs<Decimal>(openedPart({ change, before } as LegChange))
  if (isZero(change)) return [ZERO, ZERO]
  const open = div(mul(value, opened), abs<Decimal>(change), PLACES, 'half-even') ?? value
  return [open, sub<Decimal>(value, open)]
}

/**
 * Returns by how much shares change the margin of the options sold on them, because they cover more
 * or fewer of them; null while a price that it needs is missing.
 */
function coverGrowth({ facts, changes }: PowerInput): Decimal | null {
  const { draft, positions, price, account, isBroad } = facts
  const holdings = holdingsOf(positions ?? [], draft.accountId, underlyingSymbol(draft))
  const hasWritten = holdings.options.some(({ contracts }) => isNegative(contracts))
  if (holdings.isComplete && !hasWritten) return ZERO
  const terms = { spot: facts.spot ?? price, account, isBroad }
  return marginGrowth({
    before: portfolioMargin(holdings, terms),
    after: portfolioMargin(afterChanges(holdings, changes), terms),
  })
}

/** Returns the change of buying power by an order of shares, coins or event contracts. */
function spotChange(input: PowerInput): Decimal | null {
  const { facts, changes, value, cash } = input
  const [change] = changes
  if (value === null || cash === null || change === undefined) return null
  const fees = facts.fees ?? ZERO
  const [opened, closed] = partsOf(value, change)
  if (facts.draft.assetClass !== 'stock' || facts.account !== 'margin') {
    return sub<Decimal>(sub<Decimal>(closed, opened), fees)
  }
  const ratio = (isShort: boolean): Decimal =>
    (isShort ? facts.stock?.intradayShort : facts.stock?.intradayLong) ?? USUAL_INTRADAY
  const released = mul(closed, ratio(isNegative(change.before)))
  const taken = mul(opened, ratio(isNegative(change.change)))
  const growth = coverGrowth(input)
  if (growth === null) return null
  const free = sub<Decimal>(sub<Decimal>(released, add<Decimal>(taken, growth)), fees)
  return mul(free, DAY_LEVERAGE)
}

/** The margin of one futures contract by the broker's preview. */
const contractMargin = ({ facts, units }: PowerInput): Decimal | null =>
  facts.brokerCost === null || units === null || isZero(units)
    ? null
    : div(facts.brokerCost, units, PLACES, 'half-even')

/** Returns the margin of a futures position before and after. */
function futuresMargin(input: PowerInput): OrderEffect['margin'] {
  const margin = contractMargin(input)
  const [change] = input.changes
  if (margin === null || change === undefined) return { before: null, after: null }
  const marginOf = (held: Decimal): Money => toCents(mul(abs<Decimal>(held), margin))
  return { before: marginOf(change.before), after: marginOf(change.after) }
}

/** Returns the change of option buying power by an order of options and their shares. */
function optionChange({ facts, changes, cash, options }: PowerInput): Decimal | null {
  const growth = marginGrowth(options?.margin ?? null)
  if (cash === null || growth === null) return null
  const change = sub<Decimal>(sub<Decimal>(cash, growth), facts.fees ?? ZERO)
  const shares = changes.find(({ option }) => option === null)
  // Shares of a strategy keep half of their value as margin in a margin account.
  if (shares === undefined || facts.account !== 'margin') return change
  if (facts.spot === null) return null
  const ratio = sub<Decimal>(ONE, facts.stock?.initialLong ?? USUAL_INITIAL)
  return add<Decimal>(change, mul(mul(shares.change, facts.spot), ratio))
}

const plus = (power: Money | null, change: Decimal | null): Money | null =>
  power === null || change === null ? null : toCents(add<Decimal>(power, change))

/** Returns the buying power before and after an order, and the margin of a future. */
export function powerEffect(input: PowerInput): {
  readonly power: PowerEffect
  readonly margin: OrderEffect['margin']
} {
  const { facts } = input
  const { account, option } = facts.power
  if (facts.draft.assetClass === 'option') {
    const before = option ?? account
    return {
      power: {
        kind: option === null ? 'account' : 'option',
        before,
        after: plus(before, optionChange(input)),
      },
      margin: null,
    }
  }
  if (facts.draft.assetClass !== 'futures') {
    return {
      power: { kind: 'account', before: account, after: plus(account, spotChange(input)) },
      margin: null,
    }
  }
  const margin = futuresMargin(input)
  const growth = marginGrowth(margin)
  const change = growth === null ? null : neg<Decimal>(add<Decimal>(growth, facts.fees ?? ZERO))
  return { power: { kind: 'account', before: account, after: plus(account, change) }, margin }
}
