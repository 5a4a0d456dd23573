import { abs, type Decimal } from '../../../shared/domain/decimal.js'
import type { TitledLine } from '../../chart/price-lines.js'
import type { OwnLine } from '../../chart/order-lines.js'
import { ownQuantity } from '../../format/own.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

const size = (quantity: Decimal | null, unknown: string): string =>
  quantity === null ? unknown : ownQuantity(abs(quantity))

/**
 * Returns the text beside a line, such as "Buy 100 limit" or "Long 200"; its price is shown on the
 * axis.
 */
function lineTitle(line: OwnLine, text: WindowText): string {
  const { lines } = text.chart
  const shownSize = size(line.quantity, lines.unknownSize)
  const title =
    line.kind === 'position'
      ? lines.position(line.side === 'short' ? lines.shortSide : lines.long, shownSize)
      : lines.order(
          text.sides[line.side],
          shownSize,
          line.kind === 'limit'
            ? lines.limit
            : line.type === 'trailing-stop'
              ? lines.trailing
              : lines.stop,
        )
  const counted = line.orders > 1 ? `${title} ${lines.several(line.orders)}` : title
  return line.uncertain ? `${counted} ${lines.uncertain}` : counted
}

export const titled = (own: readonly OwnLine[], text: WindowText): readonly TitledLine[] =>
  own.map((line) => ({ ...line, title: lineTitle(line, text) }))

/** Returns the title with its price, for screen readers. */
export const lineLabel = (line: TitledLine, symbol: string): string =>
  `${line.title} ${formatSymbolPrice(line.price, symbol)}`
