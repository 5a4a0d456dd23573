import { useLayoutEffect, type ReactNode } from 'react'
import { ENVIRONMENT_WORDS } from '../../shared/domain/environment.js'
import { DeskProvider, useLocked, useSilentSince } from '../stores/context.js'
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
  // Before the first paint: whoever sees the desk can press a key.
  useLayoutEffect(() => listenToKeys(window, desk), [desk])
  useLayoutEffect(() => followTitle(desk), [desk])
  return (
    <DeskProvider value={desk}>
      <Behind>
        <DeskFrame />
        <Overlays />
        <SwitchCover />
        <Toasts />
      </Behind>
      <LockScreen />
    </DeskProvider>
  )
}

/**
 * What the lock covers. Nothing of it takes the focus from the passphrase, whatever comes up there
 * meanwhile.
 */
function Behind({ children }: { readonly children: ReactNode }) {
  return (
    <div className="behind" inert={useLocked()}>
      {children}
    </div>
  )
}

/** The bars and the dock. Prices that no longer come are shown dimmed everywhere at once. */
function DeskFrame() {
  const old = useSilentSince('market') !== null
  return (
    <div className="desk" data-quotes={old ? 'old' : 'live'}>
      <ChromeBand />
      <div>
        <Tour />
        <Notices />
      </div>
      <main className="dock-place">
        <Dock />
      </main>
      <StatusBar />
    </div>
  )
}

/** The environment and the account stand in the window's title too. */
function followTitle(desk: Desk) {
  const write = (): void => {
    const { value } = desk.session.getState()
    const account = value?.accounts.find((each) => each.accountId === value.selectedAccount)
    document.title = [
      value === null ? null : ENVIRONMENT_WORDS[value.environment],
      account?.accountNumber,
      text.app.name,
    ]
      .filter((part) => part !== null && part !== undefined)
      .join(' · ')
  }
  write()
  return desk.session.subscribe(write)
}
