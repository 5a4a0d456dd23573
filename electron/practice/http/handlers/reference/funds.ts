import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { decimalText, fromInteger } from '../../../../../shared/domain/decimal.js'
import { ok } from '../../../../../shared/domain/result.js'
import { DAY_MS, epochMs } from '../../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { daysAfter, yearsBetween } from '../../../reference/fiscal.js'
import { marketValue, moneyText, quotient } from '../../../reference/figures.js'
import {
  firstOf,
  holdingsOf,
  netValue,
  returnOf,
  type Holding,
} from '../../../reference/fund-portfolio.js'
import { dayOf } from '../../../reference/reference.js'
import { json } from '../../message/answer.js'
import { priceText } from '../../../model/figures.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import { pageOf } from '../../paging/paging.js'
import { readCount } from '../market-data/market-requests.js'
import { fundOf, type Fund } from './reference-requests.js'

const CURRENCY = 'USD'
const NET_VALUES = { usual: 5, max: 20 } as const
const EDGAR = 'https://www.sec.gov/cgi-bin/browse-edgar'

function about(call: Call, symbol: string, answer: (fund: Fund) => unknown): HandlerResult {
  const fund = fundOf(call.services, symbol)
  return fund.ok ? ok(json(answer(fund.value))) : fund
}

/** Formats a number of hundredths. */
const hundredths = (value: number | null): string | null =>
  value === null ? null : decimalText(fromInteger(value, 2))
const assets = ({ services }: Call, { listing, facts }: Fund): bigint =>
  marketValue(
    netValue(services.market, listing.symbol)?.value ?? listing.referencePrice,
    facts.shares,
  )

/** Returns the return since the first known price, in hundredths of a percent. */
function sinceFirst(call: Call, { listing, facts }: Fund): number | null {
  const [first, newest] = [
    firstOf(call.services.market, facts),
    netValue(call.services.market, listing.symbol),
  ]
  return first === null || newest === null
    ? null
    : quotient(newest.value - first.close, first.close, 4)
}

const CYCLES: readonly (readonly [cycle: string, years: number])[] = [
  ['0', 0],
  ['3', 3],
  ['5', 5],
  ['10', 10],
]
const FILES: readonly (readonly [name: string, type: number, age: number])[] = [
  ['Prospectus', 1, 120],
  ['Annual report', 4, 90],
  ['Semi-annual report', 5, 270],
]

type FundId =
  | 'market.funds.brief'
  | 'market.funds.performance'
  | 'market.funds.net-value'
  | 'market.funds.holdings'
  | 'market.funds.dividends'
  | 'market.funds.rating'
  | 'market.funds.splits'
  | 'market.funds.files'
  | 'market.funds.allocation'

export const fundHandlers: Pick<Handlers, FundId> = {
  'market.funds.brief': (request, call) =>
    about(call, request.symbol, (fund) => ({
      name: fund.listing.name,
      launch_date: fund.facts.launched,
      benchmark: fund.facts.benchmark,
      investment_objective: fund.facts.objective,
      aum: moneyText(assets(call, fund)),
      issuer: fund.facts.issuer,
      custodian: fund.facts.custodian,
      managers: [
        {
          name: `${fund.facts.issuer} portfolio team`,
          title: 'Portfolio manager',
          start_date: fund.facts.launched,
          end_date: null,
          is_incumbent: 1,
          tenure_return: hundredths(sinceFirst(call, fund)),
          tenure_years: hundredths(Math.round(yearsBetween(fund.facts.launched, fund.today) * 100)),
          tenure_days: Math.round(
            (Date.parse(fund.today) - Date.parse(fund.facts.launched)) / DAY_MS,
          ),
        },
      ],
    })),

  'market.funds.performance': (request, call) =>
    about(call, request.symbol, (fund) => {
      const over = (months: number): string | null =>
        hundredths(returnOf(call.services.market, fund.facts, months)?.basisPoints ?? null)
      const newest = netValue(call.services.market, fund.listing.symbol)
      return {
        currency: CURRENCY,
        end_date: newest === null ? null : dayOf(epochMs(newest.day)),
        return_1m: over(1),
        return_3m: over(3),
        return_6m: over(6),
        return_1y: over(12),
        return_3y: over(36),
        return_5y: over(60),
        return_10y: over(120),
        return_si: hundredths(sinceFirst(call, fund)),
      }
    }),

  'market.funds.net-value': (request, call) => {
    const count = readCount(request.count, NET_VALUES.usual, NET_VALUES.max)
    if (!count.ok) return count
    const { market } = call.services
    return about(call, request.symbol, () =>
      market
        .bars(request.symbol, 'D', {
          count: count.value,
          includeRunning: false,
          ...(request.last_date === undefined
            ? {}
            : { end: exchangeInstant(daysAfter(request.last_date, 0), 0) }),
        })
        .reverse()
        .map(({ time, close }) => ({
          date: dayOf(time),
          currency: CURRENCY,
          net_value: priceText(close),
        })),
    )
  },

  'market.funds.holdings': (request, call) =>
    about(call, request.symbol, ({ facts, today }) => {
      const { market, reference } = call.services
      const newest = netValue(market, request.symbol)
      return holdingsOf(market, reference, facts, today).map(
        ({ symbol, name, share, matures }) => ({
          target_symbol: symbol,
          stock_name: name,
          share_held_pct: hundredths(share),
          share_held_chg_pct: '0.00',
          maturity_date: matures,
          update_time: newest === null ? null : dayOf(epochMs(newest.day)),
        }),
      )
    }),

  'market.funds.dividends': (request, call) => {
    const fund = fundOf(call.services, request.symbol)
    if (!fund.ok) return fund
    const rows = call.services.reference
      .dividends(request.symbol, fund.value.today)
      .map(({ amount, declared, ex, record, paid }) => ({
        share_date: ex,
        publish_date: declared,
        pay_date: paid,
        record_date: record,
        dps: priceText(amount),
      }))
    const page = pageOf(rows, (row) => row.share_date, {
      size: ASSUMPTIONS.marketPageSizes.fundDividends,
      key: request.pagination_key,
      condition: `fund-dividends;${request.symbol}`,
    })
    return page.ok ? ok(json(page.value)) : page
  },

  'market.funds.rating': (request, call) =>
    about(call, request.symbol, ({ facts, today }) =>
      CYCLES.filter(([, years]) => yearsBetween(facts.launched, today) >= years).map(([cycle]) => ({
        rating_date: `${today.slice(0, 7)}-01`,
        rating_agency: 'Practice Research',
        rating_cycle: cycle,
        rating_results: facts.stars,
      })),
    ),

  'market.funds.splits': (request, call) =>
    about(call, request.symbol, ({ today }) =>
      call.services.reference
        .changes(request.symbol, today)
        .filter(({ day, type }) => day <= today && type !== 'NAME_CHANGE')
        .map(({ day, type, from, to }) => ({
          split_date: day,
          split_type: type === 'FORWARD_SPLIT' ? 'SPLIT' : 'MERGE',
          split_ratio: `${from}:${to}`,
          from: String(from),
          to: String(to),
        })),
    ),

  'market.funds.files': (request, call) =>
    about(call, request.symbol, ({ listing, today }) =>
      FILES.map(([name, type, age]) => ({
        file_name: `${listing.name}: ${name}`,
        url: `${EDGAR}?${new URLSearchParams({ action: 'getcompany', CIK: listing.symbol }).toString()}`,
        publish_date: daysAfter(today, -age),
        type,
      })),
    ),

  'market.funds.allocation': (request, call) =>
    about(call, request.symbol, (fund) => {
      const { market, reference } = call.services
      const holdings = holdingsOf(market, reference, fund.facts, fund.today)
      const aum = assets(call, fund)
      const shareOf = (kind: Holding['kind'] | null) => {
        const share =
          kind === null
            ? 0
            : holdings
                .filter((holding) => holding.kind === kind)
                .reduce((total, holding) => total + holding.share, 0)
        return {
          value: moneyText((aum * BigInt(share)) / 10_000n),
          ratio: decimalText(fromInteger(share, 4)),
        }
      }
      const newest = netValue(market, request.symbol)
      return [
        {
          date: newest === null ? null : dayOf(epochMs(newest.day)),
          aum: moneyText(aum),
          cash: shareOf('cash'),
          bond: shareOf('bond'),
          stock: shareOf('stock'),
          preferred: shareOf(null),
          convertible: shareOf(null),
          other: shareOf('other'),
        },
      ]
    }),
}
