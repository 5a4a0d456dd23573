import { Bot } from 'lucide-react'
import type { ListChange } from '../../../shared/domain/reference/list-change.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { formatAge, timeHint } from '../../format/time.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { useNow } from '../../ui/use-now.js'
import type { ChosenList } from './use-watchlists.js'

/** How often the displayed ages are updated. */
const AGE_MS = 15_000

/** What assistants changed in the lists, which the person undoes or keeps. */
export function ListChanges({ lists: { view, edit } }: { readonly lists: ChosenList }) {
  const text = useText().watchlist.changes
  const { changes, lists } = view
  const now = useNow(useMainWindow().now, changes.length === 0 ? null : AGE_MS)
  if (changes.length === 0) return null
  const nameOf = (listId: string): string => lists.find(({ id }) => id === listId)?.name ?? ''
  return (
    <section className="list-changes" aria-label={text.title}>
      <ul aria-live="polite">
        {changes.map((change) => {
          const summary = changeText(text, change, nameOf(change.listId))
          return (
            <li key={change.id} data-testid="list-change">
              <Bot size={14} aria-hidden />
              <span className="list-change-text">
                {summary}{' '}
                <span className="dim" title={timeHint(change.changedAt)}>
                  {text.ago(formatAge(now - change.changedAt))}
                </span>
              </span>
              <span className="list-change-actions">
                <Button
                  size="small"
                  aria-label={`${text.undo}: ${summary}`}
                  onClick={() => void edit({ kind: 'undo', changeId: change.id })}
                >
                  {text.undo}
                </Button>
                <Button
                  size="small"
                  aria-label={`${text.keep}: ${summary}`}
                  onClick={() => void edit({ kind: 'keep', changeId: change.id })}
                >
                  {text.keep}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Writes a change as a sentence: who did what in which list. */
function changeText(
  text: WindowText['watchlist']['changes'],
  { assistant, isCreated, renamed, added, removed }: ListChange,
  list: string,
): string {
  const deeds = [
    ...(isCreated ? [text.created] : []),
    ...(renamed === null ? [] : [text.renamed(renamed.from)]),
    ...(added.length === 0 ? [] : [text.added(added.join(', '))]),
    ...(removed.length === 0 ? [] : [text.removed(removed.join(', '))]),
  ]
  return text.summary(assistant, deeds.join(', '), list)
}
