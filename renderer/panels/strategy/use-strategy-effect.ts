import { useMemo } from 'react'
import type { Decimal, Price } from '../../../shared/domain/decimal.js'
import { keyParts } from '../../../shared/domain/instruments/instrument-key.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { OrderEffect } from '../../../shared/domain/orders/effect/effect-types.js'
import type { LegChange } from '../../../shared/domain/orders/effect/leg-changes.js'
import { effectOf } from '../../../shared/domain/orders/effect/order-effect.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { Preview } from '../../stores/submit/previewer.js'
import type { BuilderLeg } from '../../stores/submit/strategy.js'
import { usePreview } from '../../stores/submit/use-preview.js'
import { useAccountPositions, useAccountType } from '../../ui/ticket/use-order-facts.js'
import { midPrice } from '../../../shared/domain/market/quoted-price.js'

const USD = 'USD'

/** What an order of several legs does, and the broker's preview of it. */
export interface StrategyEffect {
  /** Null while the order is not complete. */
  readonly effect: OrderEffect | null
  readonly preview: Preview
}

/** Returns what the order does to the selected account, on the position after it. */
export function useStrategyEffect(
  draft: OrderDraft | null,
  spot: Price | null,
  quoteOf: (symbol: BuilderLeg['symbol']) => Quote | undefined,
): StrategyEffect {
  const [preview] = usePreview(draft)
  const account = useAccountType()
  const positions = useAccountPositions()
  const power = useSlice(useMainWindow().balance, ({ value }) =>
    value === null || value.accountId !== draft?.accountId
      ? null
      : (value.currencies.find(({ currency }) => currency === USD) ?? null),
  )
  const brokerPreview = preview.phase === 'ready' && preview.source === 'provider' ? preview : null
  const effect = useMemo(() => {
    const markOf = ({ key }: LegChange): Decimal | null =>
      key === null ? null : midPrice(quoteOf(keyParts(key).symbol as BuilderLeg['symbol']))
    return draft === null
      ? null
      : effectOf({
          draft,
          positions,
          price: draft.limitPrice,
          multiplier: STANDARD_MULTIPLIER,
          fees: brokerPreview?.fees ?? null,
          brokerCost: brokerPreview?.cost ?? null,
          account,
          power: {
            account: power?.buyingPower ?? null,
            option: power?.optionBuyingPower ?? null,
          },
          stock: null,
          spot,
          markOf,
          isBroad: false,
        })
  }, [draft, positions, brokerPreview, account, power, spot, quoteOf])
  return { effect, preview }
}
