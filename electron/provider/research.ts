import { err, ok } from '../../shared/domain/result.js'
import { toPlain } from '../../shared/wire/plain.js'
import { RESEARCH_TOOLS, researchRequest } from '../../shared/wire/research.js'
import { providerFailure } from '../core/failure.js'
import type { ResearchPort } from '../core/market/research-port.js'
import type { Caller } from './call.js'
import { toProviderFailure } from './outcomes.js'

/** An assistant's client gives up after a minute. */
const MOST_WAIT_MS = 20_000

/**
 * Asks what a table says, and nothing else: the names are closed, and every operation behind them
 * only reads.
 */
export function createResearch(caller: Caller): ResearchPort {
  return {
    async ask(what, params) {
      const tool = RESEARCH_TOOLS[what]
      const request = tool.operation.request.safeParse(researchRequest(tool, params))
      if (!request.success) {
        return err(
          providerFailure(
            'refused',
            request.error.issues
              .map(({ path, message }) => `${path.join('.')}: ${message}`)
              .join('; '),
          ),
        )
      }
      const answer = await caller.call(tool.operation, request.data, {
        priority: 'background',
        maxWaitMs: MOST_WAIT_MS,
      })
      if (!answer.ok) return err(toProviderFailure(answer.error))
      let cut = false
      return ok({
        data: toPlain(tool.operation.response, answer.value, tool.most, () => {
          cut = true
        }),
        cut,
      })
    },
  }
}
