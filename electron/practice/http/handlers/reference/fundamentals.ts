import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { announcementOf, type Announcement } from '../../../reference/announcements.js'
import { quarterAfter } from '../../../reference/fiscal.js'
import { marketValue, moneyText, quotientText } from '../../../reference/figures.js'
import { flowsOf, officeDay, ratingOf, targetOf } from '../../../reference/opinions.js'
import { dayOf } from '../../../reference/reference.js'
import {
  balance,
  cash,
  income,
  indicators,
  spansOf,
  type Span,
} from '../../../reference/reports.js'
import type { Books, Quarter } from '../../../reference/statements.js'
import { json } from '../../message/answer.js'
import { priceText } from '../../../model/figures.js'
import type { Call, Handlers, HandlerResult } from '../../operations/handler.js'
import { readCount } from '../market-data/market-requests.js'
import { companyOf, subjectOf, type Company } from './reference-requests.js'

const REPORTS = { usual: 5, max: 20 } as const
const FLOW_DAYS = 5
const CURRENCY = 'USD'
const EDGAR = 'https://www.sec.gov/cgi-bin/browse-edgar'

const period = ({ quarter }: Quarter) => ({
  fiscal_year: quarter.year,
  fiscal_period: quarter.period,
})
const cents = (amount: bigint): string => moneyText(amount * 100n)
const quarterBeforeSpan = (books: Books, span: Span): Quarter =>
  books.quarter(quarterAfter(books.facts, (span.quarters.at(-1) as Quarter).quarter, -1))

/** Answers with data of a company, or refuses. */
function about(call: Call, symbol: string, answer: (company: Company) => unknown): HandlerResult {
  const company = companyOf(call.services, symbol)
  return company.ok ? ok(json(answer(company.value))) : company
}

interface ReportRequest {
  readonly symbol: string
  readonly type?: string | undefined
  readonly count?: string | undefined
}

function reports(
  call: Call,
  request: ReportRequest,
  answer: (spans: readonly Span[], company: Company) => unknown,
): HandlerResult {
  const count = readCount(request.count, REPORTS.usual, REPORTS.max)
  if (!count.ok) return count
  return about(call, request.symbol, (company) =>
    answer(
      spansOf(company.books, company.today, request.type?.toUpperCase() === 'ANNUAL', count.value),
      company,
    ),
  )
}

/**
 * Returns quarters around today, newest first: reported ones with actual figures, coming ones with
 * estimates only.
 */
function quartersAround({ books, today }: Company, past: number, coming: number) {
  return [
    ...books
      .coming(today, coming)
      .map((quarter) => ({ one: quarter, reported: false }))
      .reverse(),
    ...books.published(today, past).map((quarter) => ({ one: quarter, reported: true })),
  ]
}

/** Returns the announcements of quarters around today, newest first. */
function announcementsAround(
  { services: { market, now } }: Call,
  company: Company,
  past: number,
  coming: number,
): readonly Announcement[] {
  const given = { books: company.books, shocks: market.shocks(), now: now() }
  return quartersAround(company, past, coming).map(({ one: quarter, reported }) =>
    announcementOf(company.listing.symbol, quarter, reported, given),
  )
}

type FundamentalId =
  | 'market.fundamentals.profile'
  | 'market.fundamentals.rating'
  | 'market.fundamentals.target'
  | 'market.fundamentals.capital-flow'
  | 'market.fundamentals.forecast-eps'
  | 'market.fundamentals.earnings'
  | 'market.fundamentals.dividends'
  | 'market.fundamentals.filings'
  | 'market.fundamentals.industry'
  | 'market.fundamentals.alert'
  | 'market.fundamentals.indicators'
  | 'market.fundamentals.income'
  | 'market.fundamentals.balance'
  | 'market.fundamentals.cash-flow'

export const fundamentalHandlers: Pick<Handlers, FundamentalId> = {
  'market.fundamentals.profile': (request, call) =>
    about(call, request.symbol, ({ listing, facts }) => ({
      symbol: listing.symbol,
      category: 'US_STOCK',
      company_name: listing.name,
      establish_date: facts.founded,
      exhibition_code: listing.exchangeCode,
      profile: `${listing.name} is in the business of ${facts.industry} and has its seat in ${facts.headquarters}. The figures of this practice market are invented.`,
      employees: String(facts.employees),
      address: facts.headquarters,
      ceo: '',
      industries: [
        facts.industry,
        call.services.reference.sector(listing.symbol)?.name ?? '',
      ].filter((name) => name !== ''),
    })),

  'market.fundamentals.rating': (request, call) =>
    about(call, request.symbol, ({ listing, facts, today }) => {
      const rating = ratingOf(
        call.services.reference.seed,
        listing.symbol,
        marketValue(listing.referencePrice, facts.shares),
        today,
      )
      return {
        symbol: listing.symbol,
        category: 'US_STOCK',
        number: String(rating.number),
        strong_buy: String(rating.strongBuy),
        buy: String(rating.buy),
        hold: String(rating.hold),
        under_perform: String(rating.underPerform),
        sell: String(rating.sell),
        effective_start_date: rating.since,
      }
    }),

  'market.fundamentals.target': (request, call) =>
    about(call, request.symbol, ({ listing, today }) => {
      const target = targetOf(
        call.services.market,
        call.services.reference.seed,
        listing.symbol,
        today,
      )
      return {
        symbol: listing.symbol,
        category: 'US_STOCK',
        mean: priceText(target.mean),
        median: priceText(target.median),
        low: priceText(target.low),
        high: priceText(target.high),
        currency: CURRENCY,
        effective_start_date: target.since,
      }
    }),

  'market.fundamentals.capital-flow': (request, { services }) => {
    const subject = subjectOf(services, request.symbol)
    if (!subject.ok) return subject
    const count = readCount(request.count, FLOW_DAYS, FLOW_DAYS)
    if (!count.ok) return count
    return ok(
      json(
        flowsOf(services.market, services.reference.seed, request.symbol, count.value).map(
          (flow) => ({
            date: dayOf(epochMs(flow.day)),
            large_in: cents(flow.largeIn),
            large_out: cents(flow.largeOut),
            medium_in: cents(flow.mediumIn),
            medium_out: cents(flow.mediumOut),
            small_in: cents(flow.smallIn),
            small_out: cents(flow.smallOut),
          }),
        ),
      ),
    )
  },

  'market.fundamentals.forecast-eps': (request, call) =>
    about(call, request.symbol, (company) =>
      announcementsAround(call, company, 4, 4)
        .toReversed()
        .map(({ quarter, actual }) => ({
          ...period(quarter),
          actual: actual === null ? null : priceText(actual.eps),
          est: priceText(quarter.epsEstimate),
          reported: actual !== null,
        })),
    ),

  'market.fundamentals.earnings': (request, call) =>
    about(call, request.symbol, (company) =>
      announcementsAround(call, company, 8, 1).map(({ quarter, day, actual }) => ({
        ...period(quarter),
        currency: CURRENCY,
        expected_publish_date: day,
        eps_actual: actual === null ? null : priceText(actual.eps),
        eps_est: priceText(quarter.epsEstimate),
        rev_actual: actual === null ? null : String(actual.revenue),
        rev_est: String(quarter.revenueEstimate),
      })),
    ),

  'market.fundamentals.dividends': (request, { services }) => {
    const subject = subjectOf(services, request.symbol)
    if (!subject.ok) return subject
    return ok(
      json(
        services.reference
          .dividends(request.symbol, subject.value.today)
          .map(({ amount, declared, ex, record, paid }) => ({
            symbol: request.symbol,
            market: 'US',
            currency: CURRENCY,
            amount: priceText(amount),
            div_type: 'CASH',
            declare_date: declared,
            ex_div_date: ex,
            record_date: record,
            pay_date: paid,
          })),
      ),
    )
  },

  'market.fundamentals.filings': (request, call) =>
    about(call, request.symbol, ({ listing, books, today }) => ({
      symbol: listing.symbol,
      category: 'US_STOCK',
      filings: books.published(today, 8).map(({ quarter, published }) => {
        const form = quarter.period === 4 ? '10-K' : '10-Q'
        const query = new URLSearchParams({ action: 'getcompany', CIK: listing.symbol, type: form })
        return {
          title: `${form} for fiscal ${quarter.year}${quarter.period === 4 ? '' : ` Q${quarter.period}`}`,
          url: `${EDGAR}?${query.toString()}`,
          publish_date: published,
        }
      }),
    })),

  'market.fundamentals.industry': (request, call) =>
    about(call, request.symbol, ({ facts, books, today }) => {
      const { market, reference } = call.services
      const peers = market.listings
        .flatMap((listing) => {
          const peer = reference.company(listing.symbol)
          return peer?.industry === facts.industry
            ? [{ listing, eps: reference.booksOf(listing.symbol)?.yearOfEarnings(today) ?? 0 }]
            : []
        })
        .sort((a, b) => b.eps - a.eps || (a.listing.symbol < b.listing.symbol ? -1 : 1))
      return {
        ...period(books.published(today, 1)[0] as Quarter),
        industry_name: facts.industry,
        type: request.sort_by ?? 'EPS_TTM',
        data: peers.map(({ listing, eps }, index) => ({
          symbol: listing.symbol,
          name: listing.name,
          rank: index + 1,
          value: priceText(eps),
        })),
      }
    }),

  'market.fundamentals.alert': (request, call) =>
    about(call, request.symbol, (company) => {
      const { books } = company
      // The report of an early gap is known before the quarter's ordinary day.
      const due = announcementsAround(call, company, 0, 2).toReversed()
      const { quarter: next, day } = due.find(({ actual }) => actual === null) as Announcement
      const isOrdinary = day === next.published
      const lastYear = books.quarter(quarterAfter(books.facts, next.quarter, -4))
      return {
        start_date: isOrdinary ? officeDay(day, -3) : day,
        end_date: isOrdinary ? officeDay(day, 3) : day,
        ...period(next),
        currency: CURRENCY,
        eps_est: priceText(next.epsEstimate),
        eps_ly: priceText(lastYear.eps),
        rev_est: String(next.revenueEstimate),
        rev_ly: String(lastYear.revenue),
      }
    }),

  'market.fundamentals.indicators': (request, call) =>
    reports(call, request, (spans, { facts, books }) => {
      const rows = spans.map((span) => ({
        span,
        values: {
          ...indicators(span, facts.shares),
          ocf_ps: quotientText(
            BigInt(cash(span, quarterBeforeSpan(books, span)).cfo ?? 0),
            facts.shares,
            4,
          ),
        } as Readonly<Record<string, string | null>>,
      }))
      const names = Object.keys(rows[0]?.values ?? {})
      return {
        currency: CURRENCY,
        values: Object.fromEntries(
          names.map((name) => [
            name,
            rows.map(({ span, values }) => ({
              fiscal_year: span.year,
              fiscal_period: span.period,
              value: values[name] ?? null,
            })),
          ]),
        ),
      }
    }),
  'market.fundamentals.income': (request, call) =>
    reports(call, request, (spans, { facts }) => spans.map((span) => income(span, facts.shares))),
  'market.fundamentals.balance': (request, call) =>
    reports(call, request, (spans, { facts }) => spans.map((span) => balance(span, facts.shares))),
  'market.fundamentals.cash-flow': (request, call) =>
    reports(call, request, (spans, { books }) =>
      spans.map((span) => cash(span, quarterBeforeSpan(books, span))),
    ),
}
