import type { Account } from '../../../shared/domain/account/account.js'
import { isPositive } from '../../../shared/domain/decimal.js'
import { symbol, type AccountId, type Symbol } from '../../../shared/domain/ids.js'
import type { Listing } from '../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { checkProductDraft } from '../../../shared/domain/orders/product-rules.js'
import type { Result } from '../../../shared/domain/result.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { accountDenial } from '../risk/account-product.js'
import type { Denial } from '../risk/risk-limits.js'
import { correctedValue } from './gateway/draft-correction.js'
import { priceOrder, type Pricing, type RiskQuote } from '../risk/pricing.js'
import { message } from '../../../shared/messages/make-message.js'

export interface OrderCheckDeps {
  /**
   * Returns the listing; null when the provider does not list it, an error when that cannot be
   * determined now.
   */
  readonly listing: (draft: OrderDraft) => Promise<Result<Listing | null, AppError>>
  /** Returns the quote for the check, fetched again when it is older than `maxAgeMs`. */
  readonly quote: (symbol: Symbol, maxAgeMs: number) => Promise<RiskQuote | null>
  readonly account: (accountId: AccountId) => Pick<Account, 'product'> | undefined
}

/**
 * The data that a draft is checked with. When `denials` is not empty, the other members have no
 * meaning.
 */
export interface CheckedOrder {
  readonly denials: readonly Denial[]
  readonly quote: RiskQuote | null
  readonly pricing: Pricing | undefined
  readonly currency: string
}

/**
 * True when the order opens a position. In futures both sides may close, and only the provider
 * knows which does.
 */
function opensPosition({ assetClass, side, terms }: OrderDraft): boolean {
  if (assetClass === 'futures') return false
  return assetClass === 'option' && terms?.intent !== undefined
    ? terms.intent.endsWith('open')
    : side !== 'sell'
}

/** Checks a draft against its listing. */
export function listingDenials(draft: OrderDraft, listing: Listing | null): readonly Denial[] {
  if (listing === null) {
    return [
      { code: 'symbol-unknown', message: message('risk.notListed', { symbol: draft.symbol }) },
    ]
  }
  const denials: Denial[] = checkProductDraft(draft, listing).map((finding) => ({
    code: 'draft-invalid',
    message: message(`draft.${finding.problem}`),
    about: {
      field: finding.field,
      rule: finding.problem,
      corrected: correctedValue(draft, finding, listing),
    },
  }))
  if (listing.tradable === 'no') {
    denials.push({
      code: 'not-tradable',
      message: message('risk.notTradable', { symbol: draft.symbol }),
    })
  }
  if (listing.tradable === 'close-only' && opensPosition(draft)) {
    denials.push({
      code: 'close-only',
      message: message('risk.closeOnly', {
        symbol: draft.symbol,
        action: draft.assetClass === 'option' ? 'closed' : 'sold',
      }),
    })
  }
  if (draft.assetClass === 'stock' && draft.side === 'short' && !listing.shortable) {
    denials.push({
      code: 'not-shortable',
      message: message('risk.notShortable', { symbol: draft.symbol }),
    })
  }
  return denials
}

/** True for an option order of no contracts, whose legs have no ratio and so no listing. */
const isEmptyOptionOrder = ({ assetClass, size }: OrderDraft): boolean =>
  assetClass === 'option' && size.kind === 'quantity' && !isPositive(size.quantity)

const NO_CONTRACTS: Denial = {
  code: 'draft-invalid',
  message: message('draft.quantity-not-positive'),
  about: { field: 'size', rule: 'quantity-not-positive', corrected: null },
}

/** Denies a symbol that is not listed; names it in capitals where that is a listed one. */
async function unknownSymbol(draft: OrderDraft, { listing }: OrderCheckDeps): Promise<Denial> {
  const capitals = symbol(draft.symbol.toUpperCase())
  const listed = capitals === draft.symbol ? null : await listing({ ...draft, symbol: capitals })
  return {
    code: 'symbol-unknown',
    message: message('risk.notListed', { symbol: draft.symbol }),
    about: {
      field: 'symbol',
      rule: 'symbol-unknown',
      corrected: listed?.ok === true && listed.value !== null ? capitals : null,
    },
  }
}

/**
 * Fetches the listing and the quotes of a draft. The account is checked first, so that an
 * impossible order causes no request.
 */
export async function checkOrder(
  draft: OrderDraft,
  maxAgeMs: number,
  deps: OrderCheckDeps,
): Promise<CheckedOrder> {
  const refused = (...denials: readonly Denial[]): CheckedOrder => ({
    denials,
    quote: null,
    pricing: undefined,
    currency: 'USD',
  })
  const accountProblem = accountDenial(deps.account(draft.accountId), draft.assetClass)
  if (accountProblem !== null) return refused(accountProblem)
  if (isEmptyOptionOrder(draft)) return refused(NO_CONTRACTS)
  const listing = await deps.listing(draft)
  if (!listing.ok) {
    return refused({
      code: 'symbol-unknown',
      message: message('risk.listingUnavailable', {
        symbol: draft.symbol,
        reason: listing.error.message,
      }),
    })
  }
  if (listing.value === null) return refused(await unknownSymbol(draft, deps))
  const listingProblems = listingDenials(draft, listing.value)
  if (listingProblems.length > 0) return refused(...listingProblems)
  const quotes = new Map<Symbol, RiskQuote>()
  await Promise.all(
    listing.value.parts.map(async ({ symbol }) => {
      const quote = await deps.quote(symbol, maxAgeMs)
      if (quote !== null) quotes.set(symbol, quote)
    }),
  )
  return {
    denials: [],
    currency: listing.value.currency,
    ...priceOrder(draft, listing.value, quotes),
  }
}
