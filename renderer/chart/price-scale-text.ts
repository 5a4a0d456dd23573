import { NUMBER_LOCALE } from '../../shared/messages/languages.js'
import { numberFormat } from '../../shared/messages/number-format.js'
import { scalePlaces, type ChartPrices } from './bar-model.js'
import { valueAt } from './number.js'

const numbers = numberFormat(NUMBER_LOCALE)
/** As many places as any step has: the library's numbers have no more digits that are true. */
const FINEST = 10

/** Writes a price of the scale and the crosshair, which the chart's library has as a number. */
export function scaleText(price: number, prices: ChartPrices): string {
  const places = scalePlaces(valueAt(price, FINEST), prices)
  return numbers.decimal(valueAt(price, places), places, places)
}
