import { dec } from '../../../../../shared/domain/decimal.js'
import { ok, type Result } from '../../../../../shared/domain/result.js'
import { storedNumbers } from '../../../../../shared/messages/number-format.js'
import { writeEvent } from '../../../../../shared/wire/sse.js'
import type { Listing, SnapshotData } from '../../../market/securities/market-types.js'
import { hashText } from '../../../market/math/random.js'
import type { Services } from '../../operations/services.js'
import { json } from '../../message/answer.js'
import { percentText, priceText, sizeText } from '../../../model/figures.js'
import type { Handlers } from '../../operations/handler.js'
import type { Refusal } from '../../message/refusal.js'
import { findListings } from '../market-data/market-requests.js'

interface Group {
  readonly category: string
  readonly symbols: readonly string[]
}
interface Named {
  readonly listing: Listing
  readonly category: string
}

/** Finds every symbol of the groups once, with its requested category. */
function findGroups(
  { market }: Services,
  groups: readonly Group[],
): Result<readonly Named[], Refusal> {
  const requested = new Map(
    groups.flatMap(({ category, symbols }) => symbols.map((symbol) => [symbol, category] as const)),
  )
  const listings = findListings(market, [...requested.keys()])
  return listings.ok
    ? ok(
        listings.value.map((listing) => ({
          listing,
          category: requested.get(listing.symbol) ?? 'US_STOCK',
        })),
      )
    : listings
}

/** Writes a volume as prose does: "26,110,612". */
const volumeText = ({ regular: { volume } }: SnapshotData): string =>
  storedNumbers.quantity(dec(sizeText(volume)))

const moved = ({ regular: { change, previousClose } }: SnapshotData): string =>
  change === 0
    ? 'is unchanged'
    : `${change > 0 ? 'is up' : 'is down'} ${percentText(Math.abs(change), previousClose) ?? '0%'}`

/** Draws a monogram on a color derived from the symbol; the practice exchange has no real logos. */
function logo({ symbol }: Listing): string {
  const hue = hashText(`logo:${symbol}`) % 360
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="hsl(${hue},45%,40%)"/>` +
    `<text x="32" y="41" text-anchor="middle" font-family="sans-serif" font-size="26" fill="#fff">${symbol.replace(/[^A-Z]/g, '').slice(0, 2)}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`
}

export const newsHandlers: Pick<
  Handlers,
  'market.news.summary' | 'market.display.profiles' | 'market.display.logos'
> = {
  'market.news.summary': (request, { services }) => {
    const found = findGroups(services, request.category_symbols)
    if (!found.ok) return found
    const rows = found.value.flatMap(({ listing }) => {
      const snapshot = services.market.snapshot(listing.symbol)
      return snapshot === undefined ? [] : [{ listing, snapshot }]
    })
    const talk = hashText(
      `news:${services.reference.seed}:${services.now()}:${rows.map(({ listing }) => listing.symbol).join(',')}`,
    ).toString(16)
    return ok({
      kind: 'events',
      frames: [
        { type: 'meta', args: { sessionId: `s-${talk}`, convId: `c-${talk}` } },
        ...rows.map(({ listing, snapshot }) => ({
          type: 'text',
          message: `**${listing.symbol}** (${listing.name}) ${moved(snapshot)} at ${priceText(snapshot.last)} on ${volumeText(snapshot)} shares.\n\n`,
        })),
        {
          type: 'table',
          headers: ['Symbol', 'Price', 'Change', 'Volume'].map((text) => ({ text })),
          rows: rows.map(({ listing, snapshot }) =>
            [
              listing.symbol,
              priceText(snapshot.last),
              priceText(snapshot.regular.change),
              volumeText(snapshot),
            ].map((text) => ({ text })),
          ),
        },
        {
          type: 'text',
          message:
            'All prices are those of the practice market; nothing here is news of the world.',
        },
      ].map(writeEvent),
    })
  },

  'market.display.profiles': (request, { services }) => {
    const groups = findGroups(services, request)
    return groups.ok
      ? ok(
          json(
            groups.value.map(({ listing, category }) => ({
              name: listing.name,
              symbol: listing.symbol,
              category,
              exchange_code: listing.exchangeCode,
              currency: listing.currency,
              subtype: listing.subCategory,
              is_adr: listing.name.endsWith(' ADR'),
            })),
          ),
        )
      : groups
  },

  'market.display.logos': (request, { services }) => {
    const groups = findGroups(services, request)
    return groups.ok
      ? ok(
          json(
            groups.value.map(({ listing, category }) => ({
              symbol: listing.symbol,
              category,
              logo_url: logo(listing),
            })),
          ),
        )
      : groups
  },
}
