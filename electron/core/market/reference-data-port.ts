import type {
  ReferenceDataName,
  ReferenceDataAnswer,
  ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'

/**
 * Provider queries whose responses are not stored here. They have lower priority than Countersign's
 * own requests.
 */
export interface ReferenceDataPort {
  query(
    name: ReferenceDataName,
    params: ReferenceDataParams,
  ): Promise<Result<ReferenceDataAnswer, ProviderFailure>>
}
