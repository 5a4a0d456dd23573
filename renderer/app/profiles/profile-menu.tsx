import { Check, LockKeyhole, SlidersHorizontal } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { ProfileSummary } from '../../../shared/domain/app/app-state.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { text } from '../../text/en.js'
import { switchProfile } from './switching.js'

const NONE: readonly ProfileSummary[] = []

/** Shows the environment as a word and a color; pressing it opens the profile menu. */
export function ProfileMenu() {
  const mainWindow = useMainWindow()
  const appState = useSlice(mainWindow.appState, (state) => state.value)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (!open) return undefined
    box.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        setOpen(false)
      }
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const current = appState?.current ?? null
  if (current === null) return null
  const close = (): void => {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const focusedIndex = items.findIndex((item) => item === document.activeElement)
    const to = {
      ArrowDown: focusedIndex + 1,
      ArrowUp: focusedIndex - 1 + items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      items[to % items.length]?.focus()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }
  const profiles = appState?.profiles ?? NONE
  return (
    <div ref={box} className="anchor" onKeyDown={onKeyDown}>
      <button
        type="button"
        className="env"
        data-testid="environment"
        title={`${text.environment[current.environment]} ${text.profiles.choose}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {ENVIRONMENT_LABELS[current.environment]}
        {current.name !== ENVIRONMENT_LABELS[current.environment] && (
          <span className="env-profile">{current.name}</span>
        )}
      </button>
      {open && (
        <div id={id} className="menu" role="menu" aria-label={text.profiles.choose}>
          {profiles.map((profile) => (
            <button
              key={profile.id}
              type="button"
              role="menuitemradio"
              aria-checked={profile.id === current.id}
              tabIndex={-1}
              className="menu-item"
              data-environment={profile.environment}
              onClick={() => {
                close()
                switchProfile(mainWindow, profile)
              }}
            >
              {profile.id === current.id ? (
                <Check size={13} aria-hidden />
              ) : (
                <span className="menu-blank" />
              )}
              <span>{profile.name}</span>
              <span className="env-tag">{ENVIRONMENT_LABELS[profile.environment]}</span>
            </button>
          ))}
          <div className="menu-rule" role="separator" />
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="menu-item"
            onClick={() => {
              close()
              showOverlay(mainWindow.layout, 'profiles')
            }}
          >
            <SlidersHorizontal size={13} aria-hidden />
            <span>{text.profiles.manage}</span>
          </button>
          {appState?.lock.method !== 'none' && (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              onClick={() => {
                close()
                void mainWindow.invoke('lock.now', {})
              }}
            >
              <LockKeyhole size={13} aria-hidden />
              <span>{text.lock.now}</span>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
