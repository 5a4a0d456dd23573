import {
  asPrice,
  dec,
  eq,
  isNegative,
  isPositive,
  snap,
  type Decimal,
  type Price,
} from '../../../../../shared/domain/decimal.js'
import type { Symbol, TradingSymbol } from '../../../../../shared/domain/ids.js'
import {
  optionOf,
  type OptionTerms,
  underlyingSymbol,
} from '../../../../../shared/domain/instruments/instrument-key.js'
import { rootOf } from '../../../../../shared/domain/instruments/option.js'
import type {
  AssistantJob,
  JobPlan,
} from '../../../../../shared/domain/instructions/assistant-job.js'
import {
  fieldRefusal,
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../../shared/domain/instructions/refusal.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { pairDraft } from '../../requests/option-pair.js'
import { toRefusal, type MarketReads } from '../market-reads.js'
import { findPosition } from './find-position.js'

const QUOTE_AGE_MS = 5_000
const CENT = dec('0.01')

type Roll = Extract<AssistantJob, { readonly kind: 'roll' }>
type RollSession = Pick<TradingSession, 'queries'> & {
  readonly market: Pick<TradingSession['market'], 'products'>
}

/** Returns the contract to roll to: by default the next expiration with the same strike. */
async function nextContract(
  { market }: RollSession,
  { underlying, root }: { readonly underlying: Symbol; readonly root: TradingSymbol },
  currentOption: OptionTerms,
  job: Roll,
): AsyncResult<OptionTerms> {
  const chain = toRefusal(await market.products.optionChain(underlying))
  if (!chain.ok) return chain
  const days = chain.value.expiries
    .filter((expiry) => expiry.root === root)
    .map(({ expiration }) => expiration)
  const expiration = job.expiration ?? days.find((day) => day > currentOption.expiration)
  if (expiration === undefined) {
    return refuse('invalid', message('refusals.noLaterExpiration', { symbol: root }))
  }
  const next = { type: currentOption.type, strike: job.strike ?? currentOption.strike, expiration }
  return eq(next.strike, currentOption.strike) && next.expiration === currentOption.expiration
    ? err(
        fieldRefusal({
          field: 'expiration',
          value: expiration,
          rule: 'no-change',
          reason: message('refusals.rollsToItself', { symbol: root }),
        }),
      )
    : ok(next)
}

/**
 * Returns the net price at which the roll would fill now. Without any it is refused: a price that
 * nobody quoted must not reach a card.
 */
async function marketPrice({ queries }: RollSession, draft: OrderDraft): AsyncResult<Price> {
  const known = toRefusal(await queries.market(draft, QUOTE_AGE_MS))
  if (!known.ok) return known
  const isBuy = draft.side === 'buy'
  const { price, step } = known.value ?? { price: null, step: null }
  const from = isBuy ? price?.ask : price?.bid
  const { symbol } = draft
  if (from == null) return refuse('unavailable', message('refusals.noQuote', { symbol }))
  const increment: Decimal = step ?? CENT
  const snapped = snap(from, increment, isBuy ? 'up' : 'down')
  return ok(isPositive(snapped) ? snapped : asPrice(increment))
}

/** Returns why a contract cannot be rolled to; null where the chain lists it. */
async function unlisted(
  market: MarketReads,
  draft: OrderDraft,
  { queries }: RollSession,
): Promise<Refusal | null> {
  const known = await queries.market(draft, QUOTE_AGE_MS)
  if (!known.ok || known.value !== null) return null
  const { symbol } = draft
  const reason = message('risk.notListed', { symbol })
  return market.explain(
    fieldRefusal({ field: 'symbol', value: symbol, rule: 'symbol-unknown', reason }),
    [draft],
  )
}

/** Plans one order that closes an option and opens the same kind at another day or strike. */
export async function planRoll(
  session: RollSession,
  market: MarketReads,
  job: Roll,
): AsyncResult<JobPlan> {
  const part = await findPosition(session, job)
  if (!part.ok) return part
  const { position, quantity } = part.value
  const currentOption = optionOf(position)
  if (currentOption === null) {
    return err(
      fieldRefusal({
        field: 'symbol',
        value: job.name,
        rule: 'not-one-option',
        reason: message('refusals.notOneOption'),
      }),
    )
  }
  const root = rootOf(position.legs?.[0]?.symbol ?? position.symbol)
  const underlying = underlyingSymbol(position)
  const next = await nextContract(session, { underlying, root }, currentOption, job)
  if (!next.ok) return next
  const [opens, closes] = [
    { root, contract: next.value },
    { root, contract: currentOption },
  ]
  const isShort = isNegative(position.quantity)
  const draft = pairDraft({
    accountId: position.accountId,
    symbol: underlying,
    quantity,
    bought: isShort ? closes : opens,
    sold: isShort ? opens : closes,
  })
  const refusal = await unlisted(market, draft, session)
  if (refusal !== null) return err(refusal)
  const limitPrice =
    job.limitPrice === null ? await marketPrice(session, draft) : ok(job.limitPrice)
  if (!limitPrice.ok) return limitPrice
  return ok({
    action: { kind: 'place', drafts: [{ ...draft, limitPrice: limitPrice.value }] },
    left: 0,
    rows: [],
  })
}
