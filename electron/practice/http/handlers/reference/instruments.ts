import { err, ok } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { Listing } from '../../../market/securities/market-types.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { v2Page } from './v2-page.js'
import { pageOf } from '../../paging/paging.js'
import { refused } from '../../message/refusal.js'
import { MAX_SYMBOLS, splitList } from '../market-data/market-requests.js'

/** Formats a listing (TRADING-6). ETFs too have category US_STOCK here. */
const wireProfile = (listing: Listing) => ({
  name: listing.name,
  instrument_id: listing.instrumentId,
  exchange_code: listing.exchangeCode,
  category: 'US_STOCK',
  symbol: listing.symbol,
  status: listing.status,
  shortable: listing.shortable,
  fractionable: listing.fractionable,
  marginable: listing.marginable,
  overnight_trading_supported: listing.overnight,
  easy_to_borrow: listing.easyToBorrow,
  crypto_etf: listing.cryptoEtf,
  margin_requirement_long: listing.initialMarginLong,
  margin_requirement_short: listing.initialMarginShort,
  intraday_margin_long: listing.intradayMarginLong,
  intraday_margin_short: listing.intradayMarginShort,
  maintenance_margin_long: listing.maintenanceMarginLong,
  maintenance_margin_short: listing.maintenanceMarginShort,
  lot_size: listing.lotSize,
  currency: listing.currency,
  sub_category: listing.subCategory,
  etf_leveraged_flag: listing.leverageFactor === null ? 'NO' : 'YES',
  single_stock_etf: false,
  inverse_etf: listing.leverageFactor?.startsWith('-') ?? false,
  ...(listing.leverageFactor === null ? {} : { etf_leveraged_factor: listing.leverageFactor }),
})

export const instrumentHandlers: Pick<Handlers, 'trading.stocks.list'> = {
  'trading.stocks.list': (request, call) => {
    const { services, caller } = call
    const symbols = request.symbols === undefined ? null : splitList(request.symbols)
    if (symbols !== null && symbols.length > MAX_SYMBOLS) {
      return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
    }
    if (symbols !== null && request.sub_category !== undefined) {
      return err(refused(CODES.invalidParameter, 'sub_category is only allowed without symbols.'))
    }
    const listings = services.market.listings.filter(
      (listing) =>
        (symbols === null || symbols.includes(listing.symbol)) &&
        (request.status === undefined || listing.status === request.status) &&
        (request.sub_category === undefined || listing.subCategory === request.sub_category),
    )
    const profiles = listings.map(wireProfile)
    const idOf = (profile: (typeof profiles)[number]) => profile.instrument_id
    const most = ASSUMPTIONS.pageSizes.instruments
    if (caller.version === 'v2') {
      const rows = v2Page(call, profiles, { idOf, lastId: 'last_instrument_id', most })
      return rows.ok ? ok(json(rows.value)) : rows
    }
    const condition = [
      request.category,
      request.symbols ?? 'null',
      request.status ?? 'null',
      request.sub_category ?? 'null',
    ].join(';')
    const page = pageOf(profiles, idOf, { size: most, key: request.pagination_key, condition })
    return page.ok ? ok(json(page.value)) : page
  },
}
