import { Copy, Download, Trash2, Upload } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import {
  WORKSPACE_NAME_CHARS,
  type WorkspaceId,
} from '../../../shared/domain/app/workspaces/workspaces.js'
import type { WorkspaceSummary } from '../../../shared/domain/app/workspaces/windows-view.js'
import { describeError } from '../../language/error-message.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { changeDock } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast, toastError, type ToastAction } from '../../stores/toasts.js'
import { Button, IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, TextInput } from '../../ui/field.js'
import { notifyUnknownPanels } from '../workspace/switch-workspace.js'
import { readWorkspace } from '../workspace/workspace-schema.js'
import './workspaces.css'

/** Lists the saved workspaces: open, rename, duplicate, delete, export, import, save as. */
export function Workspaces() {
  const text = usePanelText().workspaces
  const mainWindow = useMainWindow()
  const close = useClose()
  const view = useSlice(mainWindow.windows, ({ value }) => value)
  const current = useSlice(mainWindow.workspace, ({ id }) => id)
  return (
    <Dialog
      title={text.title}
      onClose={close}
      wide
      foot={
        <Button icon={Upload} onClick={() => void importWorkspace(mainWindow)}>
          {text.import}
        </Button>
      }
    >
      {view === null ? (
        <p role="status">{text.loading}</p>
      ) : (
        <ul className="workspaces" aria-label={text.title}>
          {view.workspaces.map((workspace) => (
            <Row
              key={workspace.id}
              workspace={workspace}
              isCurrent={workspace.id === current}
              onOpen={() => {
                close()
                changeDock(mainWindow.layout, { kind: 'workspace', id: workspace.id })
              }}
            />
          ))}
        </ul>
      )}
      <SaveAs onSaved={close} />
    </Dialog>
  )
}

interface RowProps {
  readonly workspace: WorkspaceSummary
  readonly isCurrent: boolean
  readonly onOpen: () => void
}

function Row({ workspace: { id, name }, isCurrent, onOpen }: RowProps) {
  const text = usePanelText().workspaces
  const mainWindow = useMainWindow()
  return (
    <li className="workspaces-row" aria-current={isCurrent}>
      <Name id={id} name={name} />
      {isCurrent ? (
        <span className="badge">{text.current}</span>
      ) : (
        <Button size="small" aria-label={text.openNamed(name)} onClick={onOpen}>
          {text.open}
        </Button>
      )}
      <IconButton
        icon={Copy}
        size="small"
        label={text.duplicateNamed(name)}
        onClick={() => void report(mainWindow, mainWindow.invoke('workspaces.duplicate', { id }))}
      />
      <IconButton
        icon={Download}
        size="small"
        label={text.exportNamed(name)}
        onClick={() => void exportWorkspace(mainWindow, id)}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={text.removeNamed(name)}
        disabled={isCurrent}
        onClick={() => void removeWorkspace(mainWindow, id, name)}
      />
    </li>
  )
}

/** The name as a field: Enter or leaving it renames, Escape restores it. */
function Name({ id, name }: WorkspaceSummary) {
  const text = usePanelText().workspaces
  const mainWindow = useMainWindow()
  const [typed, setTyped] = useState<string | null>(null)
  const rename = async (): Promise<void> => {
    const wanted = typed?.trim() ?? ''
    if (wanted !== '' && wanted !== name) {
      await report(mainWindow, mainWindow.invoke('workspaces.rename', { id, name: wanted }))
    }
    setTyped(null)
  }
  return (
    <TextInput
      aria-label={text.nameOf(name)}
      maxLength={WORKSPACE_NAME_CHARS}
      value={typed ?? name}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void rename()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape' || typed === null) return
        event.stopPropagation()
        setTyped(null)
      }}
    />
  )
}

function SaveAs({ onSaved }: { readonly onSaved: () => void }) {
  const text = usePanelText().workspaces
  const { layout } = useMainWindow()
  const [name, setName] = useState('')
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') return
    onSaved()
    changeDock(layout, { kind: 'save-as', name: name.trim() })
  }
  return (
    <form className="workspaces-save" onSubmit={save}>
      <Field label={text.saveAs} hint={text.saveAsHint}>
        {(wiring) => (
          <TextInput
            {...wiring}
            maxLength={WORKSPACE_NAME_CHARS}
            placeholder={text.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        {text.save}
      </Button>
    </form>
  )
}

type Answered = Awaited<ReturnType<MainWindow['invoke']>>

/** Shows why a change was refused; returns whether it was made. */
async function report({ toasts }: MainWindow, answer: Promise<Answered>): Promise<boolean> {
  const reply = await answer
  if (!reply.ok) toastError(toasts, reply.error, describeError)
  return reply.ok
}

async function removeWorkspace(
  mainWindow: MainWindow,
  id: WorkspaceId,
  name: string,
): Promise<void> {
  const { invoke, toasts } = mainWindow
  if (!(await report(mainWindow, invoke('workspaces.remove', { id })))) return
  toast(
    toasts,
    'info',
    inPanelText((text) => text.workspaces.removed(name)),
    {
      action: {
        label: inPanelText((text) => text.workspaces.restore),
        run: () => void report(mainWindow, invoke('workspaces.restore', { id })),
      },
    },
  )
}

async function exportWorkspace({ invoke, toasts }: MainWindow, id: WorkspaceId): Promise<void> {
  const reply = await invoke('workspaces.export', { id })
  if (!reply.ok) toastError(toasts, reply.error, describeError)
  else if (reply.value.saved) {
    toast(
      toasts,
      'good',
      inPanelText((text) => text.workspaces.exported),
    )
  }
}

/** Imports a file; says which of its panels this version does not have. */
async function importWorkspace({ invoke, toasts, layout: dock }: MainWindow): Promise<void> {
  const reply = await invoke('workspaces.import', {})
  if (!reply.ok) {
    toastError(toasts, reply.error, describeError)
    return
  }
  if (reply.value === null) return
  const { id, layout } = reply.value
  const open: ToastAction = {
    label: inPanelText((text) => text.workspaces.open),
    run: () => changeDock(dock, { kind: 'workspace', id }),
  }
  if (layout !== null && readWorkspace(layout) === null) {
    toast(
      toasts,
      'warn',
      inPanelText((text) => text.workspaces.unreadableLayout),
      { action: open },
    )
    return
  }
  toast(
    toasts,
    'good',
    inPanelText((text) => text.workspaces.imported),
    { action: open },
  )
  notifyUnknownPanels({ toasts }, layout)
}
