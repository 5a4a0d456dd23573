import { Check, LockKeyhole, SlidersHorizontal, type LucideIcon } from 'lucide-react'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { AppStateView, ProfileSummary } from '../../../shared/domain/app/app-state.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { useMenu } from '../../ui/menus/use-menu.js'
import { switchProfile } from './switching.js'
import { explain } from '../../ui/hints/hint.js'

/** Shows the environment as a word and a color; pressing it opens the profile menu. */
export function ProfileMenu() {
  const text = useText()
  const appState = useSlice(useMainWindow().appState, (state) => state.value)
  const menu = useMenu()
  const current = appState?.current ?? null
  if (appState === null || current === null) return null
  const label = text.environments[current.environment]
  return (
    <div ref={menu.box} className="anchor" onKeyDown={menu.onKeyDown}>
      <button
        type="button"
        className="env"
        data-testid="environment"
        {...explain(`${text.environment[current.environment]} ${text.profiles.choose}`)}
        aria-haspopup="menu"
        aria-expanded={menu.open}
        aria-controls={menu.open ? menu.id : undefined}
        onClick={menu.toggle}
      >
        {label}
        {![label, ENVIRONMENT_LABELS[current.environment]].includes(current.name) && (
          <span className="env-profile">{current.name}</span>
        )}
      </button>
      {menu.open && (
        <div id={menu.id} className="menu" role="menu" aria-label={text.profiles.choose}>
          <ProfileItems
            profiles={appState.profiles.filter(({ institution }) => institution !== true)}
            currentId={current.id}
            onChosen={menu.close}
          />
          <div className="menu-rule" role="separator" />
          <ActionItems lock={appState.lock} onChosen={menu.close} />
        </div>
      )}
    </div>
  )
}

function ProfileItems({
  profiles,
  currentId,
  onChosen,
}: {
  readonly profiles: readonly ProfileSummary[]
  readonly currentId: ProfileSummary['id']
  readonly onChosen: () => void
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  return profiles.map((profile) => (
    <button
      key={profile.id}
      type="button"
      role="menuitemradio"
      aria-checked={profile.id === currentId}
      tabIndex={-1}
      className="menu-item"
      data-environment={profile.environment}
      onClick={() => {
        onChosen()
        switchProfile(mainWindow, profile)
      }}
    >
      {profile.id === currentId ? <Check size={13} aria-hidden /> : <span className="menu-blank" />}
      <span>{profile.name}</span>
      <span className="env-tag">{text.environments[profile.environment]}</span>
    </button>
  ))
}

/** The items that are not profiles: manage them, lock now. */
function ActionItems({
  lock,
  onChosen,
}: {
  readonly lock: AppStateView['lock']
  readonly onChosen: () => void
}) {
  const text = useText()
  const { layout, invoke } = useMainWindow()
  return (
    <>
      <ActionItem
        icon={SlidersHorizontal}
        label={text.profiles.manage}
        onPress={() => {
          onChosen()
          showOverlay(layout, 'profiles')
        }}
      />
      {lock.method !== 'none' && (
        <ActionItem
          icon={LockKeyhole}
          label={text.lock.now}
          onPress={() => {
            onChosen()
            void invoke('lock.now', {})
          }}
        />
      )}
    </>
  )
}

function ActionItem({
  icon: Icon,
  label,
  onPress,
}: {
  readonly icon: LucideIcon
  readonly label: string
  readonly onPress: () => void
}) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className="menu-item" onClick={onPress}>
      <Icon size={13} aria-hidden />
      <span>{label}</span>
    </button>
  )
}
