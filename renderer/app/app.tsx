import { useEffect } from 'react'
import { ENVIRONMENT_WORDS } from '../../shared/domain/environment.js'
import { DeskProvider, useSilentSince } from '../stores/context.js'
import type { Desk } from '../stores/desk.js'
import { text } from '../text/en.js'
import { Toasts } from '../ui/toasts.js'
import { ChromeBand } from './chrome/chrome-band.js'
import { Notices } from './chrome/notices.js'
import { StatusBar } from './chrome/status-bar.js'
import { Dock } from './dock/dock.js'
import { listenToKeys } from './key-listener.js'
import { LockScreen } from './lock/lock-screen.js'
import { Overlays } from './overlays/overlays.js'
import { Tour } from './overlays/tour.js'
import { SwitchCover } from './profiles/switch-cover.js'

/** The desk window. */
export function App({ desk }: { readonly desk: Desk }) {
  useEffect(() => listenToKeys(window, desk), [desk])
  useEffect(() => followTitle(desk), [desk])
  return (
    <DeskProvider value={desk}>
      <DeskFrame />
      <Overlays />
      <SwitchCover />
      <LockScreen />
      <Toasts />
    </DeskProvider>
  )
}

/** The bars and the dock. Prices that no longer come are shown dimmed everywhere at once. */
function DeskFrame() {
  const old = useSilentSince('market') !== null
  return (
    <div className="desk" data-quotes={old ? 'old' : 'live'}>
      <ChromeBand />
      <div><Tour /><Notices /></div>
      <main className="dock-place"><Dock /></main>
      <StatusBar />
    </div>
  )
}

/** The environment and the account stand in the window's title too. */
function followTitle(desk: Desk) {
  const write = (): void => {
    const { value } = desk.session.getState()
    const account = value?.accounts.find((each) => each.accountId === value.selectedAccount)
    document.title = [value === null ? null : ENVIRONMENT_WORDS[value.environment], account?.accountNumber, text.app.name].filter((part) => part !== null && part !== undefined).join(' · ')
  }
  write()
  return desk.session.subscribe(write)
}
