import { useCallback, useEffect, useState } from 'react'
import { MAX_WATCHED } from '../../../shared/domain/app/preference-values.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { WatchlistEdit } from '../../../shared/domain/reference/watchlist-book.schema.js'
import type {
  WatchlistsView,
  WatchlistView,
} from '../../../shared/domain/reference/watchlist-book.js'
import type { InputOf } from '../../bridge/client.js'
import { bodyOf } from '../../bridge/stream.js'
import { useMainWindow, useSetting, useSlice } from '../../stores/context.js'
import { setPreferences, watchlistOf } from '../../stores/preferences.js'
import { toast, toastError } from '../../stores/toasts.js'
import { describeError } from '../../language/error-message.js'

/** The list in the preferences, which is always there. */
export const MINE = 'mine'

const NONE: WatchlistsView = {
  state: 'loading',
  lists: [],
  syncedAt: null,
  problem: null,
  changes: [],
}

/** The list that the panel shows, the others, and their changes. */
export interface ChosenList {
  readonly view: WatchlistsView
  /** Null for the list in the preferences. */
  readonly chosen: WatchlistView | null
  readonly symbols: readonly Symbol[]
  readonly choose: (id: string) => void
  /** Replaces the symbols of the chosen list. */
  readonly save: (symbols: readonly Symbol[]) => void
  /** Changes the lists; false when it was refused, which is shown. */
  readonly edit: (edit: WatchlistEdit) => Promise<WatchlistsView | null>
}

export function useWatchlists(): ChosenList {
  const { preferences, invoke, toasts } = useMainWindow()
  const [view, setView] = useListsView()
  const ids = [MINE, ...view.lists.map(({ id }) => id)]
  const [id, choose] = useSetting<string>('watchlist.list', ids, MINE)
  const ownSymbols = useSlice(preferences, watchlistOf)
  const chosen = view.lists.find((list) => list.id === id) ?? null
  const edit = useCallback(
    async (change: WatchlistEdit): Promise<WatchlistsView | null> => {
      const reply = await invoke('watchlists.edit', {
        edit: change as InputOf<'watchlists.edit'>['edit'],
      })
      if (!reply.ok) {
        toastError(toasts, reply.error, describeError)
        return null
      }
      setView(reply.value)
      return reply.value
    },
    [invoke, toasts, setView],
  )
  const save = (symbols: readonly Symbol[]): void => {
    if (chosen !== null) {
      // The change shows at once; main's answer follows.
      setView({
        ...view,
        lists: view.lists.map((list) => (list === chosen ? { ...list, symbols } : list)),
      })
      return void edit({ kind: 'symbols', id: chosen.id, symbols })
    }
    if (symbols.length > MAX_WATCHED) {
      return void toast(toasts, 'warn', ({ watchlist }) => watchlist.full)
    }
    void setPreferences(preferences, invoke, { watchlist: [...symbols] })
  }
  return { view, chosen, symbols: chosen?.symbols ?? ownSymbols, choose, save, edit }
}

/** Streams the person's lists while the panel is open. */
function useListsView() {
  const { openStream } = useMainWindow()
  const [view, setView] = useState<WatchlistsView>(NONE)
  useEffect(
    () =>
      openStream([{ kind: 'watchlists' }], (frame, topic) => {
        if (topic.kind !== 'watchlists') return
        if (frame.kind === 'gap') return
        setView(bodyOf(frame, topic) ?? NONE)
      }),
    [openStream],
  )
  return [view, setView] as const
}
