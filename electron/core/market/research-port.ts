import type { Research, ResearchAnswer, ResearchParams } from '../../../shared/domain/research.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../failure.js'

/**
 * The provider's answers to looks at the market that nothing here keeps. What is asked gives way to
 * what the desk itself needs.
 */
export interface ResearchPort {
  ask(what: Research, params: ResearchParams): Promise<Result<ResearchAnswer, ProviderFailure>>
}
