import { describe, expect, it } from 'vitest'
import { STOCK_KINDS, type StockKind } from '../../../shared/domain/instruments/instrument.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { HttpPort, HttpRequest, HttpResponse } from '../../../electron/core/net-ports.js'
import { createCategories } from '../../../electron/provider/market-data/categories.js'
import { createMarketGateway } from '../../../electron/provider/market-data/market-gateway.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { callerFixture } from './fake-http.js'

const SUB_CATEGORIES: Readonly<Record<StockKind, string>> = {
  stock: 'COMMON_STOCK',
  etf: 'ETF',
  preferred: 'PREFERRED_STOCK',
  warrant: 'WARRANT',
  units: 'UNITS',
  right: 'RIGHT',
}
const MARGINS = {
  margin_requirement_long: '0.5',
  margin_requirement_short: '0.6',
  intraday_margin_long: '0.25',
  intraday_margin_short: '0.3',
  maintenance_margin_long: '0.35',
  maintenance_margin_short: '0.4',
}
const PROFILES = [...Object.values(SUB_CATEGORIES), 'DEPOSITARY'].map((name) => ({
  name,
  instrument_id: name,
  exchange_code: 'NSQ',
  category: 'US_STOCK',
  symbol: name.slice(0, 4),
  status: 'OC',
  sub_category: name,
  ...MARGINS,
}))

/** A broker that selects by kind, or ignores that it should. */
function broker(isLenient: boolean) {
  const queries: URLSearchParams[] = []
  const http: HttpPort = {
    send(request: HttpRequest) {
      const query = new URL(request.target, 'https://broker').searchParams
      queries.push(query)
      const wanted = isLenient ? null : query.get('sub_category')
      const data = PROFILES.filter((row) => wanted === null || row.sub_category === wanted)
      const body = new TextEncoder().encode(JSON.stringify({ data, pagination_key: null }))
      return Promise.resolve(ok<HttpResponse>({ status: 200, headers: {}, body }))
    },
    close: () => undefined,
  }
  const { caller } = callerFixture([], { http })
  const clock = { now: () => epochMs(0), monotonic: () => 0 }
  return { queries, market: createMarketGateway(caller, createCategories(caller), clock) }
}

describe('the stocks of one kind', () => {
  it.each(STOCK_KINDS.flatMap((kind) => [[kind, false] as const, [kind, true] as const]))(
    'are requested by their sub category: %s, at a broker that ignores it: %s',
    async (kind, isLenient) => {
      const { queries, market } = broker(isLenient)

      const found = expectOk(await market.instruments(kind))

      expect(queries.map((query) => query.get('sub_category'))).toEqual([SUB_CATEGORIES[kind]])
      expect(found.map((stock) => stock.kind)).toEqual([kind])
    },
  )

  it('are all requested without one, with every margin and a kind that is not published as other', async () => {
    const { queries, market } = broker(false)

    const found = expectOk(await market.instruments())

    expect(queries.map((query) => query.get('sub_category'))).toEqual([null])
    expect(found.map((stock) => stock.kind)).toEqual([...STOCK_KINDS, 'other'])
    expect(found[0]).toMatchObject({
      initialMarginLong: '0.5',
      initialMarginShort: '0.6',
      intradayMarginLong: '0.25',
      intradayMarginShort: '0.3',
      maintenanceMarginLong: '0.35',
      maintenanceMarginShort: '0.4',
    })
  })
})
