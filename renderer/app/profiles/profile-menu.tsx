import { Check, LockKeyhole, SlidersHorizontal } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ENVIRONMENT_WORDS } from '../../../shared/domain/environment.js'
import type { ProfileSummary } from '../../../shared/ipc/profiles.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { text } from '../../text/en.js'
import { switchTo } from './switching.js'

const NONE: readonly ProfileSummary[] = []

/** The environment in word and colour; pressed, it is where profiles are changed. */
export function ProfileMenu() {
  const desk = useDesk()
  const above = useSlice(desk.above, (state) => state.value)
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
  const current = above?.current ?? null
  if (current === null) return null
  const close = (): void => {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + items.length,
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
  const profiles = above?.profiles ?? NONE
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
        {ENVIRONMENT_WORDS[current.environment]}
        {current.name !== ENVIRONMENT_WORDS[current.environment] && (
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
                switchTo(desk, profile)
              }}
            >
              {profile.id === current.id ? (
                <Check size={13} aria-hidden />
              ) : (
                <span className="menu-blank" />
              )}
              <span>{profile.name}</span>
              <span className="env-tag">{ENVIRONMENT_WORDS[profile.environment]}</span>
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
              showOverlay(desk.layout, 'profiles')
            }}
          >
            <SlidersHorizontal size={13} aria-hidden />
            <span>{text.profiles.manage}</span>
          </button>
          {above?.lock.method !== 'none' && (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              onClick={() => {
                close()
                void desk.invoke('lock.now', {})
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
