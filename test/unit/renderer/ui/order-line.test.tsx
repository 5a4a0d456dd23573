import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { OrderLine } from '../../../../renderer/ui/order-line.js'
import { foreign } from '../../../../shared/messages/make-message.js'

type Summary = Parameters<typeof OrderLine>[0]['order']

/** Returns the chip of the side: its style and icon, and the word in it. */
function chipOf(side: Summary['side'], line: string): string {
  const order = { side, action: 'place', line: foreign(line) } as Summary
  const html = renderToStaticMarkup(<OrderLine order={order} />)
  const [, style, icon, word] =
    /class="line-side ([a-z]*) *".*?lucide-([a-z-]+).*?<\/svg>([^<]*)/.exec(html) ?? []
  return `${style} ${icon} ${word}`
}

describe('CONFIRM-19: the chip of an order line', () => {
  it.each([
    ['buy', 'BUY 2 AAPL', 'buy arrow-up-right BUY'],
    ['sell', 'SELL 2 AAPL', 'sell arrow-down-right SELL'],
    ['short', 'SELL SHORT 2 AAPL', 'sell arrow-down-right SELL SHORT'],
    ['sell', 'ROLL 1 AAPL 663 put', 'neutral arrow-right-left ROLL'],
    ['buy', 'CLOSE 2 vertical on AAPL', 'neutral arrow-right-left CLOSE'],
  ] as const)(
    'has for a %s that reads "%s" the color and icon of what it does',
    (side, line, chip) => {
      expect(chipOf(side, line)).toBe(chip)
    },
  )
})
