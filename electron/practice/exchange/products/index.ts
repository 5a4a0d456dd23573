import type { RulesTable } from '../core.js'
import { CRYPTO } from './crypto.js'
import { EQUITY } from './equity.js'
import { EVENT } from './event.js'
import { FUTURES } from './futures.js'
import { OPTION } from './option.js'

/** What is traded here. */
export const RULES: RulesTable = { EQUITY, OPTION, FUTURES, CRYPTO, EVENT }
