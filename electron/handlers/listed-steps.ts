import type { Symbol } from '../../shared/domain/ids.js'
import { listingOf } from '../../shared/domain/instruments/listing.js'
import type { ListedSteps } from '../../shared/domain/instruments/price-steps.js'
import type { TradingSession } from '../core/session/trading-session.js'

/** Returns the published price steps of these symbols, in their order. */
export async function listedSteps(
  session: { readonly market: Pick<TradingSession['market'], 'describeInstrument'> },
  symbols: readonly Symbol[],
): Promise<ListedSteps[]> {
  const entries = await Promise.all(
    symbols.map(async (symbol): Promise<ListedSteps | null> => {
      const answer = await session.market.describeInstrument(symbol)
      const listing = answer.ok && answer.value !== null ? listingOf(answer.value, 'yes') : null
      const steps = (listing?.steps ?? []).map(({ from, step }) => ({ from, step }))
      return steps.length === 0 ? null : { symbol, steps }
    }),
  )
  return entries.filter((entry) => entry !== null)
}
