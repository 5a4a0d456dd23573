import './instructions.css'
import { OctagonX } from 'lucide-react'
import { useAllRows, useMainWindow, useSetting, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import { Skeleton } from '../../ui/states.js'
import { Assistants } from './connections/assistants.js'
import { AuditView } from './audit/audit-view.js'
import { History } from './inbox/history.js'
import { Inbox } from './inbox/inbox.js'
const VIEWS = ['inbox', 'history', 'assistants', 'audit'] as const

/**
 * The requests of assistants and their outcomes, the connections, and the audit log. Decisions are
 * made in the confirm window only.
 */
export function InstructionsPanel() {
  const messages = usePanelText().instructions
  const { instructions, assistants, layout } = useMainWindow()
  const rows = useAllRows(instructions, 250)
  const view = useSlice(assistants, (state) => state.value)
  const [tab, setTab] = useSetting('instructions.view', VIEWS, 'inbox')
  if (view === null) return <Skeleton />
  const pending = rows.filter((row) => row.status === 'PENDING')
  const label = (value: (typeof VIEWS)[number]): string =>
    value === 'inbox' && pending.length > 0
      ? `${messages.views.inbox} (${pending.length})`
      : messages.views[value]
  const scrolls = tab === 'inbox' || tab === 'history'
  return (
    <div className="panel instructions-panel">
      <div className="panel-bar instructions-bar">
        <Segments
          label={messages.viewsLabel}
          value={tab}
          onValue={setTab}
          options={VIEWS.map((value) => ({ value, label: label(value) }))}
        />
        <span className="spring" />
        {view.halted && <span className="bad">{messages.assistantsHalted}</span>}
        <Button
          size="small"
          variant="quiet"
          icon={OctagonX}
          hint={messages.kill.command}
          onClick={() => showOverlay(layout, 'kill')}
        >
          <span className="bar-label">{messages.kill.command}</span>
        </Button>
      </div>
      <div className={`panel-body instructions-body ${scrolls ? 'grid-scroll' : ''}`}>
        {tab === 'inbox' && (
          <Inbox pending={pending} view={view} onPair={() => setTab('assistants')} />
        )}
        {tab === 'history' && <History rows={rows} waiting={view.waiting} />}
        {tab === 'assistants' && <Assistants view={view} />}
        {tab === 'audit' && <AuditView view={view} />}
      </div>
    </div>
  )
}
