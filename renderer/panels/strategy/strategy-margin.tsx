import {
  abs,
  asMoney,
  isNegative,
  mul,
  sub,
  ZERO,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { strategyPower, type MarginLeg } from '../../../shared/domain/instruments/option-margin.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import type { Account, Balance } from '../../../shared/domain/account/account.js'
import { formatMoney } from '../../format/decimal.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { Preview } from '../../stores/submit/previewer.js'
import { strategyLeg, type BuilderLeg } from '../../stores/submit/strategy.js'
import { usePreview } from '../../stores/submit/use-preview.js'
import { middle } from './net-price.js'

const USD = 'USD'

export interface StrategyMarginProps {
  readonly legs: readonly BuilderLeg[]
  /** The order as it would be sent; null while it cannot be. */
  readonly draft: OrderDraft | null
  /** What one unit costs per share; null while it is not known. */
  readonly net: Decimal | null
  readonly units: Decimal
  readonly spot: Price | null
  readonly quoteOf: (symbol: BuilderLeg['symbol']) => Quote | undefined
}

/** One figure: `about` marks an estimate of Countersign. */
interface Figure {
  readonly id: 'cost' | 'fees' | 'margin' | 'power'
  readonly value: string
  readonly about: boolean
  readonly isBad?: boolean
}

/**
 * What the order costs by the broker's preview, and what it takes from the buying power. The broker
 * publishes no margin of options, so that is an estimate.
 */
export function StrategyMargin({ legs, draft, net, units, spot, quoteOf }: StrategyMarginProps) {
  const text = useText()
  const { strategy } = text
  const mainWindow = useMainWindow()
  const account = useSlice(
    mainWindow.session,
    ({ value }) =>
      value?.accounts.find(({ accountId }) => accountId === value.selectedAccount) ?? null,
  )
  const balance = useSlice(mainWindow.balance, ({ value }) => value)
  const [preview] = usePreview(draft)
  const figures = figuresOf({
    legs: legs.flatMap((leg) => marginLeg(leg, quoteOf(leg.symbol)) ?? []),
    net,
    shares: mul(units, STANDARD_MULTIPLIER),
    spot,
    account,
    balance,
    preview,
  })
  const isCredit = net !== null && isNegative(net)
  const names = { ...strategy.marginFigures, cost: strategy.costName(isCredit) }
  return (
    <>
      <dl className="strategy-figures tnum" aria-label={strategy.marginTitle}>
        {figures.map(({ id, value, about, isBad = false }) => (
          <div key={id} className={id === 'power' ? 'strategy-power' : undefined}>
            <dt>{names[id]}</dt>
            <dd data-testid={`strategy-${id}`} className={isBad ? 'strategy-bad' : undefined}>
              {about && value !== '—' && <span className="dim">{text.ticket.about} </span>}
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="dim" data-testid="strategy-margin-source">
        {strategy.marginSource(preview.phase === 'ready' && preview.source === 'provider')}
      </p>
    </>
  )
}

function marginLeg(leg: BuilderLeg, quote: Quote | undefined): MarginLeg | null {
  const terms = strategyLeg(leg)
  return terms === null ? null : { ...terms, mark: middle(quote) }
}

interface FiguresInput {
  readonly legs: readonly MarginLeg[]
  readonly net: Decimal | null
  readonly shares: Decimal
  readonly spot: Price | null
  readonly account: Account | null
  readonly balance: Balance | null
  readonly preview: Preview
}

/** Returns the broker's figures where it gives them, Countersign's own estimates otherwise. */
function figuresOf(input: FiguresInput): readonly Figure[] {
  const { legs, net, shares, spot, account, balance, preview } = input
  const known = preview.phase === 'ready' && preview.source === 'provider' ? preview : null
  const own = net === null ? null : asMoney(abs<Decimal>(mul(net, shares)))
  const effect = net === null ? null : strategyPower(legs, spot, net, shares, account?.type)
  const entry = balance?.currencies.find(({ currency }) => currency === USD) ?? null
  const power = entry?.optionBuyingPower ?? entry?.buyingPower ?? null
  const fees = known?.fees ?? null
  const after =
    power === null || effect === null
      ? null
      : asMoney(sub<Decimal>(sub<Decimal>(power, effect.taken), fees ?? asMoney(ZERO)))
  const money = (value: Decimal | null): string => (value === null ? '—' : formatMoney(value, USD))
  return [
    { id: 'cost', value: money(known?.cost ?? own), about: known === null },
    { id: 'fees', value: money(fees), about: false },
    { id: 'margin', value: money(effect?.margin ?? null), about: true },
    {
      id: 'power',
      value: after === null || power === null ? money(power) : `${money(power)} → ${money(after)}`,
      about: after !== null,
      isBad: after !== null && isNegative(after),
    },
  ]
}
