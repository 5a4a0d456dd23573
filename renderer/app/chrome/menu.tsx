import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import type { AppCommand } from '../commands/commands.js'
import { Keys } from '../commands/key-caps.js'

/**
 * A menu of commands under a button, after the ARIA menu-button pattern: arrows move, Escape closes
 * and returns the focus.
 */
export function Menu({
  label,
  groups,
}: {
  readonly label: string
  readonly groups: readonly (readonly AppCommand[])[]
}) {
  const mainWindow = useMainWindow()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const items = (): readonly HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ]

  useLayoutEffect(() => {
    if (!open) return undefined
    items()[0]?.focus()
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) {
        setOpen(false)
      }
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const close = (): void => {
    setOpen(false)
    box.current?.querySelector<HTMLElement>('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return setOpen(true)
    }
    const all = items()
    const focusedIndex = all.findIndex((item) => item === document.activeElement)
    const to = {
      ArrowDown: focusedIndex + 1,
      ArrowUp: focusedIndex - 1 + all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      all[to % all.length]?.focus()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }
  return (
    <div ref={box} className="anchor" onKeyDown={onKeyDown}>
      <Button
        variant="quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <div id={id} className="menu" role="menu" aria-label={label}>
          {groups.map((group, index) => (
            <div key={group[0]?.id ?? index} role="group">
              {index > 0 && <div className="menu-rule" role="separator" />}
              {group
                .filter((command) => command.isAvailable?.(mainWindow) ?? true)
                .map((command) => (
                  <button
                    key={command.id}
                    type="button"
                    role="menuitem"
                    tabIndex={-1}
                    className="menu-item"
                    onClick={() => {
                      close()
                      command.run(mainWindow)
                    }}
                  >
                    <command.icon size={13} aria-hidden />
                    <span>{command.title}</span>
                    {command.chord !== null && <Keys chord={command.chord} />}
                  </button>
                ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
