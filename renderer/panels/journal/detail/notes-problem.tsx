import type { NotesPhase } from '../../../../shared/domain/account/journal-notes.js'
import { usePanelText } from '../../../language/panel-text.js'

/** Why notes that the person wrote are not shown; nothing while all of them are. */
export function NotesProblem({ phase }: { readonly phase: NotesPhase }) {
  const text = usePanelText().journal.notes
  if (phase === 'ready') return null
  return (
    <p className="journal-notes-problem" role="alert">
      {phase === 'set-aside' ? text.setAside : text.unreadable}
    </p>
  )
}
