import { openingOf } from '../policy/market-sessions.js'
import {
  add,
  asPrice,
  asQuantity,
  dec,
  isNegative,
  isPositive,
  lt,
  minOf,
  mul,
  significantScale,
  snap,
  sub,
  type Decimal,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { stockTick } from '../../../../shared/domain/orders/order-rules.js'
import { rootOf } from '../../../../shared/domain/instruments/option.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { PolicyFacts } from '../policy/policy-types.js'
import { quoteFor } from '../policy/exposure.js'

/**
 * How far a limit that should fill at once reaches through the market, as a fraction, because
 * prices move between quote and fill.
 */
const REACH = dec('0.02')
const ONE = dec('1')
const THREE = asPrice(dec('3'))
/**
 * Price increments that every option accepts: 0.05 below 3 dollars, 0.10 from 3 dollars on
 * (TRADING-6).
 */
const [LOW_STEP, HIGH_STEP] = [dec('0.05'), dec('0.10')]
const CENT = dec('0.01')

/** A closing order with a note for the person, or the reason why none can be made. */
export type ClosingDraft = Result<
  { readonly draft: OrderDraft; readonly note: Message | null },
  Message
>

/** Returns a limit price that fills at once if any does; null without a quote. */
function marketable(
  draft: OrderDraft,
  quote: PolicyFacts['quote'],
  stepAt: (price: Price) => Decimal,
): Price | null {
  const { bid, ask } = quoteFor(draft, quote)
  const from = draft.side === 'buy' ? ask : bid
  if (from === null) return null
  const reached = asPrice(mul(from, draft.side === 'buy' ? add(ONE, REACH) : sub(ONE, REACH)))
  const step = stepAt(reached)
  const snapped = snap(reached, step, draft.side === 'buy' ? 'up' : 'down')
  return isPositive(snapped) ? snapped : asPrice(step)
}

/**
 * Returns the order with a net limit price that closes both legs at once. `price` is the quote of
 * the pair as the order trades it. Null when there is no valid net price.
 */
export function closingPair(
  draft: OrderDraft,
  price: { readonly bid: Price | null; readonly ask: Price | null },
  step: Decimal,
): OrderDraft | null {
  const from = draft.side === 'buy' ? price.ask : price.bid
  if (from === null || !isPositive(from)) return null
  const reached = mul(from, draft.side === 'buy' ? add(ONE, REACH) : sub(ONE, REACH))
  const limit =
    draft.side === 'buy'
      ? add(snap(reached, step, 'up'), step)
      : sub(snap(reached, step, 'down'), step)
  return isPositive(limit) ? { ...draft, limitPrice: asPrice(limit) } : null
}

/**
 * Closes an option by a limit order, because market orders for options are not accepted
 * (TRADING-4.3).
 */
function optionDraft(
  plain: OrderDraft,
  position: Position,
  quantity: Quantity,
  quote: PolicyFacts['quote'],
): ClosingDraft {
  const [leg, ...more] = position.legs ?? []
  if (leg === undefined || more.length > 0) {
    return err(message('killSwitch.comboNotOneLeg'))
  }
  const { option } = leg
  if (
    option === null ||
    option.type === null ||
    option.type === 'unknown' ||
    option.strike === null ||
    option.expiration === null
  ) {
    return err(message('killSwitch.contractUnknown'))
  }
  const side = plain.side === 'buy' ? 'buy' : 'sell'
  const closing = {
    ...plain,
    terms: {
      strategy: 'single' as const,
      intent: side === 'buy' ? ('buy-to-close' as const) : ('sell-to-close' as const),
      legs: [
        {
          symbol: rootOf(leg.symbol),
          side,
          quantity,
          option: { type: option.type, strike: option.strike, expiration: option.expiration },
        } as const,
      ],
    },
  }
  const limitPrice = marketable(closing, quote, (price) =>
    lt(price, THREE) ? LOW_STEP : HIGH_STEP,
  )
  return limitPrice === null
    ? err(message('killSwitch.noPrice'))
    : ok({
        draft: { ...closing, type: 'limit', limitPrice },
        note: message('killSwitch.limitForOption'),
      })
}

function eventDraft(
  plain: OrderDraft,
  position: Position,
  quote: PolicyFacts['quote'],
): ClosingDraft {
  if (position.outcome === undefined || position.outcome === 'unknown') {
    return err(message('killSwitch.outcomeUnknown'))
  }
  const closing: OrderDraft = { ...plain, terms: { outcome: position.outcome } }
  const price = marketable(closing, quote, () => CENT)
  return price === null
    ? err(message('killSwitch.noPrice'))
    : ok({
        draft: { ...closing, type: 'limit', limitPrice: minOf(price, asPrice(dec('0.99'))) },
        note: null,
      })
}

/**
 * Returns the order that closes a quantity of a position: a market order where accepted, otherwise
 * a limit through the market. `quote` prices the contract itself. In extended hours stocks use a
 * limit, and whole shares only.
 */
export function closingDraft(
  position: Position,
  quantity: Quantity,
  facts: Pick<PolicyFacts, 'quote' | 'session' | 'nextOpen'>,
): ClosingDraft {
  const plain: OrderDraft = {
    accountId: position.accountId,
    assetClass: position.assetClass,
    symbol: position.symbol,
    side: isNegative(position.quantity) ? 'buy' : 'sell',
    type: 'market',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(quantity) },
    limitPrice: null,
    stopPrice: null,
    trail: null,
    expireDate: null,
  }
  switch (position.assetClass) {
    case 'stock': {
      const opens = openingOf(facts.nextOpen)
      const waits = message('killSwitch.marketClosed', { assetClass: 'stock', opens })
      if (facts.session !== 'extended' || significantScale(quantity) > 0) {
        return ok({ draft: plain, note: facts.session === 'regular' ? null : waits })
      }
      const limitPrice = marketable(plain, facts.quote, stockTick)
      return limitPrice === null
        ? ok({ draft: plain, note: waits })
        : ok({
            draft: { ...plain, type: 'limit', session: 'all', limitPrice },
            note: message('killSwitch.limitOutsideSession'),
          })
    }
    case 'futures':
      return ok({ draft: plain, note: null })
    case 'crypto':
      return ok({ draft: { ...plain, timeInForce: 'ioc' }, note: null })
    case 'option':
      return optionDraft(plain, position, quantity, facts.quote)
    case 'event':
      return eventDraft(plain, position, facts.quote)
  }
}
