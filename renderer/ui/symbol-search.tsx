import { Search } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { InstrumentMatch } from '../../shared/domain/instruments/instrument-match.js'
import { matchText } from '../format/match-name.js'
import { useText } from '../language/window-text.js'
import { TextInput } from './field.js'
import { useInstrumentSearch } from './use-instrument-search.js'

export interface SymbolSearchProps {
  readonly label: string
  readonly onPick: (instrument: InstrumentMatch) => void
  /** The instrument chosen now: the text of the field while nothing is typed. */
  readonly shown?: string
  /** Returns a note beside a result, such as "in list". */
  readonly noteOf?: (instrument: InstrumentMatch) => string | null
}

const RESULTS = 12

/** A combobox over every instrument the broker knows. */
export function SymbolSearch({ label, onPick, shown: chosen, noteOf }: SymbolSearchProps) {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const matches = useInstrumentSearch(query, RESULTS)
  const list = useRef<HTMLDivElement>(null)
  const id = `${useId()}-list`
  const isListOpen = open && query.trim() !== ''
  const activeIndex = Math.min(active, Math.max(0, (matches?.length ?? 0) - 1))
  const pick = (instrument: InstrumentMatch | undefined): void => {
    if (instrument === undefined) return
    onPick(instrument)
    setQuery('')
    setActive(0)
  }
  const leave = (): void => {
    setOpen(false)
    if (chosen !== undefined) setQuery('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min((matches?.length ?? 1) - 1, activeIndex + move))
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      // In a form, Enter would send it.
      event.preventDefault()
      pick(matches?.[activeIndex])
    } else if (event.key === 'Escape' && query !== '') {
      event.stopPropagation()
      setQuery('')
    }
  }
  return (
    <div className="search">
      <Search size={12} aria-hidden />
      <TextInput
        role="combobox"
        aria-label={label}
        placeholder={chosen ?? label}
        hint={chosen === undefined ? undefined : label}
        data-part="symbol"
        aria-expanded={isListOpen}
        aria-controls={isListOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          isListOpen && matches !== null && matches.length > 0
            ? optionId(id, activeIndex)
            : undefined
        }
        value={open ? query : query || (chosen ?? '')}
        onChange={(event) => {
          setQuery(event.target.value)
          setOpen(true)
          setActive(0)
        }}
        onFocus={() => setOpen(true)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {isListOpen && (
        <Options
          id={id}
          list={list}
          label={label}
          found={matches}
          active={activeIndex}
          onActive={setActive}
          onPick={pick}
          noteOf={noteOf}
        />
      )}
    </div>
  )
}

interface OptionsProps extends Pick<SymbolSearchProps, 'label'> {
  readonly id: string
  readonly list: RefObject<HTMLDivElement | null>
  /** Null while the search is pending. */
  readonly found: readonly InstrumentMatch[] | null
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onPick: (instrument: InstrumentMatch) => void
  readonly noteOf: SymbolSearchProps['noteOf'] | undefined
}

function Options(props: OptionsProps) {
  const text = useText()
  const { id, list, label, found, active, onActive, onPick, noteOf } = props
  const note =
    found === null ? text.palette.searching : found.length === 0 ? text.watchlist.none : null
  return (
    <div ref={list} id={id} className="options" role="listbox" aria-label={label}>
      {note !== null && (
        <div className="options-note" role="option" aria-selected={false} aria-disabled>
          {note}
        </div>
      )}
      {found?.map((instrument, index) => (
        <div
          key={instrument.symbol}
          id={optionId(id, index)}
          className="option"
          role="option"
          aria-selected={index === active}
          // Prevent the input from losing focus, which would close the list before the click
          // arrives.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(instrument)}
          onPointerMove={() => onActive(index)}
        >
          <MatchCells match={instrument} note={noteOf?.(instrument) ?? null} />
        </div>
      ))}
    </div>
  )
}

/** The cells of one result; an option has no name besides its own. */
function MatchCells({
  match,
  note,
}: {
  readonly match: InstrumentMatch
  readonly note: string | null
}) {
  const { title, name, aside } = matchText(match, useText().instruments)
  return (
    <>
      <span className="symbol">{title}</span>
      <span>{name}</span>
      <span className="dim">{note ?? aside}</span>
    </>
  )
}

const optionId = (list: string, index: number): string => `${list}-${index}`
