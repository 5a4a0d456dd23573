import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Instrument } from '../../shared/domain/instruments/instrument.js'
import { useMainWindow } from '../stores/context.js'
import { text } from '../text/en.js'
import { TextInput } from './field.js'

export interface SymbolSearchProps {
  readonly label: string
  readonly onPick: (instrument: Instrument) => void
  /** Returns a note beside a result, such as "in list". */
  readonly noteOf?: (instrument: Instrument) => string | null
}

const SETTLE_MS = 120
const RESULTS = 12

/** Returns the instruments found for a query; null while the request is pending. */
export function useInstrumentSearch(query: string, limit: number): readonly Instrument[] | null {
  const { invoke } = useMainWindow()
  const [found, setFound] = useState<{
    readonly query: string
    readonly list: readonly Instrument[]
  }>({ query: '', list: [] })
  const wanted = query.trim()
  useEffect(() => {
    if (wanted === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      void invoke('instruments.search', { text: wanted.slice(0, 60), limit }).then((reply) => {
        if (current) setFound({ query: wanted, list: reply.ok ? reply.value : [] })
      })
    }, SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [invoke, wanted, limit])
  if (wanted === '') return []
  return found.query === wanted ? found.list : null
}

/** A combobox over every instrument the broker knows. */
export function SymbolSearch({ label, onPick, noteOf }: SymbolSearchProps) {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = useInstrumentSearch(query, RESULTS)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const shown = open && query.trim() !== ''
  const activeIndex = Math.min(active, Math.max(0, (found?.length ?? 0) - 1))
  const pick = (instrument: Instrument | undefined): void => {
    if (instrument === undefined) return
    onPick(instrument)
    setQuery('')
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min((found?.length ?? 1) - 1, activeIndex + move))
      setActive(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') pick(found?.[activeIndex])
    else if (event.key === 'Escape' && query !== '') {
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
        placeholder={label}
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          shown && found !== null && found.length > 0 ? `${id}-${activeIndex}` : undefined
        }
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setOpen(true)
          setActive(0)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <div ref={list} id={`${id}-list`} className="options" role="listbox" aria-label={label}>
          {found === null && (
            <p className="options-note" role="option" aria-selected={false} aria-disabled>
              {text.palette.searching}
            </p>
          )}
          {found?.length === 0 && (
            <p className="options-note" role="option" aria-selected={false} aria-disabled>
              {text.watchlist.none}
            </p>
          )}
          {found?.map((instrument, index) => (
            <div
              key={instrument.symbol}
              id={`${id}-${index}`}
              className="option"
              role="option"
              aria-selected={index === activeIndex}
              // Prevent the input from losing focus, which would close the list before the click
              // arrives.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(instrument)}
              onPointerMove={() => setActive(index)}
            >
              <span className="symbol">{instrument.symbol}</span>
              <span>{instrument.name}</span>
              <span className="dim">{noteOf?.(instrument) ?? instrument.exchange}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
