import type {
  ReferenceDataName,
  ReferenceDataAnswer,
  ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'

/**
 * The provider's answers to looks at the market that nothing here keeps. What is asked gives way to
 * what the desk itself needs.
 */
export interface ReferenceDataPort {
  query(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): Promise<Result<ReferenceDataAnswer, ProviderFailure>>
}
