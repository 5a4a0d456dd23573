import type { WatchlistView } from '../../../shared/domain/reference/watchlist-book.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import type { ChosenList } from './use-watchlists.js'

/** Both copies of a list that was changed on both sides; nothing is sent until one is chosen. */
export function ListConflict({
  list,
  edit,
}: {
  readonly list: WatchlistView
  readonly edit: ChosenList['edit']
}) {
  const text = useText().watchlist.lists
  const { id, symbols, theirs } = list
  const written = (all: readonly string[]): string =>
    all.length === 0 ? text.noSymbols : all.join(', ')
  const resolve = (side: 'mine' | 'theirs'): void => void edit({ kind: 'resolve', id, side })
  return (
    <section className="list-conflict" aria-label={text.states.conflict}>
      <strong>{theirs === null ? text.deletedTitle : text.conflictTitle}</strong>
      <p>{text.mineIs(written(symbols))}</p>
      {theirs !== null && <p>{text.theirsIs(theirs.name, written(theirs.symbols))}</p>}
      <div className="list-conflict-actions">
        <Button size="small" onClick={() => resolve('mine')}>
          {theirs === null ? text.keepAnyway : text.keepMine}
        </Button>
        <Button size="small" onClick={() => resolve('theirs')}>
          {theirs === null ? text.keepDeleted : text.keepTheirs}
        </Button>
      </div>
    </section>
  )
}
