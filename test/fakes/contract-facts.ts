import type { ContractFacts } from '../../electron/core/conditions/contract-facts.js'

/** Nothing splits, and nothing expires. */
export const NO_CONTRACT_FACTS: ContractFacts = {
  split: () => Promise.resolve(null),
  lastDay: () => Promise.resolve(null),
}
