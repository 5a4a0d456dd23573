import { CandlestickChart } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { remember } from '../../stores/view-state.js'
import { useText } from '../../language/window-text.js'
import { Dialog } from '../../ui/dialog.js'
import { useInstrumentSearch } from '../../ui/use-instrument-search.js'
import { availableCommands } from '../commands/commands.js'
import { Keys } from '../commands/key-caps.js'
import { groupsOf, type PaletteGroup, type PaletteItem } from './palette-items.js'

const SYMBOLS = 8

/** The command palette (Ctrl K): symbols, panels and commands by name, recent ones first. */
export function Palette() {
  const text = useText()
  const close = useClose()
  const list = useRef<HTMLDivElement>(null)
  const { query, search, groups, items, searching } = usePaletteItems()
  const [selectedIndex, setSelectedIndex] = useState(0)
  const active = Math.min(selectedIndex, Math.max(0, items.length - 1))
  const run = useRun(close)
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
    <Dialog title={text.palette.title} onClose={close} head={false} wide className="palette">
      <input
        data-autofocus
        className="palette-input"
        role="combobox"
        aria-label={text.palette.title}
        placeholder={text.palette.placeholder}
        aria-expanded
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          search(event.target.value)
          setSelectedIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList
        list={list}
        groups={groups}
        items={items}
        active={active}
        searching={searching}
        onActive={setSelectedIndex}
        onRun={run}
      />
    </Dialog>
  )
}

const optionId = (index: number): string => `palette-${index}`

/** Returns the query and what it finds; `searching` while the symbols are pending. */
function usePaletteItems() {
  const text = useText()
  const mainWindow = useMainWindow()
  const recent = useSlice(mainWindow.view, (state) => state.recent)
  const [query, search] = useState('')
  const matches = useInstrumentSearch(query, SYMBOLS)
  const groups = groupsOf(query, {
    matches: matches ?? [],
    recent,
    commands: availableCommands(mainWindow),
    text,
  })
  return {
    query,
    search,
    groups,
    items: groups.flatMap((group) => group.items),
    searching: matches === null,
  }
}

/** Returns a function that runs an item and remembers it as recent. */
function useRun(close: () => void): (item: PaletteItem | undefined) => void {
  const mainWindow = useMainWindow()
  return (item) => {
    if (item === undefined) return
    close()
    remember(mainWindow.view, item.id)
    item.run(mainWindow)
  }
}

interface PaletteListProps {
  readonly list: RefObject<HTMLDivElement | null>
  readonly groups: readonly PaletteGroup[]
  /** The items of all groups, in order. */
  readonly items: readonly PaletteItem[]
  readonly active: number
  readonly searching: boolean
  readonly onActive: (index: number) => void
  readonly onRun: (item: PaletteItem) => void
}

function PaletteList(props: PaletteListProps) {
  const text = useText()
  const { list, groups, items, active, searching, onActive, onRun } = props
  return (
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
            return (
              <PaletteOption
                key={item.id}
                item={item}
                index={index}
                selected={index === active}
                onActive={onActive}
                onRun={onRun}
              />
            )
          })}
        </div>
      ))}
      {items.length === 0 && (
        <p className="palette-note">{searching ? text.palette.searching : text.palette.none}</p>
      )}
    </div>
  )
}

function PaletteOption({
  item,
  index,
  selected,
  onActive,
  onRun,
}: {
  readonly item: PaletteItem
  readonly index: number
  readonly selected: boolean
} & Pick<PaletteListProps, 'onActive' | 'onRun'>) {
  const Icon = item.icon ?? CandlestickChart
  const isSymbol = item.icon === null
  return (
    <div
      id={optionId(index)}
      className="palette-option"
      role="option"
      aria-selected={selected}
      onPointerMove={() => onActive(index)}
      onClick={() => onRun(item)}
    >
      <Icon size={14} aria-hidden />
      <span className={isSymbol ? 'symbol' : 'name'}>{item.title}</span>
      {isSymbol && <span className="name">{item.note}</span>}
      <span className="side-note">
        {isSymbol ? item.aside : item.chord !== null && <Keys chord={item.chord} />}
      </span>
    </div>
  )
}
