import { ownMessage } from '../../format/own-message.js'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import type {
  AssistantChange,
  ChangeDecision,
  WatchlistChange,
} from '../../../shared/domain/instructions/window-change.js'
import { windowChangeLine } from '../../../shared/messages/window-change-line.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { formatAge, timeHint } from '../../format/time.js'
import { describeError } from '../../language/error-message.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toastError } from '../../stores/toasts.js'
import { Button } from '../../ui/button.js'
import { useNow } from '../../ui/use-now.js'
import { fillTicket, showSymbol, withdrawFill } from './page-requests.js'
import { returnTo, shownChart } from './shown-chart.js'
import './assistant-changes.css'
import { explain } from '../../ui/hints/hint.js'

/** How often the displayed ages are updated. */
const AGE_MS = 15_000
const NONE: readonly AssistantChange[] = []

/**
 * What assistants changed in the window, which the person undoes, keeps or accepts. The newest
 * change is shown; the others after a press.
 */
export function AssistantChanges() {
  const { assistantChanges } = useMainWindow()
  const changes = useSlice(assistantChanges, (state) => state.value?.changes ?? NONE)
  return changes.length === 0 ? null : <ChangeList changes={changes} />
}

function ChangeList({ changes }: { readonly changes: readonly AssistantChange[] }) {
  const text = useText().assistantChanges
  const [isOpen, setOpen] = useState(false)
  const now = useNow(useMainWindow().now, AGE_MS)
  const newestFirst = changes.toReversed()
  const shown = isOpen ? newestFirst : newestFirst.slice(0, 1)
  const more = changes.length - 1
  return (
    <section className="assistant-changes" aria-label={text.title}>
      <ul aria-live="polite">
        {shown.map((entry) => (
          <ChangeRow key={entry.id} entry={entry} now={now} />
        ))}
      </ul>
      {more > 0 && (
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.less : text.more(more)}
        </Button>
      )}
    </section>
  )
}

function ChangeRow({ entry, now }: { readonly entry: AssistantChange; readonly now: number }) {
  const text = useText().assistantChanges
  const mainWindow = useMainWindow()
  const typed = useSlice(mainWindow.ticketEntries, (state) => state.typed)
  const { change, changedAt, isOffered } = entry
  const summary =
    change.kind === 'watchlist'
      ? watchlistLine(text, entry.assistant, change)
      : ownMessage(windowChangeLine({ ...entry, change }))
  const acceptLabel =
    change.kind !== 'ticket' ? text.show : typed.has(change.fill.symbol) ? text.replace : text.fill
  const choices: readonly (readonly [ChangeDecision, string])[] = isOffered
    ? [
        ['accept', acceptLabel],
        ['undo', text.dismiss],
      ]
    : [
        ['undo', text.undo],
        ['keep', text.keep],
      ]
  return (
    <li data-testid="assistant-change">
      <Bot size={14} aria-hidden />
      <span className="assistant-change-text">
        {summary}{' '}
        <span className="dim" {...explain(timeHint(changedAt))}>
          {text.ago(formatAge(now - changedAt))}
        </span>
      </span>
      <span className="assistant-change-actions">
        {choices.map(([decision, label]) => (
          <Button
            key={decision}
            size="small"
            aria-label={`${label}: ${summary}`}
            onClick={() => void decide(mainWindow, entry, decision)}
          >
            {label}
          </Button>
        ))}
      </span>
    </li>
  )
}

/** Sends a decision, and does what of it happens in this page. */
async function decide(
  mainWindow: MainWindow,
  { id, assistant, change, isOffered }: AssistantChange,
  decision: ChangeDecision,
): Promise<void> {
  const shown = decision === 'accept' ? shownChart(mainWindow) : null
  const reply = await mainWindow.invoke('assistant-changes.decide', { id, decision, shown })
  if (!reply.ok) {
    toastError(mainWindow.toasts, reply.error, describeError)
    return
  }
  if (decision === 'accept' && change.kind === 'symbol' && change.after.symbol !== null) {
    showSymbol(mainWindow, change.after.symbol, null)
  }
  if (decision === 'accept' && change.kind === 'ticket') {
    fillTicket(mainWindow, id, assistant, change.fill)
  }
  if (decision !== 'undo' || isOffered) return
  if (change.kind === 'symbol') returnTo(mainWindow, change.before, change.after)
  if (change.kind === 'ticket') {
    withdrawFill(mainWindow, id, change.fill)
    const { timespan } = shownChart(mainWindow)
    returnTo(mainWindow, change.before, { symbol: change.fill.symbol, timespan })
  }
}

/** Writes a change of a watchlist as a sentence: who did what in which list. */
function watchlistLine(
  text: WindowText['assistantChanges'],
  assistant: string,
  { list, isCreated, renamed, added, removed }: WatchlistChange,
): string {
  const deeds = [
    ...(isCreated ? [text.created] : []),
    ...(renamed === null ? [] : [text.renamed(renamed.from)]),
    ...(added.length === 0 ? [] : [text.added(added.join(', '))]),
    ...(removed.length === 0 ? [] : [text.removed(removed.join(', '))]),
  ]
  return text.watchlist(assistant, deeds.join(', '), list)
}
