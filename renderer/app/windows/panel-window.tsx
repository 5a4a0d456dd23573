import { OctagonX, PanelLeftClose } from 'lucide-react'
import type { PanelWindowId } from '../../../shared/domain/app/workspaces/workspaces.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { IconButton } from '../../ui/button.js'
import { Empty } from '../../ui/states.js'
import { HiddenAmounts } from '../chrome/hidden-amounts.js'
import { AccountSelect } from '../chrome/account-select.js'
import { Dock } from '../dock/dock.js'
import { explainByTab } from '../../ui/hints/hint.js'

/** A window beside the main window: the environment, the account, and docked panels. */
export function PanelWindow({ id }: { readonly id: PanelWindowId }) {
  const { workspace } = useMainWindow()
  const isKnown = useSlice(workspace, ({ layout, panels }) => layout !== null || panels.length > 0)
  return (
    <>
      <PanelBand id={id} />
      <main className="dock-place">{isKnown ? <Dock safeMode={false} /> : <Gone />}</main>
    </>
  )
}

/** The bar of a window with panels: the environment as a word and a color, halt, account. */
function PanelBand({ id }: { readonly id: PanelWindowId }) {
  const text = useText()
  const { appState, session, invoke } = useMainWindow()
  const environment = useSlice(appState, ({ value }) => value?.current?.environment ?? null)
  const profile = useSlice(appState, ({ value }) => value?.current?.name ?? null)
  const halted = useSlice(session, ({ value }) => value?.trading === 'halted')
  const label = environment === null ? null : text.environments[environment]
  return (
    <header
      className="chrome panel-band"
      data-region="chrome"
      tabIndex={-1}
      aria-label={text.workspaces.windowLabel}
      data-environment={environment}
      data-halted={halted}
    >
      <div className="chrome-left">
        {environment !== null && (
          <span
            className="env"
            data-testid="environment"
            {...explainByTab(text.environment[environment])}
          >
            {label}
            {profile !== null && profile !== label && (
              <span className="env-profile">{profile}</span>
            )}
          </span>
        )}
        {halted && (
          <span className="halted-word" {...explainByTab(text.halt.explained)}>
            <OctagonX size={13} aria-hidden />
            {text.halt.word}
          </span>
        )}
      </div>
      <div className="chrome-right">
        <HiddenAmounts />
        <AccountSelect />
        <IconButton
          icon={PanelLeftClose}
          label={text.workspaces.returnPanels}
          hint={text.workspaces.returnHint}
          onClick={() => void invoke('windows.close', { id, panels: 'to-main-window' })}
        />
      </div>
    </header>
  )
}

/** Shown when the workspace does not have this window any more. */
function Gone() {
  return <Empty title={useText().workspaces.windowGone} />
}
