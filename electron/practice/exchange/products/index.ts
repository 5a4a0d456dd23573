import type { RulesTable } from '../core.js'
import { EQUITY } from './equity.js'

/** What is traded here. */
export const RULES: RulesTable = { EQUITY }
