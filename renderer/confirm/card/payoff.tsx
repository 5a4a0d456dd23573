import type { Card, CardPayoff } from '../../../shared/domain/instructions/card.js'
import { toNumber } from '../../chart/number.js'
import { PayoffChart, type PayoffTexts } from '../../chart/payoff/payoff-chart.js'
import { exactLines } from '../../chart/payoff/payoff-lines.js'
import { formatMessage } from '../../format/message.js'
import { formatDecimal, formatMoney } from '../../format/decimal.js'
import { useConfirmText } from '../../language/confirm-text.js'

/** The fields that say in numbers what the picture shows. */
const FIGURES: ReadonlySet<string> = new Set(['worst', 'gain'])

/** The result at expiration by the price of the underlying, as a picture beside the numbers. */
export function Payoff({
  card,
  payoff: { points, slope, breakEvens },
}: {
  readonly card: Card
  readonly payoff: CardPayoff
}) {
  const text = useConfirmText().payoff
  const figures = card.money
    .filter(({ id }) => FIGURES.has(id))
    .map(({ label, value }) => `${formatMessage(label)} ${formatMessage(value)}`)
  const texts: PayoffTexts = {
    label: text.chart(figures.join(', ')),
    now: '',
    reading: (price, result) => text.reading(price, result),
    price: (price) => formatDecimal(price, 2, 2),
    money: (result) => formatMoney(result, 'USD', true),
  }
  return (
    <div className="card-payoff">
      <p className="dim">{text.title}</p>
      <PayoffChart
        lines={exactLines(points, slope, breakEvens)}
        breakEvens={breakEvens.map(toNumber)}
        spot={null}
        texts={texts}
      />
    </div>
  )
}
