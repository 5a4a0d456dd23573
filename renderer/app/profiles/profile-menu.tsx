import { Cable, LockKeyhole, SlidersHorizontal } from 'lucide-react'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { AppStateView, ProfileSummary } from '../../../shared/domain/app/app-state.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { connectAccount } from '../connect/guide-progress.js'
import { useText } from '../../language/window-text.js'
import { explain } from '../../ui/hints/hint.js'
import { MenuButton } from '../../ui/menus/menu-button.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { switchProfile } from './switching.js'

/** Shows the environment as a word and a color; pressing it opens the profile menu. */
export function ProfileMenu() {
  const text = useText()
  const mainWindow = useMainWindow()
  const appState = useSlice(mainWindow.appState, (state) => state.value)
  const current = appState?.current ?? null
  if (appState === null || current === null) return null
  const label = text.environments[current.environment]
  return (
    <MenuButton
      className="env"
      data-testid="environment"
      {...explain(`${text.environment[current.environment]} ${text.profiles.choose}`)}
      label={text.profiles.choose}
      groups={() => [
        profileItems(mainWindow, appState.profiles, current.id, text),
        actionItems(mainWindow, appState.lock, text),
      ]}
    >
      {label}
      {![label, ENVIRONMENT_LABELS[current.environment]].includes(current.name) && (
        <span className="env-profile">{current.name}</span>
      )}
    </MenuButton>
  )
}

const profileItems = (
  mainWindow: MainWindow,
  profiles: readonly ProfileSummary[],
  currentId: ProfileSummary['id'],
  text: WindowText,
): MenuGroup =>
  profiles
    .filter(({ institution }) => institution !== true)
    .map((profile) => ({
      id: profile.id,
      label: profile.name,
      checked: profile.id === currentId,
      note: (
        <span className="env-tag" data-environment={profile.environment}>
          {text.environments[profile.environment]}
        </span>
      ),
      run: () => switchProfile(mainWindow, profile),
    }))

/** The items that are not profiles: manage them, lock now. */
const actionItems = (
  mainWindow: MainWindow,
  lock: AppStateView['lock'],
  text: WindowText,
): MenuGroup => [
  {
    id: 'connect',
    label: text.connect.command,
    icon: Cable,
    run: () => connectAccount(mainWindow),
  },
  {
    id: 'profiles',
    label: text.profiles.manage,
    icon: SlidersHorizontal,
    run: () => showOverlay(mainWindow.layout, 'profiles'),
  },
  ...(lock.method === 'none'
    ? []
    : [
        {
          id: 'lock',
          label: text.lock.now,
          icon: LockKeyhole,
          run: () => void mainWindow.invoke('lock.now', {}),
        },
      ]),
]
