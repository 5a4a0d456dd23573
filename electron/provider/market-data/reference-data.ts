import type { z } from 'zod'
import { err, ok } from '../../../shared/domain/result.js'
import { toPlain } from '../../../shared/wire/plain-text.js'
import { REFERENCE_DATA_TOOLS, referenceDataRequest } from '../../../shared/wire/reference-data.js'
import { providerFailure } from '../../core/provider-failure.js'
import type { ReferenceDataPort } from '../../core/market/reference-data-port.js'
import type { Caller } from '../http/caller.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { foreign } from '../../../shared/messages/make-message.js'

/** Below the timeout of an assistant's client, which is one minute. */
const MAX_WAIT_MS = 20_000

/** Names the wrong members of a request. */
const schemaProblems = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')

/**
 * Creates the reference data port. The query names are a closed set, and all their operations only
 * read.
 */
export function createReferenceData(caller: Caller): ReferenceDataPort {
  return {
    async query(name, params) {
      const tool = REFERENCE_DATA_TOOLS[name]
      const request = tool.operation.request.safeParse(referenceDataRequest(tool, params))
      if (!request.success) {
        return err(providerFailure('refused', foreign(schemaProblems(request.error))))
      }
      const answer = await caller.call(tool.operation, request.data, {
        priority: 'background',
        maxWaitMs: MAX_WAIT_MS,
      })
      if (!answer.ok) return err(toProviderFailure(answer.error))
      let cut = false
      return ok({
        data: toPlain(tool.operation.response, answer.value, tool.maxRows, () => {
          cut = true
        }),
        cut,
      })
    },
  }
}
