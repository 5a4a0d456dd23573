import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { fraction, hash3, hashText, normal } from '../market/math/random.js'
import { CENT, PRICE_SCALE, type PriceUnits } from '../model/units.js'
import type { Balance, CompanyFacts } from './company-facts.js'
import { BASE_DAY, type Dividend } from './dividends.js'
import {
  businessDay,
  daysAfter,
  quarterAfter,
  quarterBefore,
  yearsBetween,
  type FiscalQuarter,
} from './fiscal.js'

/** The assets and debts of a balance sheet, as shares of a year's revenue. */
const ITEMS = [
  'cash',
  'securities',
  'receivables',
  'inventory',
  'prepaid',
  'otherCurrent',
  'plant',
  'goodwill',
  'intangibles',
  'longInvestments',
  'otherLong',
  'payables',
  'accrued',
  'shortDebt',
  'otherCurrentDebts',
  'longDebt',
  'otherDebts',
] as const
type Item = (typeof ITEMS)[number]
const SHARES_OF_REVENUE: Readonly<Record<Balance, readonly number[]>> = {
  general: [
    0.18, 0.15, 0.14, 0.06, 0.03, 0.03, 0.3, 0.2, 0.08, 0.15, 0.1, 0.1, 0.06, 0.03, 0.1, 0.25, 0.12,
  ],
  retail: [
    0.03, 0.005, 0.015, 0.085, 0.007, 0.005, 0.19, 0.04, 0.01, 0.01, 0.03, 0.09, 0.045, 0.01, 0.02,
    0.06, 0.03,
  ],
  bank: [2, 2.5, 8, 0, 0.05, 0.5, 0.1, 0.3, 0.05, 6, 0.5, 0.2, 0.3, 3, 12, 1.8, 0.8],
  utility: [0.1, 0.05, 0.15, 0.08, 0.05, 0.1, 5, 0.2, 0.05, 0.6, 0.4, 0.3, 0.1, 0.4, 0.2, 2.8, 0.6],
  lean: [0.5, 0.6, 0.1, 0.04, 0.02, 0.02, 0.4, 0, 0, 0.1, 0.05, 0.05, 0.05, 0, 0.05, 0, 0.05],
}
const INTEREST_A_QUARTER = 0.045 / 4
const TAX = 0.18
/** Maximum growth later than a year after the base day. */
const LASTING_GROWTH = 0.06

/**
 * One published quarter, in whole dollars; `eps` in price units, so that `eps` times shares is
 * exactly the net income.
 */
export interface Quarter {
  readonly quarter: FiscalQuarter
  readonly published: ExchangeDay
  readonly eps: PriceUnits
  readonly epsEstimate: PriceUnits
  readonly revenue: number
  readonly revenueEstimate: number
  readonly netIncome: number
  readonly tax: number
  readonly interest: number
  readonly gross: number
  readonly selling: number
  readonly developmentExpense: number
  readonly depreciation: number
  /**
   * Dividends per share with an ex date in the quarter; `dividendsPaid` are the dollars paid in it.
   */
  readonly dividendPerShare: PriceUnits
  readonly dividendsPaid: number
  readonly items: Readonly<Record<Item, number>>
}

const growthOver = (facts: CompanyFacts, years: number): number =>
  years <= 1
    ? (1 + facts.growth) ** years
    : (1 + facts.growth) * (1 + Math.min(facts.growth, LASTING_GROWTH)) ** (years - 1)

/**
 * Computes the figures of any quarter of a company. Its size follows from `price`, the listing's
 * reference price.
 */
export class Books {
  readonly facts: CompanyFacts
  readonly #dividends: (today: ExchangeDay) => readonly Dividend[]
  readonly #key: number
  readonly #revenue: number
  readonly #known = new Map<number, Quarter>()

  constructor(
    seed: string,
    facts: CompanyFacts,
    price: PriceUnits,
    dividends: (today: ExchangeDay) => readonly Dividend[],
  ) {
    this.facts = facts
    this.#dividends = dividends
    this.#key = hashText(`books:${seed}:${facts.symbol}`)
    this.#revenue = (price / 10 ** PRICE_SCALE) * (facts.shares / facts.priceToSales)
  }

  /**
   * Returns a quarter's publication day: three to six weeks after its end, ten days later for the
   * last of the year.
   */
  publishedOn(quarter: FiscalQuarter): ExchangeDay {
    return businessDay(
      daysAfter(quarter.end, 22 + (hash3(this.#key, 1, 0) % 20) + (quarter.period === 4 ? 10 : 0)),
    )
  }

  /** Returns the quarters published by `today`, newest first. */
  published(today: ExchangeDay, count: number): readonly Quarter[] {
    let newest = quarterBefore(this.facts, today)
    while (this.publishedOn(newest) > today) newest = quarterAfter(this.facts, newest, -1)
    return Array.from({ length: count }, (_, back) =>
      this.quarter(quarterAfter(this.facts, newest, -back)),
    )
  }

  /** Returns the quarters to be published next, nearest first. */
  coming(today: ExchangeDay, count: number): readonly Quarter[] {
    const [newest] = this.published(today, 1)
    return newest === undefined
      ? []
      : Array.from({ length: count }, (_, ahead) =>
          this.quarter(quarterAfter(this.facts, newest.quarter, ahead + 1)),
        )
  }

  /** Returns the earnings per share of the last four published quarters. */
  yearOfEarnings(today: ExchangeDay): PriceUnits {
    return this.published(today, 4).reduce((total, { eps }) => total + eps, 0)
  }

  quarter(quarter: FiscalQuarter): Quarter {
    const known = this.#known.get(quarter.month)
    if (known !== undefined) return known
    const made = this.#make(quarter)
    this.#known.set(quarter.month, made)
    return made
  }

  #draw(drawId: number, month: number): number {
    return normal(hash3(this.#key, drawId, month))
  }

  #make(quarter: FiscalQuarter): Quarter {
    const { facts } = this
    const { month } = quarter
    const scale = this.#revenue * growthOver(facts, yearsBetween(BASE_DAY, quarter.end))
    // Seasonal factor; the factors of the four quarters add up to four.
    const season =
      1 + 0.09 * Math.cos((Math.PI / 2) * (quarter.period - 1 - (hash3(this.#key, 2, 0) % 4)))
    const revenue = Math.round((scale / 4) * season * (1 + 0.015 * this.#draw(3, month)))
    const exact =
      ((revenue * facts.margin * (1 + 0.06 * this.#draw(4, month))) / facts.shares) *
      10 ** PRICE_SCALE
    const eps = Math.abs(exact) >= 10 * CENT ? Math.round(exact / CENT) * CENT : Math.round(exact)
    // Shares are a multiple of 10,000, so this is whole dollars.
    const netIncome = eps * (facts.shares / 10 ** PRICE_SCALE)
    const items = Object.fromEntries(
      ITEMS.map((item, index) => {
        const share = SHARES_OF_REVENUE[facts.balance][index] ?? 0
        // Goodwill is constant; cash and securities fluctuate more than other items.
        const moves =
          item === 'goodwill' ? 0 : item === 'cash' || item === 'securities' ? 0.05 : 0.02
        return [
          item,
          Math.round(
            (item === 'goodwill' ? this.#revenue : scale) *
              share *
              (1 + moves * this.#draw(20 + index, month)),
          ),
        ]
      }),
    ) as Record<Item, number>
    const tax =
      netIncome > 0 && facts.balance !== 'lean' ? Math.round((netIncome * TAX) / (1 - TAX)) : 0
    const interest =
      facts.balance === 'bank'
        ? 0
        : Math.round((items.shortDebt + items.longDebt) * INTEREST_A_QUARTER)
    const operating = netIncome + tax + interest
    const gross = Math.max(
      Math.round(revenue * facts.gross),
      operating + Math.round(revenue * 0.01),
    )
    const developmentExpense = Math.round((gross - operating) * 0.35)
    const after = daysAfter(quarter.end, 120)
    const paid = this.#dividends(after)
    const within = (day: ExchangeDay): boolean => day >= quarter.begin && day <= quarter.end
    const perShare = (chosen: readonly Dividend[]): PriceUnits =>
      chosen.reduce((total, { amount }) => total + amount, 0)
    return {
      quarter,
      published: this.publishedOn(quarter),
      eps,
      revenue,
      netIncome,
      tax,
      interest,
      gross,
      developmentExpense,
      items,
      epsEstimate: this.#estimate(eps, month, 5, Math.abs(eps) >= 10 * CENT ? CENT : 1),
      revenueEstimate: this.#estimate(revenue, month, 6, 1),
      selling: gross - operating - developmentExpense,
      depreciation: Math.round(items.plant * 0.025),
      dividendPerShare: perShare(paid.filter(({ ex }) => within(ex))),
      dividendsPaid: Math.round(
        perShare(paid.filter((dividend) => within(dividend.paid))) *
          (facts.shares / 10 ** PRICE_SCALE),
      ),
    }
  }

  /** Returns the estimate: off by a few percent in either direction. */
  #estimate(value: number, month: number, drawId: number, step: number): number {
    return (
      Math.round(
        (value * (1 + 0.05 * (2 * fraction(hash3(this.#key, drawId, month)) - 1))) / step,
      ) * step
    )
  }
}
