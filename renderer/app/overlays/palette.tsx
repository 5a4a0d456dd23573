import { CandlestickChart } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { remember } from '../../stores/view-state.js'
import { text } from '../../text/en.js'
import { Dialog } from '../../ui/dialog.js'
import { useInstrumentSearch } from '../../ui/symbol-search.js'
import { availableCommands } from '../commands/commands.js'
import { Keys } from '../commands/key-caps.js'
import { groupsOf, type PaletteItem } from './palette-items.js'

const SYMBOLS = 8

/** The command palette (Ctrl K): symbols, panels and commands by name, recent ones first. */
export function Palette() {
  const mainWindow = useMainWindow()
  const recent = useSlice(mainWindow.view, (state) => state.recent)
  const [query, setQuery] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const found = useInstrumentSearch(query, SYMBOLS)
  const groups = groupsOf(query, found ?? [], recent, availableCommands(mainWindow))
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(selectedIndex, Math.max(0, items.length - 1))

  const close = useClose()
  const run = (item: PaletteItem | undefined): void => {
    if (item === undefined) return
    close()
    remember(mainWindow.view, item.id)
    item.run(mainWindow)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && items.length > 0) {
      event.preventDefault()
      const next = (active + by + items.length) % items.length
      setSelectedIndex(next)
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      // Otherwise the same key press would reach the control that the command focuses.
      event.preventDefault()
      run(items[active])
    }
  }
  return (
    <div className="palette">
      <Dialog title={text.palette.title} onClose={close} head={false} wide>
        <input
          data-autofocus
          className="palette-input"
          role="combobox"
          aria-label={text.palette.title}
          placeholder={text.palette.placeholder}
          aria-expanded
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={items.length > 0 ? `palette-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setSelectedIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          id="palette-list"
          className="palette-list"
          role="listbox"
          aria-label={text.palette.title}
        >
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <div className="palette-group" aria-hidden>
                {group.title}
              </div>
              {group.items.map((item) => {
                const index = items.indexOf(item)
                const Icon = item.icon ?? CandlestickChart
                return (
                  <div
                    key={item.id}
                    id={`palette-${index}`}
                    className="palette-option"
                    role="option"
                    aria-selected={index === active}
                    onPointerMove={() => setSelectedIndex(index)}
                    onClick={() => run(item)}
                  >
                    <Icon size={14} aria-hidden />
                    <span className={item.icon === null ? 'symbol' : 'name'}>{item.title}</span>
                    {item.icon === null && <span className="name">{item.note}</span>}
                    <span className="side-note">
                      {item.icon === null
                        ? item.aside
                        : item.chord !== null && <Keys chord={item.chord} />}
                    </span>
                  </div>
                )
              })}
            </div>
          ))}
          {items.length === 0 && (
            <p className="palette-note">
              {found === null ? text.palette.searching : text.palette.none}
            </p>
          )}
        </div>
      </Dialog>
    </div>
  )
}
