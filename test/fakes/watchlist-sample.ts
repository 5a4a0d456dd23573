import { symbol } from '../../shared/domain/ids.js'
import { ok, type Result } from '../../shared/domain/result.js'
import type { Refusal } from '../../shared/domain/instructions/refusal.js'
import type { AssistantPort } from '../../electron/core/instructions/assistant/assistant-port.js'
import { AT } from './assistant-samples.js'

type Record = <T>(name: string, result: Result<T, Refusal>) => Promise<Result<T, Refusal>>

/** The methods of the port for watchlists; the person has one list. */
export const watchlistMethods = (
  record: Record,
): Pick<AssistantPort, 'watchlists' | 'changeWatchlist'> => {
  const list = { id: 'list1', name: 'Tech', symbols: [symbol('MSFT')] }
  return {
    watchlists: () =>
      record(
        'watchlists',
        ok({
          state: 'ready',
          lists: [{ ...list, namedBy: null, state: 'local', theirs: null, problem: null }],
          syncedAt: AT,
          problem: null,
          changes: [],
        }),
      ),
    changeWatchlist: (connectionId, request) =>
      record(
        'changeWatchlist',
        ok({
          list,
          change: {
            connectionId,
            assistant: 'Claude',
            id: 'change1',
            listId: list.id,
            changedAt: AT,
            isCreated: request.kind === 'create',
            renamed: request.kind === 'rename' ? { from: 'Tech', to: request.name } : null,
            added: request.kind === 'add' ? request.symbols : [],
            removed: request.kind === 'remove' ? request.symbols : [],
          },
        }),
      ),
  }
}
