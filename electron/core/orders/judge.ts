import type { Account } from '../../../shared/domain/account.js'
import { DRAFT_SENTENCES } from '../../../shared/domain/draft-sentences.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { Listing } from '../../../shared/domain/listing.js'
import type { OrderDraft } from '../../../shared/domain/order.js'
import { checkProductDraft } from '../../../shared/domain/product-rules.js'
import type { Result } from '../../../shared/domain/result.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import { accountDenial } from '../risk/account-product.js'
import type { Denial } from '../risk/limits.js'
import { priceOrder, type Pricing, type RiskQuote } from '../risk/pricing.js'

export interface JudgeDeps {
  /** Null for what the provider does not list; a failure when that cannot be told now. */
  readonly listing: (draft: OrderDraft) => Promise<Result<Listing | null, AppError>>
  /** The price to judge an order by, fetched when it is older than `maxAgeMs`. */
  readonly quote: (symbol: Symbol, maxAgeMs: number) => Promise<RiskQuote | null>
  readonly account: (accountId: AccountId) => Pick<Account, 'product'> | undefined
}

/**
 * What a draft is judged by; nothing of it is known while `denials` says why not even that could be
 * found out.
 */
export interface Judged {
  readonly denials: readonly Denial[]
  readonly quote: RiskQuote | null
  readonly pricing: Pricing | undefined
  readonly currency: string
}

/**
 * Only what closes a position is taken. For futures either side may close; which one does only the
 * provider can tell.
 */
function opens({ assetClass, side, terms }: OrderDraft): boolean {
  if (assetClass === 'futures') return false
  return assetClass === 'option' && terms?.intent !== undefined
    ? terms.intent.endsWith('open')
    : side !== 'sell'
}

/** What the listing itself has against a draft. */
export function listingDenials(draft: OrderDraft, listing: Listing | null): readonly Denial[] {
  if (listing === null) {
    return [{ code: 'symbol-unknown', message: `${draft.symbol} is not listed` }]
  }
  const found: Denial[] = checkProductDraft(draft, listing).map(({ problem }) => ({
    code: 'draft-invalid',
    message: DRAFT_SENTENCES[problem].replace(/\.$/, ''),
  }))
  if (listing.tradable === 'no') {
    found.push({ code: 'not-tradable', message: `${draft.symbol} cannot be traded` })
  }
  if (listing.tradable === 'close-only' && opens(draft)) {
    found.push({
      code: 'close-only',
      message: `${draft.symbol} can only be ${draft.assetClass === 'option' ? 'closed' : 'sold'}`,
    })
  }
  if (draft.assetClass === 'stock' && draft.side === 'short' && !listing.shortable) {
    found.push({ code: 'not-shortable', message: `${draft.symbol} cannot be sold short` })
  }
  return found
}

/**
 * Looks up what a draft is about and what it would trade at. The account comes first: nothing is
 * asked for an order that cannot be.
 */
export async function judgeDraft(
  draft: OrderDraft,
  maxAgeMs: number,
  deps: JudgeDeps,
): Promise<Judged> {
  const refused = (...denials: readonly Denial[]): Judged => ({
    denials,
    quote: null,
    pricing: undefined,
    currency: 'USD',
  })
  const misplaced = accountDenial(deps.account(draft.accountId), draft.assetClass)
  if (misplaced !== null) return refused(misplaced)
  const listing = await deps.listing(draft)
  if (!listing.ok) {
    return refused({
      code: 'symbol-unknown',
      message: `${draft.symbol} cannot be looked up now: ${listing.error.message}`,
    })
  }
  const wrong = listingDenials(draft, listing.value)
  if (wrong.length > 0 || listing.value === null) return refused(...wrong)
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
