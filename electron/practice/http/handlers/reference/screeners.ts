import { decimalText, fromInteger } from '../../../../../shared/domain/decimal.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { quotient } from '../../../reference/figures.js'
import { yearOfDividends } from '../../../reference/dividends.js'
import { dayOf } from '../../../reference/reference.js'
import { extremeOf, type Period, type Screened } from '../../../reference/screen.js'
import { json } from '../../message/answer.js'
import { priceText } from '../../../model/figures.js'
import {
  queryValue,
  type Call,
  type Handlers,
  type HandlerResult,
} from '../../operations/handler.js'
import { rankedPage } from '../../paging/ranked-page.js'
import { refused } from '../../message/refusal.js'
import { MEASURES, ranked, screenAll, symbolOf, wireRow } from './screener-rows.js'
import { SECTOR_PERIODS, sectorFigures, wireSector } from './sector-rows.js'

const PERIODS: Readonly<Record<string, Period>> = {
  PRE_MARKET: 'pre',
  AFTER_MARKET: 'post',
  MIN_3: { minutes: 3 },
  MIN_5: { minutes: 5 },
  DAY_1: { days: 1 },
  DAY_5: { days: 5 },
  MONTH_1: { days: 21 },
  MONTH_3: { days: 63 },
  WEEK_52: { days: 252 },
}
const DAY: Period = { days: 1 }
const millionths = (value: number): string => decimalText(fromInteger(value, 6))

/** Answers a ranking as a bare array; with `x-version: v2` as a numbered page (MARKET-6). */
function ranking(call: Call, rows: readonly unknown[]): HandlerResult {
  if (call.caller.version !== 'v2') return ok(json(rows))
  const readInteger = (name: string, usual: number, max: number): number => {
    const value = queryValue(call, name) ?? ''
    return /^\d{1,6}$/.test(value) ? Math.min(max, Math.max(1, Number(value))) : usual
  }
  const size = readInteger('page_size', 20, 100)
  const from = (readInteger('page_index', 1, 100_000) - 1) * size
  return ok(json({ has_more: rows.length > from + size, data: rows.slice(from, from + size) }))
}

type ScreenerId =
  | 'market.screeners.gainers-losers'
  | 'market.screeners.top-actives'
  | 'market.screeners.high-dividend'
  | 'market.screeners.week52'
  | 'market.screeners.sectors'
  | 'market.screeners.sector'

export const screenerHandlers: Pick<Handlers, ScreenerId> = {
  'market.screeners.gainers-losers': async (request, call) => {
    const rows = await screenAll(call.services, PERIODS[request.rank_type ?? 'DAY_1'] ?? DAY)
    return ranking(
      call,
      ranked(
        rows,
        MEASURES[request.sort_by ?? 'CHANGE_RATIO'],
        request.direction ?? 'DESC',
        symbolOf,
      ).map(wireRow),
    )
  },

  'market.screeners.top-actives': async (request, call) => {
    const rows = await screenAll(call.services, DAY)
    return ranking(
      call,
      ranked(
        rows,
        MEASURES[request.sort_by ?? request.rank_type ?? 'VOLUME'],
        request.direction ?? 'DESC',
        symbolOf,
      ).map(wireRow),
    )
  },

  'market.screeners.high-dividend': async (request, call) => {
    const { reference, now } = call.services
    const today = dayOf(now())
    const rows = (await screenAll(call.services, DAY)).flatMap((row) => {
      const dividends = reference
        .dividends(row.listing.symbol, today)
        .filter(({ ex }) => ex <= today)
      const latest = dividends[0]
      const dividendYield = quotient(yearOfDividends(dividends, today), row.snapshot.last, 6)
      return latest === undefined || dividendYield === null ? [] : [{ row, latest, dividendYield }]
    })
    const sort = request.sort_by ?? 'YIELD'
    const measure = (candidate: (typeof rows)[number]) =>
      sort === 'YIELD'
        ? candidate.dividendYield
        : sort === 'DIVIDEND'
          ? candidate.latest.amount
          : MEASURES[sort](candidate.row)
    return ranking(
      call,
      ranked(rows, measure, request.direction ?? 'DESC', ({ row }) => symbolOf(row)).map(
        ({ row, latest, dividendYield }) => ({
          ...wireRow(row),
          yield: millionths(dividendYield),
          dividend: priceText(latest.amount),
          ex_date: latest.ex,
        }),
      ),
    )
  },

  'market.screeners.week52': async (request, call) => {
    const rows = (await screenAll(call.services, DAY)).flatMap((row) => {
      const extreme = extremeOf(call.services.market, row.snapshot, request.rank_type ?? 'NEW_HIGH')
      return extreme === null ? [] : [{ row, extreme }]
    })
    const sort = request.sort_by ?? 'CHANGE_RATIO_52W'
    const measure = (candidate: (typeof rows)[number]) =>
      sort === 'CHANGE_RATIO_52W' ? candidate.extreme.ratio : MEASURES[sort](candidate.row)
    return ranking(
      call,
      ranked(rows, measure, request.direction ?? 'ASC', ({ row }) => symbolOf(row)).map(
        ({ row, extreme }) => ({
          ...wireRow(row),
          price_1w: priceText(extreme.week),
          price_52w: priceText(extreme.year),
          change_ratio_52w: millionths(extreme.ratio),
        }),
      ),
    )
  },

  'market.screeners.sectors': async (request, call) => {
    const rows = await screenAll(call.services, SECTOR_PERIODS[request.period ?? 'D1'])
    const measure = request.agg_type === 'VOLUME' ? ('volume' as const) : ('value' as const)
    const sectors = ranked(
      sectorFigures(rows),
      (sector) => sector[measure],
      request.direction ?? 'DESC',
      ({ sector }) => sector.id,
    )
    const condition = ['sectors', request.agg_type, request.period, request.direction].join(';')
    const page = rankedPage(sectors, ({ sector }) => sector.id, {
      size: ASSUMPTIONS.marketPageSizes.sectors,
      key: request.pagination_key,
      condition,
    })
    return page.ok ? ok(json({ ...page.value, data: page.value.data.map(wireSector) })) : page
  },

  'market.screeners.sector': async (request, call) => {
    const rows = await screenAll(call.services, SECTOR_PERIODS[request.period ?? 'D1'])
    const figures = sectorFigures(rows).find(({ sector }) => sector.id === request.sector_id)
    if (figures === undefined) {
      return err(refused(CODES.illegalParameter, 'sector_id is not known.'))
    }
    const order: Screened[] = ranked(
      figures.rows,
      MEASURES[request.sort_by ?? 'CHANGE_RATIO'],
      request.direction ?? 'DESC',
      symbolOf,
    )
    const condition = [
      'sector',
      request.sector_id,
      request.period,
      request.sort_by,
      request.direction,
    ].join(';')
    const page = rankedPage(order, symbolOf, {
      size: ASSUMPTIONS.marketPageSizes.sectorStocks,
      key: request.pagination_key,
      condition,
    })
    if (!page.ok) return page
    const { data: _leaders, volume: _volume, market_value: _value, ...head } = wireSector(figures)
    return ok(
      json({
        ...head,
        data: page.value.data.map(wireRow),
        pagination_key: page.value.pagination_key,
      }),
    )
  },
}
