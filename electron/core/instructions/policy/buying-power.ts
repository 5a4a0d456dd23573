import type { Money } from '../../../../shared/domain/decimal.js'
import type { PolicyFacts } from './policy-types.js'

/** Returns the buying power of an account, for options where the broker reports it apart. */
export function buyingPowerOf(
  { balance }: Pick<PolicyFacts, 'balance'>,
  option: boolean,
): Money | null {
  const own =
    balance?.currencies.find(({ currency }) => currency === balance.currency) ??
    balance?.currencies[0]
  return (option ? own?.optionBuyingPower : null) ?? own?.buyingPower ?? null
}
