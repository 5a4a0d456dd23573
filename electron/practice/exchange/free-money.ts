import { CODES } from '../../../shared/wire/errors.js'
import { centsText } from '../ledger/money.js'
import type { Refusal } from './api.js'
import type { Core } from './core.js'
import { refuse } from './refusals.js'

/**
 * Sets money aside and says whether the account could. A refusal means that the caller has to give it back. An order that ties up
 * no more than what it replaces is never refused.
 */
export function checkMoney(core: Core, accountId: string, setAside: () => void): Refusal | null {
  const before = core.value(accountId)?.free ?? 0
  setAside()
  const after = core.value(accountId)?.free ?? 0
  return after < before && after < 0 && !core.switches.trusting
    ? refuse(CODES.buyingPower, `The order needs ${centsText(before - after)} USD; ${centsText(Math.max(0, before))} USD are free for it.`)
    : null
}
