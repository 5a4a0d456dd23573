import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'

export interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onValue: (value: T) => void
}

/** One choice of a few, side by side. A radio group: one tab stop, arrow keys move the choice. */
export function Segments<T extends string>({ label, value, options, onValue }: SegmentsProps<T>) {
  const group = useRef<HTMLDivElement>(null)
  // A row that is too narrow scrolls; bring the selected choice into view.
  useLayoutEffect(() => {
    const row = group.current
    if (row === null) return undefined
    const scrollToChosen = (): void => {
      const chosen = row.querySelector<HTMLElement>('[aria-checked="true"]')
      if (chosen === null || row.scrollWidth <= row.clientWidth) return
      const [place, own] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()]
      row.scrollLeft += Math.min(0, own.left - place.left) + Math.max(0, own.right - place.right)
    }
    // Calls once before the next paint as well: measuring here would lay the whole page out early.
    const observer = new ResizeObserver(scrollToChosen)
    observer.observe(row)
    return () => observer.disconnect()
  }, [value])
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const index = options.findIndex((option) => option.value === value)
    const next = options[(index + by + options.length) % options.length]
    if (next === undefined) return
    onValue(next.value)
    group.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <div
      ref={group}
      className="segments"
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          className="segment"
          data-value={option.value}
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onValue(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
