import { dequal } from 'dequal'
import type { AccountOverview, Position } from '../../shared/domain/account/account.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { AccountId } from '../../shared/domain/ids.js'
import { bodyOf, type OpenStream } from '../bridge/stream.js'
import { createRowStore, type RowStore } from './row-store.js'

/** Position ids are unique within an account only. */
export const positionKey = ({ accountId, positionId }: Position): string =>
  `${accountId} ${positionId}`

/** The figures of every account. Main reads the unselected ones only while somebody watches. */
export interface AccountOverviewStore {
  readonly accounts: RowStore<AccountId, AccountOverview>
  readonly positions: RowStore<string, Position>
  /** Keeps the figures current until disposed. */
  watch(): Disposer
}

export function createAccountOverviewStore(open: OpenStream): AccountOverviewStore {
  const accounts = createRowStore<AccountId, AccountOverview>(({ accountId }) => accountId, dequal)
  const positions = createRowStore(positionKey, dequal)
  let watchers = 0
  let close: Disposer = () => undefined

  const start = (): Disposer =>
    open([{ kind: 'accounts' }], (frame, topic) => {
      if (frame.kind === 'gap') {
        accounts.setFreshness('stale')
        positions.setFreshness('stale')
      }
      if (topic.kind !== 'accounts' || (frame.kind !== 'snapshot' && frame.kind !== 'delta')) return
      const overviews = bodyOf(frame, topic) ?? []
      accounts.replaceAll(overviews)
      positions.replaceAll(overviews.flatMap((overview) => overview.positions ?? []))
      accounts.setFreshness('live')
      positions.setFreshness('live')
    })

  return {
    accounts,
    positions,
    watch() {
      watchers += 1
      if (watchers === 1) close = start()
      return () => {
        watchers -= 1
        if (watchers > 0) return
        close()
        // Figures of the last time would be old when the view is opened again.
        accounts.clear()
        positions.clear()
      }
    },
  }
}
