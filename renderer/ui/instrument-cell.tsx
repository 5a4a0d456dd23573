import { nameParts, legLines, type NamedInstrument } from '../format/instrument-name.js'
import { useText } from '../language/window-text.js'
import { fullText } from './hints/hint.js'

/**
 * The name of an instrument in a table; the legs of a combination are in the tooltip. The side of
 * an event market is never cut off: "Yes" and "No" are opposite positions.
 */
export function InstrumentCell({ instrument }: { readonly instrument: NamedInstrument }) {
  const text = useText().instruments
  const [name, outcome] = nameParts(instrument, text)
  const title = [[name, outcome].join(' ').trim(), ...legLines(instrument, text)].join('\n')
  return (
    <span className="symbol" {...fullText(title)}>
      {outcome === '' ? (
        name
      ) : (
        <>
          <span className="symbol-name">{name}</span> <span>{outcome}</span>
        </>
      )}
    </span>
  )
}
