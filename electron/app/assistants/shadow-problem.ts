import { DescribedError, descriptionOf } from '../../core/described-error.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** Describes why shadow practice could not be started. */
export const shadowProblem = (error: unknown): Message =>
  error instanceof Error && !(error instanceof DescribedError)
    ? foreign(error.message)
    : descriptionOf(error, message('assistants.shadowNotBuilt'))
