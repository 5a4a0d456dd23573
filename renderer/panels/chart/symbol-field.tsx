import { Search } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { InstrumentMatch } from '../../../shared/domain/instruments/instrument-match.js'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { matchText } from '../../format/match-name.js'
import { useText } from '../../language/window-text.js'
import { useInstrumentSearch } from '../../ui/use-instrument-search.js'
import { fullText } from '../../ui/hints/hint.js'

export interface SymbolFieldProps {
  readonly symbol: Symbol
  readonly onSymbol: (symbol: Symbol) => void
}

const MAX_RESULTS = 8
/** The width of the field, in characters: the names of contracts are long. */
const MIN_CHARS = 9
const MAX_CHARS = 24

/**
 * The chart's symbol and search field: type a symbol or name, arrows and Enter choose, Escape
 * leaves everything unchanged.
 */
export function SymbolField({ symbol, onSymbol }: SymbolFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const query = typed?.trim() ?? ''
  const name = instrumentName(symbolInstrument(symbol), text.instruments)
  const matches = useInstrumentSearch(query, MAX_RESULTS)
  const open = typed !== null && query !== ''
  const close = (): void => {
    setTyped(null)
    input.current?.blur()
  }
  const choose = (instrument: InstrumentMatch | undefined): void => {
    if (instrument === undefined) return
    onSymbol(instrument.symbol)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys typed here are for the text, not for the chart.
    event.stopPropagation()
    const count = matches?.length ?? 0
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') choose(matches?.[active])
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      setActive((index) => (index + (event.key === 'ArrowDown' ? 1 : -1) + count) % count)
    } else return
    event.preventDefault()
  }
  return (
    <div className="chart-search">
      <Search size={12} aria-hidden />
      <input
        ref={input}
        className="chart-symbol"
        role="combobox"
        aria-label={text.chart.symbol}
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && (matches?.length ?? 0) > 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        data-testid="chart-symbol"
        style={{ width: `${Math.min(Math.max(name.length, MIN_CHARS), MAX_CHARS)}ch` }}
        {...fullText(name)}
        value={typed ?? name}
        placeholder={text.chart.findSymbol}
        onFocus={() => setTyped('')}
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {open && (
        <Results id={list} found={matches} active={active} onActive={setActive} onChoose={choose} />
      )}
    </div>
  )
}

interface ResultsProps {
  readonly id: string
  /** Null while the search is pending. */
  readonly found: readonly InstrumentMatch[] | null
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (instrument: InstrumentMatch) => void
}

function Results({ id, found, active, onActive, onChoose }: ResultsProps) {
  const text = useText()
  const note = found === null ? text.chart.searching : found.length === 0 ? text.chart.none : null
  return (
    <ul id={id} className="chart-results" role="listbox" aria-label={text.chart.results}>
      {note !== null && (
        <li className="chart-result dim" role="presentation">
          {note}
        </li>
      )}
      {found?.map((instrument, index) => {
        const { title, name, aside } = matchText(instrument, text.instruments)
        return (
          <li
            key={instrument.symbol}
            id={`${id}-${index}`}
            className="chart-result"
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => {
              event.preventDefault()
              onChoose(instrument)
            }}
            onPointerEnter={() => onActive(index)}
          >
            <strong>{title}</strong>
            <span className="chart-result-name">{name}</span>
            <span className="dim">{aside}</span>
          </li>
        )
      })}
    </ul>
  )
}
