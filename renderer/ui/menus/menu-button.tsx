import { useId, useRef, useState, type ButtonHTMLAttributes } from 'react'
import { LateMenu } from './late-menu.js'
import type { MenuGroup } from './menu-groups.js'

export interface MenuButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'title'> {
  /** The name of the menu. */
  readonly label: string
  /** Returns the entries when the menu opens. */
  readonly groups: () => readonly MenuGroup[]
}

/** Below the button: the distance of the menu in px. */
const GAP_PX = 4

/** A button that opens a menu under it, by a press and with the arrow down. */
export function MenuButton({ label, groups, ...buttonProps }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const place = (): DOMRect => {
    const rect = button.current?.getBoundingClientRect() ?? new DOMRect()
    return new DOMRect(rect.x, rect.y, rect.width, rect.height + GAP_PX)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        {...buttonProps}
      />
      {isOpen && (
        <LateMenu
          id={id}
          label={label}
          placeOf={place}
          groups={groups()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
