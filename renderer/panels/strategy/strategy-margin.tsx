import { isNegative, maxOf, ZERO, type Decimal } from '../../../shared/domain/decimal.js'
import type { OrderEffect } from '../../../shared/domain/orders/effect/effect-types.js'
import { marginGrowth } from '../../../shared/domain/orders/effect/option-effect.js'
import { formatMoney } from '../../format/decimal.js'
import { usePanelText } from '../../language/panel-text.js'
import type { Preview } from '../../stores/submit/previewer.js'
import type { StrategyEffect } from './use-strategy-effect.js'

const USD = 'USD'

/** One figure: `about` marks an estimate of Countersign. */
interface Figure {
  readonly id: 'cost' | 'fees' | 'margin' | 'power'
  readonly value: string
  readonly about: boolean
  readonly isBad?: boolean
}

/**
 * What the order costs by the broker's preview, and what it does to margin and buying power. The
 * broker publishes no margin of options, so that is an estimate.
 */
export function StrategyMargin({
  effect,
  preview,
  isCredit,
}: StrategyEffect & { readonly isCredit: boolean }) {
  const text = usePanelText()
  const { strategy } = text
  const names = {
    ...strategy.marginFigures,
    cost: strategy.costName(isCredit),
    power: effect?.power.kind === 'option' ? text.ticket.optionPower : text.ticket.power,
  }
  return (
    <>
      <dl className="strategy-figures tnum" aria-label={strategy.marginTitle}>
        {figuresOf(effect, preview).map(({ id, value, about, isBad = false }) => (
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

/** Returns the broker's figures where it gives them, Countersign's own estimates otherwise. */
function figuresOf(effect: OrderEffect | null, preview: Preview): readonly Figure[] {
  const brokerPreview = preview.phase === 'ready' && preview.source === 'provider' ? preview : null
  const money = (value: Decimal | null): string => (value === null ? '—' : formatMoney(value, USD))
  const { before = null, after = null } = effect?.power ?? {}
  const growth = marginGrowth(effect?.margin ?? null)
  return [
    {
      id: 'cost',
      value: money(brokerPreview?.cost ?? effect?.value ?? null),
      about: brokerPreview === null,
    },
    { id: 'fees', value: money(brokerPreview?.fees ?? null), about: false },
    {
      id: 'margin',
      value: money(growth === null ? null : maxOf<Decimal>(growth, ZERO)),
      about: true,
    },
    {
      id: 'power',
      value:
        after === null || before === null ? money(before) : `${money(before)} → ${money(after)}`,
      about: after !== null,
      isBad: after !== null && isNegative(after),
    },
  ]
}
