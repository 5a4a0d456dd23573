import { z } from 'zod'
import {
  CORPORATE_ACTION_KINDS,
  AUCTIONS,
  FOOTPRINT_SPANS,
  FUND_ASSETS,
  FUND_SPANS,
  REPORT_PERIODS,
  type CompanyQuery,
  type CompanySection,
  type CompanySectionName,
  type Footprint,
  type Imbalances,
} from '../../domain/reference/fundamentals.js'
import type { NewsSummary } from '../../domain/reference/news.js'
import { mirror } from '../mirror.js'
import { zDecimal, zMoney, zPrice, zQuantity, zSymbol, zTime } from '../../domain/scalars.schema.js'

/** A name, a date or an address as the broker writes it. */
const zText = z.string().max(4_000).nullable()
const zLongText = z.string().max(40_000).nullable()
const zFigure = zDecimal.nullable()
const zAmount = zMoney.nullable()
const zLevel = zPrice.nullable()
const zInteger = z.number().int()
const zFiscal = { year: zInteger, period: zInteger }

/** More rows than any section of the broker has. */
const MAX_ROWS = 5_000
const rows = <T extends z.ZodType>(row: T) => z.array(row).max(MAX_ROWS)

const zStatements = rows(
  z.strictObject({
    ...zFiscal,
    endDate: zText,
    published: zText,
    currency: zText,
    lines: rows(z.strictObject({ name: z.string().max(120), value: zDecimal })),
  }),
)
const zActionKind = z.enum([...CORPORATE_ACTION_KINDS, 'unknown'])

/** The value of each section of a company. */
const COMPANY_VALUES = {
  profile: z.strictObject({
    symbol: zSymbol,
    name: zText,
    founded: zText,
    description: zLongText,
    employees: zText,
    address: zText,
    ceo: zText,
    industries: rows(z.string().max(400)),
  }),
  rating: z.strictObject({
    analysts: zFigure,
    strongBuy: zFigure,
    buy: zFigure,
    hold: zFigure,
    underperform: zFigure,
    sell: zFigure,
    since: zText,
  }),
  target: z.strictObject({
    mean: zLevel,
    low: zLevel,
    high: zLevel,
    median: zLevel,
    currency: zText,
    since: zText,
  }),
  'next-report': z.strictObject({
    ...zFiscal,
    from: zText,
    to: zText,
    currency: zText,
    epsEstimate: zFigure,
    epsLastYear: zFigure,
    revenueEstimate: zAmount,
    revenueLastYear: zAmount,
  }),
  forecasts: rows(
    z.strictObject({ ...zFiscal, actual: zFigure, estimate: zFigure, reported: z.boolean() }),
  ),
  earnings: rows(
    z.strictObject({
      ...zFiscal,
      currency: zText,
      expected: zText,
      eps: zFigure,
      epsEstimate: zFigure,
      revenue: zAmount,
      revenueEstimate: zAmount,
    }),
  ),
  dividends: rows(
    z.strictObject({
      amount: zMoney,
      currency: zText,
      kind: zText,
      declared: zText,
      exDate: zText,
      recordDate: zText,
      payDate: zText,
    }),
  ),
  actions: rows(
    z.strictObject({
      eventId: z.string().max(80),
      symbol: zSymbol,
      kind: zActionKind,
      valid: z.boolean(),
      before: zFigure,
      after: zFigure,
      date: zText,
    }),
  ),
  filings: rows(z.strictObject({ title: z.string().max(4_000), url: zText, published: zText })),
  industry: z.strictObject({
    ...zFiscal,
    industry: zText,
    measure: zText,
    ranks: rows(z.strictObject({ symbol: zSymbol, name: zText, rank: zInteger, value: zDecimal })),
  }),
  flow: rows(
    z.strictObject({
      date: z.string().max(40),
      largeIn: zMoney,
      largeOut: zMoney,
      mediumIn: zMoney,
      mediumOut: zMoney,
      smallIn: zMoney,
      smallOut: zMoney,
    }),
  ),
  income: zStatements,
  balance: zStatements,
  'cash-flow': zStatements,
  indicators: z.strictObject({
    currency: zText,
    indicators: rows(
      z.strictObject({
        name: z.string().max(120),
        values: rows(z.strictObject({ ...zFiscal, value: zFigure })),
      }),
    ),
  }),
  'fund-brief': z.strictObject({
    name: zText,
    launched: zText,
    benchmark: zText,
    objective: zLongText,
    assets: zAmount,
    issuer: zText,
    custodian: zText,
    managers: rows(z.strictObject({ name: zText, title: zText, since: zText, until: zText })),
  }),
  'fund-performance': z.strictObject({
    currency: zText,
    endDate: zText,
    returns: rows(z.strictObject({ span: z.enum(FUND_SPANS), percent: zDecimal })),
  }),
  'fund-allocation': rows(
    z.strictObject({
      date: zText,
      assets: zAmount,
      parts: rows(z.strictObject({ asset: z.enum(FUND_ASSETS), value: zAmount, percent: zFigure })),
    }),
  ),
  'fund-holdings': rows(
    z.strictObject({
      symbol: zSymbol.nullable(),
      name: zText,
      percent: zFigure,
      changePercent: zFigure,
    }),
  ),
  'fund-values': rows(z.strictObject({ date: z.string().max(40), currency: zText, value: zMoney })),
  'fund-dividends': rows(
    z.strictObject({
      exDate: zText,
      published: zText,
      payDate: zText,
      recordDate: zText,
      amount: zMoney,
    }),
  ),
  'fund-ratings': rows(
    z.strictObject({ date: zText, agency: zText, cycle: zText, result: zInteger }),
  ),
  'fund-files': rows(z.strictObject({ name: zText, url: zText, published: zText })),
  'fund-splits': rows(
    z.strictObject({ date: zText, kind: zText, before: zDecimal, after: zDecimal }),
  ),
} as const satisfies Record<CompanySectionName, z.ZodType>

const SECTIONS = Object.keys(COMPANY_VALUES) as readonly CompanySectionName[]

export const zCompanyQuery = mirror<CompanyQuery>()(
  z.strictObject({
    symbol: zSymbol,
    section: z.enum(SECTIONS),
    reports: z.enum(REPORT_PERIODS),
  }),
)

const section = <K extends CompanySectionName, T extends z.ZodType>(name: K, value: T) =>
  z.strictObject({ section: z.literal(name), value: value.nullable() })

export const zCompanySection = mirror<CompanySection>()(
  z.discriminatedUnion('section', [
    section('profile', COMPANY_VALUES.profile),
    section('rating', COMPANY_VALUES.rating),
    section('target', COMPANY_VALUES.target),
    section('next-report', COMPANY_VALUES['next-report']),
    section('forecasts', COMPANY_VALUES.forecasts),
    section('earnings', COMPANY_VALUES.earnings),
    section('dividends', COMPANY_VALUES.dividends),
    section('actions', COMPANY_VALUES.actions),
    section('filings', COMPANY_VALUES.filings),
    section('industry', COMPANY_VALUES.industry),
    section('flow', COMPANY_VALUES.flow),
    section('income', COMPANY_VALUES.income),
    section('balance', COMPANY_VALUES.balance),
    section('cash-flow', COMPANY_VALUES['cash-flow']),
    section('indicators', COMPANY_VALUES.indicators),
    section('fund-brief', COMPANY_VALUES['fund-brief']),
    section('fund-performance', COMPANY_VALUES['fund-performance']),
    section('fund-allocation', COMPANY_VALUES['fund-allocation']),
    section('fund-holdings', COMPANY_VALUES['fund-holdings']),
    section('fund-values', COMPANY_VALUES['fund-values']),
    section('fund-dividends', COMPANY_VALUES['fund-dividends']),
    section('fund-ratings', COMPANY_VALUES['fund-ratings']),
    section('fund-files', COMPANY_VALUES['fund-files']),
    section('fund-splits', COMPANY_VALUES['fund-splits']),
  ]),
)

export const zFootprintSpan = z.enum(FOOTPRINT_SPANS)
export const zFootprints = rows(
  mirror<Footprint>()(
    z.strictObject({
      time: zTime,
      total: zQuantity,
      delta: zDecimal,
      bought: zQuantity,
      sold: zQuantity,
      levels: rows(z.strictObject({ price: zPrice, bought: zQuantity, sold: zQuantity })),
    }),
  ),
)

const zPriceOrNull = zPrice.nullable()
const AUCTION_STATE = {
  time: zTime,
  reference: zPriceOrNull,
  near: zPriceOrNull,
  far: zPriceOrNull,
}
export const zAuction = z.enum(AUCTIONS)
export const zImbalances = mirror<Imbalances>()(
  z.strictObject({
    latest: z
      .strictObject({
        ...AUCTION_STATE,
        paired: zQuantity.nullable(),
        unpaired: zQuantity.nullable(),
        side: z.enum(['buy', 'sell', 'none', 'unknown']).nullable(),
        variation: z.string().max(40).nullable(),
      })
      .nullable(),
    states: rows(z.strictObject(AUCTION_STATE)),
  }),
)

/** The most symbols of one news summary. */
export const MAX_NEWS_SYMBOLS = 50
export const zNewsSummary = mirror<NewsSummary>()(
  z.strictObject({
    parts: rows(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('text'), markdown: z.string().max(200_000) }),
        z.strictObject({
          kind: z.literal('table'),
          headers: z.array(z.string().max(400)).max(50),
          rows: rows(z.array(z.string().max(4_000)).max(50)),
        }),
      ]),
    ),
  }),
)
