import { PRACTICE_FEES } from '../../../shared/domain/app/practice/practice-fees.js'
import { div, fromInteger, type Decimal } from '../../../shared/domain/decimal.js'
import type { PracticeFeeTexts } from '../../../shared/messages/en/window/panels/practice.js'
import { formatDecimal, formatMoney } from '../../format/decimal.js'

const USD = 'USD'
/** Decimal places of the smallest rate: tenths of a micro-dollar. */
const PLACES = 7

/** Returns a rate in dollars that is stored as a whole number of smaller units. */
const dollars = (units: number, inADollar: number): Decimal | null =>
  div(fromInteger(units), fromInteger(inADollar), PLACES, 'half-even')

/** Formats a rate below a cent with every digit. */
const rate = (units: number, inADollar: number): string =>
  `${formatDecimal(dollars(units, inADollar), 0, PLACES)} ${USD}`

const money = (cents: number): string => formatMoney(dollars(cents, 100), USD)

/** Formats the fees that the practice exchange computes by. */
export function practiceFeeTexts(): PracticeFeeTexts {
  const { stock, option, futures, events } = PRACTICE_FEES
  return {
    stockBoth: rate(stock.catPerShareTenthMicros, 10_000_000),
    stockSale: rate(stock.tafPerShareMicros, 1_000_000),
    stockCap: money(stock.tafCapCents),
    secPerMillion: money(stock.secPerMillionCents),
    optionBoth: rate(option.regulatory + option.clearing + option.trail, 100_000),
    optionIndex: rate(option.index, 100_000),
    optionSale: rate(option.activity, 100_000),
    futures: money(futures.commissionCents),
    eventPercent: `${formatDecimal(dollars(events.feePerMille, 10), 0, 1)}%`,
  }
}
