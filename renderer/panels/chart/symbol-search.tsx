import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import { useMainWindow } from '../../stores/context.js'
import { text } from '../../text/en.js'

export interface SymbolSearchProps {
  readonly symbol: Symbol
  readonly onSymbol: (symbol: Symbol) => void
}

const PAUSE_MS = 120
const MAX_RESULTS = 8

/**
 * The chart's symbol and search field: type a symbol or name, arrows and Enter choose, Escape
 * leaves everything unchanged.
 */
export function SymbolSearch({ symbol, onSymbol }: SymbolSearchProps) {
  const { invoke } = useMainWindow()
  const [typed, setTyped] = useState<string | null>(null)
  const [found, setFound] = useState<readonly Instrument[] | null>(null)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const query = typed?.trim() ?? ''

  useEffect(() => {
    setFound(null)
    setActive(0)
    if (query === '') return undefined
    let current = true
    const timer = setTimeout(() => {
      void invoke('instruments.search', { text: query.slice(0, 60), limit: MAX_RESULTS }).then(
        (reply) => {
          if (current) setFound(reply.ok ? reply.value : [])
        },
      )
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [invoke, query])

  const close = (): void => {
    setTyped(null)
    input.current?.blur()
  }
  const choose = (instrument: Instrument | undefined): void => {
    if (instrument === undefined) return
    onSymbol(instrument.symbol)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys typed here are for the text, not for the chart.
    event.stopPropagation()
    const count = found?.length ?? 0
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') choose(found?.[active])
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      setActive((index) => (index + (event.key === 'ArrowDown' ? 1 : -1) + count) % count)
    } else return
    event.preventDefault()
  }
  const open = typed !== null && query !== ''
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
        aria-activedescendant={open && (found?.length ?? 0) > 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        data-testid="chart-symbol"
        value={typed ?? symbol}
        placeholder={text.chart.findSymbol}
        onFocus={() => setTyped('')}
        onBlur={() => setTyped(null)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <ul id={list} className="chart-results" role="listbox" aria-label={text.chart.results}>
          {found === null && (
            <li className="chart-result dim" role="presentation">
              {text.chart.searching}
            </li>
          )}
          {found?.length === 0 && (
            <li className="chart-result dim" role="presentation">
              {text.chart.none}
            </li>
          )}
          {found?.map((instrument, index) => (
            <li
              key={instrument.symbol}
              id={`${list}-${index}`}
              className="chart-result"
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => {
                event.preventDefault()
                choose(instrument)
              }}
              onPointerEnter={() => setActive(index)}
            >
              <strong>{instrument.symbol}</strong>
              <span className="chart-result-name">{instrument.name}</span>
              <span className="dim">{instrument.exchange}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
