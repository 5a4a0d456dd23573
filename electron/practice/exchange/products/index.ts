import type { RulesTable } from '../state/exchange-state.js'
import { CRYPTO } from './crypto.js'
import { EQUITY } from './equity/equity.js'
import { EVENT } from './events/event.js'
import { FUTURES } from './futures/futures.js'
import { OPTION } from './options/option.js'

/** The rules of every product that the exchange trades. */
export const RULES: RulesTable = { EQUITY, OPTION, FUTURES, CRYPTO, EVENT }
